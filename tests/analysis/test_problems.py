"""Derivatives of the refits' likelihoods, and how their climbs behave."""

from dataclasses import replace

import numpy as np
import pytest

from eyechart.analysis.families import family_names, get_family
from eyechart.analysis.intervals.replicates import _distinct
from eyechart.analysis.model import sums
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.climb import best_starts, climb
from eyechart.analysis.model.columns import Columns
from eyechart.analysis.model.extremes import binomial, flat_lines
from eyechart.analysis.model.likelihood import Counts, log_likelihood
from eyechart.analysis.model.problems import (
    FreeColumns,
    Model,
    PinnedColumns,
    PinnedModel,
)
from eyechart.analysis.model.refit import FEW_STEPS, refit, repeated

X = np.linspace(-1, 1, 5)
BELOW = np.array([[1.0, 2, 4, 7, 9], [0, 0, 3, 10, 10], [5, 6, 5, 8, 9]])
COUNTS = Counts(
    below=BELOW,
    total=np.full(5, 10.0),
    controls_below=np.array([4.0, 0.0, 20.0]),
    controls_total=40.0,
)
ONCE = replace(
    COUNTS, below=(BELOW > 4).astype(float), total=np.array([1.0, 1, 0, 1, 1])
)
ONCE.below[:, 2] = 0
PARTS = replace(COUNTS, below=BELOW / 10, total=np.ones(5))
THETA = np.array([[0.3, -0.4, 0.1], [2.0, 5.0, 1.0], [0.1, 0.05, 0.4]])
STEP = 1e-5


def free(name, lapse, counts=COUNTS):
    model = Model(
        family=get_family(name), bounds=(0.0, 0.74), largest_rate=1e3, lapse=lapse
    )
    return FreeColumns(model, Columns.of(X, counts))


def pinned(name, lapse, counts=COUNTS):
    model = PinnedModel(
        family=get_family(name),
        criterion=0.75,
        bounds=(0.0, 0.74),
        largest_rate=1e3,
        lapse=lapse,
    )
    return PinnedColumns(model, Columns.of(X, counts), np.array([-0.2, 0.3, 0.8]))


def slopes(function, theta):
    """Return central differences of `function` in each parameter."""
    found = []
    for row in range(len(theta)):
        step = np.zeros_like(theta)
        step[row] = STEP
        found.append((function(theta + step) - function(theta - step)) / (2 * STEP))
    return np.stack(found)


@pytest.mark.parametrize("lapse", [0.0, 0.08])
@pytest.mark.parametrize("name", family_names())
@pytest.mark.parametrize("kind", [free, pinned])
@pytest.mark.parametrize("counts", [COUNTS, ONCE, PARTS], ids=["many", "once", "parts"])
def test_derivatives_are_those_of_the_value(counts, kind, name, lapse):
    problems = kind(name, lapse, counts)
    theta = THETA if kind is free else THETA[1:]
    here = problems.evaluate(theta)
    gradient = slopes(lambda at: problems.evaluate(at).value, theta)
    assert here.gradient == pytest.approx(gradient, rel=1e-6, abs=1e-6)
    second = slopes(lambda at: problems.evaluate(at).gradient, theta)
    assert here.observed == pytest.approx(-second, rel=1e-6, abs=1e-5)


@pytest.mark.parametrize("name", family_names())
@pytest.mark.parametrize("counts", [COUNTS, ONCE, PARTS], ids=["many", "once", "parts"])
def test_the_value_is_the_log_likelihood(counts, name):
    z = THETA[0][:, None] + THETA[1][:, None] * X
    careful = log_likelihood(
        get_family(name), z, THETA[2], counts, lapse=np.full(3, 0.03)
    )
    found = free(name, 0.03, counts).evaluate(THETA).value
    assert found == pytest.approx(careful, abs=1e-11)


