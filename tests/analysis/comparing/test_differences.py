"""Differences of onsets: of one judge's roles, and of two judges."""

import math
import tracemalloc

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, logit, xlogy
from scipy.stats import chi2

from eyechart.analysis.comparing.difference import Answers, onset_difference
from eyechart.analysis.comparing.judges import paired_difference
from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.climb import climb
from eyechart.analysis.model.ends import floor_bounds, lapse_bounds
from eyechart.analysis.model.likelihood import Counts
from eyechart.analysis.model.positions import positions
from eyechart.analysis.model.scaled import Axis
from eyechart.generator.errors import AnalysisError

EARLY = Answers([1, 2, 4, 8, 16], [2, 6, 15, 19, 20], [20] * 5)
LATE = Answers([1, 2, 4, 8, 16], [1, 2, 6, 15, 19], [20] * 5)
CONTROLS = (2, 60)


def loss(theta, shared=False, equal=False, lapses=(0.0, 0.0)):
    """Minus the log likelihood of both curves, written out once more."""
    xi, apart, rate, other, floor = theta
    other, apart = (rate if shared else other), (0.0 if equal else apart)
    g = 0.75 * expit(floor)
    total = -xlogy(2, g) - xlogy(58, 1 - g)
    curves = (EARLY, xi, rate), (LATE, xi + apart, other)
    for ((m, k, n), place, b), lapse in zip(curves, lapses, strict=True):
        q = logit((0.75 - g) / (1 - g - lapse))
        p = g + (1 - g - lapse) * expit(q + np.exp(b) * (np.log(m) - place))
        total -= (xlogy(k, p) + xlogy(np.subtract(n, k), 1 - p)).sum()
    return total


def best(**kind):
    return minimize(
        lambda theta: loss(theta, **kind),
        [1.2, 0.7, 0.7, 0.7, -3.0],
        method="Nelder-Mead",
        options={"maxiter": 20000, "maxfev": 20000, "xatol": 1e-9, "fatol": 1e-12},
    )


def test_likelihood_ratios_are_those_of_a_general_optimiser():
    found = onset_difference(EARLY, LATE, controls=CONTROLS)
    free = best()
    assert found.difference == pytest.approx(free.x[1], abs=1e-4)
    ratio = 2 * (best(shared=True).fun - free.fun)
    assert found.slope_ratio == pytest.approx(ratio, abs=1e-5)
    assert found.slope_p == pytest.approx(chi2.sf(ratio, 1), abs=1e-3)
    assert found.p == pytest.approx(
        chi2.sf(2 * (best(equal=True).fun - free.fun), 1), rel=1e-3
    )
    for limit in (found.low, found.high):
        pinned = minimize(
            lambda t, at=limit: loss([t[0], at, t[1], t[2], t[3]]),
            [1.2, 0.7, 0.7, -3.0],
            method="Nelder-Mead",
            options={"maxiter": 20000, "maxfev": 20000, "xatol": 1e-9, "fatol": 1e-12},
        )
        assert 2 * (pinned.fun - free.fun) == pytest.approx(chi2.ppf(0.95, 1), abs=1e-3)


def test_a_given_lapse_is_that_of_both_curves():
    found = onset_difference(EARLY, LATE, controls=CONTROLS, lapse=0.05)
    free = best(lapses=(0.05, 0.05))
    assert found.difference == pytest.approx(free.x[1], abs=1e-4)
    ratio = 2 * (best(shared=True, lapses=(0.05, 0.05)).fun - free.fun)
    assert found.slope_ratio == pytest.approx(ratio, abs=1e-5)
    without = onset_difference(EARLY, LATE, controls=CONTROLS)
    assert abs(found.difference - without.difference) > 1e-3


