"""Derivatives of the likelihood against finite differences, and its extremes."""

import numpy as np
import pytest

from eyechart.analysis.families import family_names, get_family
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.climb import trace
from eyechart.analysis.model.ends import floor_bounds
from eyechart.analysis.model.likelihood import Counts, ascent
from eyechart.analysis.model.pinned import Pinned

X = np.linspace(-1, 1, 6)
COUNTS = Counts(
    below=np.array([[2.0, 1.0, 4.0, 7.0, 9.0, 9.0]]),
    total=np.full(6, 10.0),
    controls_below=np.array([5.0]),
    controls_total=40.0,
)
STEP = 1e-5


def agrees(evaluate, theta):
    """Compare gradient and observed information with central differences."""
    here = evaluate(theta)
    for i in range(theta.shape[1]):
        move = np.zeros_like(theta)
        move[:, i] = STEP
        up, down = evaluate(theta + move), evaluate(theta - move)
        slope = (up.value - down.value) / (2 * STEP)
        assert here.gradient[:, i] == pytest.approx(slope, rel=1e-5, abs=1e-5)
        bend = -(up.gradient - down.gradient) / (2 * STEP)
        assert here.observed[:, i] == pytest.approx(bend, rel=1e-5, abs=1e-4)


@pytest.mark.parametrize("name", family_names())
@pytest.mark.parametrize("lapse", [0.0, 0.04, None])
def test_free_curves(name, lapse):
    family = get_family(name)
    theta = np.array([[-0.3, 2.0, 0.15, 0.06]])[:, : 4 if lapse is None else 3]
    agrees(lambda at: trace(family, X, at, COUNTS, lapse), theta)


@pytest.mark.parametrize("name", family_names())
@pytest.mark.parametrize("lapse", [0.0, 0.04, None])
def test_pinned_curves(name, lapse):
    cell = make_cell(
        np.exp(X),
        COUNTS.below[0],
        COUNTS.total,
        controls=(5, 40),
        floor=None,
        lapse=lapse,
    )
    family = get_family(name)
    pinned = Pinned(
        family=family, cell=cell, x=X, criterion=0.75, bounds=floor_bounds(cell, 0.75)
    )
    theta = np.array([[2.0, 0.15, 0.06]])[:, : 3 if lapse is None else 2]
    agrees(lambda at: ascent(family, pinned.shape(at, X[None] - 0.3), COUNTS), theta)


@pytest.mark.parametrize("name", family_names())
def test_expected_information_is_the_mean_of_the_observed(name):
    family = get_family(name)
    theta = np.array([[-0.3, 2.0, 0.15, 0.06]])
    rng = np.random.default_rng(3)
    p = 0.15 + 0.79 * family.cdf(-0.3 + 2.0 * X)
    many = 200_000
    counts = Counts(
        below=rng.binomial(10, p, (many, 6)).astype(float),
        total=np.full(6, 10.0),
        controls_below=np.full(many, 6.0),
        controls_total=40.0,
    )
    found = trace(family, X, np.repeat(theta, many, axis=0), counts, None)
    mean = found.observed.mean(axis=0)
    noise = found.observed.std(axis=0) / np.sqrt(many)
    assert (np.abs(mean - found.expected[0]) < 5 * noise + 1e-9).all()


def test_rows_of_their_own_total_are_data_sets_of_their_own():
    family = get_family("logistic")
    theta = np.array([[-0.3, 2.0, 0.15], [0.2, 3.0, 0.1]])
    both = Counts(
        below=np.array([[2.0] * 6, [3.0] * 6]),
        total=np.array([[9.0] * 6, [4.0] * 6]),
        controls_below=np.array([1.0, 2.0]),
        controls_total=np.array([10.0, 20.0]),
    )
    for row in range(2):
        alone = Counts(
            below=both.below[row : row + 1],
            total=both.total[row],
            controls_below=both.controls_below[row : row + 1],
            controls_total=float(np.asarray(both.controls_total)[row]),
        )
        one = trace(family, X, theta[row : row + 1], alone)
        two = trace(family, X, theta, both)
        assert two.value[row] == pytest.approx(one.value[0], abs=1e-12)
        assert two.observed[row] == pytest.approx(one.observed[0], rel=1e-12)
        taken = trace(family, X, theta[row : row + 1], both.take(np.array([row])))
        assert taken.value[0] == one.value[0]


@pytest.mark.parametrize("name", family_names())
@pytest.mark.parametrize("lapse", [0.0, 0.02, None])
def test_nothing_overflows_far_out(name, lapse):
    family = get_family(name)
    free = lapse is None
    theta = np.array([[a, 1e6, g, 0.0] for a in (-1e7, 0.0, 1e7) for g in (0.0, 0.5)])
    counts = COUNTS.take(np.zeros(len(theta), dtype=np.intp))
    found = trace(family, X, theta[:, : 4 if free else 3], counts, lapse)
    for part in (found.value, found.gradient, found.expected, found.observed):
        assert np.isfinite(part[1::2]).all()