@pytest.mark.parametrize("columns", [1, 2, 700])
@pytest.mark.parametrize("answers", [1, 10])
def test_blocks_change_nothing(answers, columns, monkeypatch):
    rng = np.random.default_rng(1)
    counts = Counts(
        below=rng.integers(0, answers + 1, (columns, 40)).astype(float),
        total=np.full(40, float(answers)),
        controls_below=rng.integers(0, 40, columns).astype(float),
        controls_total=40.0,
    )
    theta = np.stack([rng.normal(size=columns), *rng.uniform(0, 0.7, (2, columns))])
    data = Columns.of(np.linspace(-1, 1, 40), counts)
    whole = FreeColumns(free("logistic", 0.0).model, data)
    one = (*whole.evaluate(theta), whole.expected(theta))
    monkeypatch.setattr(sums, "_BLOCK", 17)
    other = (*whole.evaluate(theta), whole.expected(theta))
    for a, b in zip(one, other, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("kind", [free, pinned])
def test_expected_information_is_the_mean_of_the_observed(kind):
    rng = np.random.default_rng(0)
    problems = kind("logistic", 0.05)
    theta = (THETA if kind is free else THETA[1:])[:, :1]
    if kind is free:
        at = theta
    else:
        start = problems.model.intercept(theta[0], theta[1], problems.position[:1])
        at = np.stack([start, *theta])
    p = at[2] + (0.95 - at[2]) / (1 + np.exp(-(at[0] + at[1] * X)))
    rows = 40_000
    drawn = Counts(
        below=rng.binomial(10, p, (rows, 5)).astype(float),
        total=np.full(5, 10.0),
        controls_below=rng.binomial(40, at[2], rows).astype(float),
        controls_total=40.0,
    )
    data = Columns.of(X, drawn)
    many = (
        FreeColumns(problems.model, data)
        if kind is free
        else PinnedColumns(problems.model, data, np.full(rows, problems.position[0]))
    )
    wide = np.repeat(theta, rows, axis=1)
    expected = many.expected(wide).mean(axis=2)
    observed = many.evaluate(wide).observed.mean(axis=2)
    scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    assert expected / scale == pytest.approx(observed / scale, abs=0.02)


@pytest.mark.parametrize("total", [10.0, 1.0])
def test_far_tails_are_exact(total):
    # P is 1e-13 at the lowest magnitude and 1 - 1e-26 at the highest.
    data = Counts(
        below=np.array([[1.0, total - 1]]),
        total=np.full(2, total),
        controls_below=np.array([0.0]),
        controls_total=40.0,
    )
    model = Model(family=get_family("logistic"), bounds=(0.0, 0.74), largest_rate=1e3)
    problems = FreeColumns(model, Columns.of(np.array([-1.0, 2.0]), data))
    value = problems.evaluate(np.array([[0.0], [30.0], [0.0]])).value[0]
    assert value == pytest.approx(1 * -30 + 1 * -60, rel=1e-11)


@pytest.mark.parametrize("floors", [(0.0, 0.74), (0.3, 0.3)])
@pytest.mark.parametrize("levels", [(0.0, 1.0), (0.0, 0.6), (0.75, 1.0)])
def test_flat_lines_are_the_best_of_a_grid(floors, levels):
    data = COUNTS if floors[0] < floors[1] else repeated(given(), 3)
    value, level, floor = flat_lines(data, floors, levels)
    g, p = np.meshgrid(np.linspace(*floors, 371), np.linspace(*levels, 501))
    for row in range(3):
        k, n = data.below[row].sum(), data.total.sum()
        grid = binomial(k, n, p)
        grid = grid + binomial(data.controls_below[row], data.controls_total, g)
        best = grid[p >= g - 1e-12].max()
        assert best <= value[row] + 1e-12
        assert value[row] == pytest.approx(best, abs=2e-3)
        assert floors[0] <= floor[row] <= floors[1]
        assert levels[0] <= level[row] <= levels[1]


def given():
    return make_cell(np.exp(X), BELOW[0], [10] * 5, controls=None, floor=0.3)


def test_equal_data_sets_are_found():
    below = np.array([[1.0, 2], [2, 1], [1, 2], [1, 2]])
    counts = Counts(
        below=below,
        total=np.array([2.0, 2]),
        controls_below=np.array([3.0, 3, 3, 4]),
        controls_total=4.0,
    )
    first, owner = _distinct(counts)
    assert len(first) == 3
    assert below[first][owner].tolist() == below.tolist()
    assert owner[0] == owner[2] != owner[3]


def test_too_many_kinds_to_number_are_all_fitted():
    counts = Counts(
        below=np.zeros((2, 40)),
        total=np.full(40, 9.0),
        controls_below=np.zeros(2),
        controls_total=4.0,
    )
    assert _distinct(counts)[0].tolist() == [0, 1]


def small():
    """Return a model, 500 small data sets and three starts of each."""
    rng = np.random.default_rng(2)
    p = 0.2 + 0.8 / (1 + np.exp(-(0.5 + 3 * X)))
    counts = Counts(
        below=rng.binomial(10, p, (500, 5)).astype(float),
        total=np.full(5, 10.0),
        controls_below=rng.binomial(40, 0.2, 500).astype(float),
        controls_total=40.0,
    )
    family, bounds = get_family("logistic"), (0.0, 0.74)
    model = Model(family=family, bounds=bounds, largest_rate=200.0)
    starts = best_starts(family, X, counts, bounds, (0.0, 0.0), 3)
    return model, counts, np.moveaxis(starts, 2, 0)


def test_few_steps_are_enough_for_nearly_all():
    model, counts, starts = small()
    few = refit(model, X, counts, starts, enough=1e-7, steps=FEW_STEPS)[1]
    many = refit(model, X, counts, starts, enough=1e-9, steps=200)[1]
    assert np.mean(many - few > 1e-4) <= 0.004


def test_of_several_starts_the_best_climb_is_made_to_the_end():
    model, counts, starts = small()
    theta, value = refit(model, X, counts, starts, enough=1e-9)
    each = [refit(model, X, counts, starts[:, :, i], enough=1e-9)[1] for i in range(3)]
    best = np.max(each, axis=0)
    assert np.mean(best - value > 1e-6) <= 0.004
    assert value == pytest.approx(
        FreeColumns(model, Columns.of(X, counts)).evaluate(theta).value, abs=1e-12
    )


@pytest.mark.parametrize(
    ("rate", "threshold"), [(40.0, 0.0), (5.0, 1.2), (77.0, 1.3), (4.0, 0.3)]
)
def test_replicates_reach_their_maximum_whatever_curve_they_are_of(rate, threshold):
    rng, floor, x = np.random.default_rng(4), 0.2, np.linspace(-1, 1, 6)
    line = (-rate * threshold, rate)
    p = floor + (1 - floor) / (1 + np.exp(-(line[0] + line[1] * x)))
    counts = Counts(
        below=rng.binomial(20, p, (400, 6)).astype(float),
        total=np.full(6, 20.0),
        controls_below=rng.binomial(85, floor, 400).astype(float),
        controls_total=85.0,
    )
    family, bounds = get_family("logistic"), (0.0, 0.74)
    near = np.array([*line, floor])
    more = {"enough": 1e-5, "largest_rate": 200.0, "steps": FEW_STEPS}
    found = climb(family, x, counts, bounds, near=near, **more)[1]
    best = climb(family, x, counts, bounds, starts=6, largest_rate=200.0)[1]
    assert np.mean(best - found > 1e-3) <= 0.01