def test_an_estimated_lapse_is_each_curve_s_own():
    """With the prior that a single fit has, and its bound under the criterion."""
    found = onset_difference(EARLY, LATE, controls=CONTROLS, lapse="estimated")

    def penalised(theta):
        lapses = 0.25 * expit(theta[5:])
        prior = 9 * np.log1p(-lapses).sum()
        return loss(theta[:5], lapses=lapses) - prior

    free = minimize(
        penalised,
        [1.2, 0.7, 0.7, 0.7, -3.0, -2.0, -2.0],
        method="Nelder-Mead",
        options={"maxiter": 40000, "maxfev": 40000, "xatol": 1e-9, "fatol": 1e-12},
    )
    assert found.difference == pytest.approx(free.x[1], abs=2e-4)
    assert found.low < found.difference < found.high


def test_a_lapse_beyond_the_criterion_is_refused():
    with pytest.raises(AnalysisError, match=r"lapse = 0.3 with a criterion of 0.75"):
        onset_difference(EARLY, LATE, controls=CONTROLS, lapse=0.3)


def test_changing_places_changes_the_sign():
    one = onset_difference(EARLY, LATE, controls=CONTROLS)
    other = onset_difference(LATE, EARLY, controls=CONTROLS)
    assert other.difference == pytest.approx(-one.difference, abs=1e-5)
    assert (other.low, other.high) == pytest.approx((-one.high, -one.low), abs=1e-4)


def test_the_unit_does_not_matter():
    scaled = [
        Answers([2.54 * m for m in a.magnitude], a.below, a.total)
        for a in (EARLY, LATE)
    ]
    one = onset_difference(EARLY, LATE, controls=CONTROLS)
    other = onset_difference(*scaled, controls=CONTROLS)
    assert other.low == pytest.approx(one.low, abs=1e-5)


def test_an_onset_beyond_the_range_leaves_a_side_open():
    never = Answers([1, 2, 4, 8, 16], [1, 2, 2, 3, 8], [20] * 5)
    found = onset_difference(EARLY, never, controls=CONTROLS)
    assert found.second_status == "right_censored"
    assert (found.difference, found.high) == (None, math.inf)
    assert 0 < found.low <= math.log(16 / 2)
    mirrored = onset_difference(never, EARLY, controls=CONTROLS)
    assert mirrored.low == -math.inf
    assert mirrored.high == pytest.approx(-found.low, abs=1e-4)


def test_a_floor_that_may_be_the_criterion_leaves_both_sides_open():
    m = np.exp(np.arange(8))
    one = Answers(m, [3, 3, 4, 5, 5, 5, 5, 5], [5] * 8)
    other = Answers(m, [4, 3, 3, 4, 5, 5, 5, 5], [5] * 8)
    found = onset_difference(one, other, controls=(6, 10))
    assert (found.low, found.high) == (-math.inf, math.inf)
    known = onset_difference(one, other, floor=0.6)
    assert math.isfinite(known.low)
    assert math.isfinite(known.high)


def test_no_comparison_without_two_curves():
    few = Answers([1, 2], [0, 1], [2, 2])
    found = onset_difference(EARLY, few, controls=CONTROLS)
    assert (found.low, found.p, found.second_status) == (None, None, "too_few")


def answers(rng, mid, sd=0.0, series=15):
    x = np.arange(6) + rng.random((series, 1))
    z = logit(0.65 / 0.9) + 2 * (x - mid) + sd * rng.normal(size=(series, 1))
    return np.exp(x).ravel(), (rng.random(z.shape) < 0.1 + 0.9 * expit(z)).ravel()


def test_limits_hold_the_planted_difference():
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(20):
        pair = [answers(rng, mid) for mid in (2.6, 3.4)]
        controls = (int(rng.binomial(85, 0.1)), 85)
        one, other = (Answers(m, k, np.ones(90)) for m, k in pair)
        found = onset_difference(one, other, controls=controls)
        held += found.low <= 0.8 <= found.high
    assert held >= 17


def test_what_is_hard_for_both_judges_cancels():
    rng = np.random.default_rng(3)
    magnitude, below = answers(rng, 3.0)
    controls = rng.random(60) < 0.1
    ids = np.repeat(np.arange(15), 6).tolist()
    same = paired_difference(
        magnitude, (below, below), (controls, controls), series=ids, replicates=99
    )
    assert (same.difference, same.low, same.high) == (0.0, 0.0, 0.0)
    other = answers(np.random.default_rng(4), 3.0)[1]
    apart = paired_difference(
        magnitude, (below, other), (controls, controls), series=ids, replicates=99
    )
    assert apart.low < 0 < apart.high


def test_judges_apart_are_found_apart():
    rng = np.random.default_rng(5)
    x = np.repeat(np.arange(6), 40) + rng.random(240)
    hard = rng.random(240)
    below = [hard < 0.1 + 0.9 * expit(2 * (x - mid)) for mid in (2.0, 3.2)]
    controls = [rng.random(85) < 0.1 for _ in range(2)]
    tier = np.floor(x).astype(int).tolist()
    found = paired_difference(
        np.exp(x), tuple(below), tuple(controls), tier=tier, replicates=199
    )
    assert 0 < found.low < 1.2 < found.high < 2.2
    again = paired_difference(
        np.exp(x), tuple(below), tuple(controls), tier=tier, replicates=199
    )
    assert again == found


@pytest.mark.parametrize("lapse", [0.0, 0.1, None])
def test_replicates_are_fitted_as_the_data_are(lapse):
    rng = np.random.default_rng(7)
    x = np.repeat(np.arange(6), 30) + rng.random(180)
    below = rng.random(180) < 0.1 + 0.78 * expit(2 * (x - 2.5))
    cell = make_cell(
        np.exp(x), below, np.ones(180), controls=(9, 85), floor=None, lapse=lapse
    )
    curve = fit_curve(cell, get_family("logistic"), 0.75)
    axis = Axis.of(cell.log_magnitude)
    data = Counts(
        below=cell.below[None, :],
        total=cell.total[None, :],
        controls_below=np.array([9.0]),
        controls_total=np.array([85.0]),
    )
    theta, value = climb(
        get_family("logistic"),
        axis.scaled(cell.log_magnitude),
        data,
        floor_bounds(cell, 0.75),
        lapse=lapse_bounds(cell, 0.75),
    )
    ends = lapse if lapse is not None else theta[:, 3]
    place = positions(get_family("logistic"), theta, ends, 0.75)[0]
    assert value[0] == pytest.approx(curve.loglik, abs=1e-6)
    assert axis.centre + axis.half * place == pytest.approx(curve.log_onset(0.75))
    assert np.ravel(ends)[0] == pytest.approx(curve.lapse, abs=1e-4)


def test_a_lapse_reaches_both_judges():
    rng = np.random.default_rng(7)
    magnitude, below = answers(rng, 2.5)
    other = below & (rng.random(90) > 0.1)
    controls = rng.random(60) < 0.1
    given = magnitude, (below, other), (controls, controls)
    found = paired_difference(*given, lapse="estimated", replicates=99)
    assert found.second.lapse > found.first.lapse >= 0
    assert found.low <= found.difference <= found.high


def test_answers_in_pairs_only():
    with pytest.raises(AnalysisError, match="below: 3 answers where the other has 4"):
        paired_difference([1, 2, 4, 8], ([0, 0, 1], [0, 0, 1, 1]), ([0] * 9, [0] * 9))


def test_many_magnitudes_need_little_room():
    rng = np.random.default_rng(3)

    def drawn(onset):
        sizes = np.exp(rng.uniform(0, 6, 600))
        p = 0.1 + 0.9 * expit(2 * (np.log(sizes) - math.log(onset)) + 1)
        return Answers(sizes, (rng.random(600) < p).astype(float), np.ones(600))

    tracemalloc.start()
    found = onset_difference(drawn(20), drawn(40), controls=(40, 400))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6
    assert found.low < math.log(2) < found.high
