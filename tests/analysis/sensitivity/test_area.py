"""The area under the ROC curve, and d'."""

import math
import tracemalloc

import numpy as np
import pytest
from scipy.stats import mannwhitneyu, norm

from eyechart.analysis.sensitivity.area import area_under, beaten, d_a, placements
from eyechart.analysis.sensitivity.detection import detection
from eyechart.generator.errors import AnalysisError


@pytest.mark.parametrize("levels", [2, 5, 1000])
def test_area_is_mann_whitney(levels):
    rng = np.random.default_rng(levels)
    controls, scores = rng.integers(0, levels, 40), rng.integers(0, levels, 13)
    u = mannwhitneyu(controls, scores).statistic
    assert area_under(controls, scores).area == pytest.approx(u / 40 / 13, abs=1e-12)


@pytest.mark.parametrize("levels", [1, 2, 5, 1000])
def test_placements_are_means_of_wins(levels):
    rng = np.random.default_rng(levels)
    controls, scores = rng.integers(0, levels, 40), rng.integers(0, levels, 13)
    wins = beaten(controls, scores)
    assert placements(controls, scores).tolist() == wins.mean(axis=0).tolist()


def test_an_area_needs_no_room_for_every_pair():
    rng = np.random.default_rng(1)
    controls, scores = rng.normal(size=3000), rng.normal(size=3000)
    tracemalloc.start()
    area_under(controls, scores)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2e6


def test_limits_solve_newcombes_equation():
    found = area_under([5, 5, 4, 5, 3, 5], [4, 3, 5, 2], 0.9)
    z = norm.ppf(0.95)
    for limit in (found.low, found.high):
        q1, q2 = limit / (2 - limit), 2 * limit**2 / (1 + limit)
        # Hanley and McNeil (1982), both sample sizes replaced by their mean.
        spare = (5 - 1) * (q1 - limit**2 + q2 - limit**2)
        variance = (limit * (1 - limit) + spare) / 24
        assert abs(found.area - limit) == pytest.approx(z * math.sqrt(variance))


def test_limits_do_not_collapse_at_one():
    found = area_under([5] * 40, [4] * 10)
    assert (found.area, found.high) == (1.0, 1.0)
    assert 0.8 < found.low < 0.95
    assert area_under([4] * 40, [5] * 10).high == pytest.approx(1 - found.low)


def test_no_scores_no_area():
    assert area_under([], [1, 2]) == (None, None, None)
    assert area_under([1], []) == (None, None, None)


@pytest.mark.parametrize(
    ("mu", "cuts"), [(0.0, [-1.3]), (2.0, [-2, -1, 0]), (3.3, None)]
)
def test_limits_hold_the_area(mu, cuts):
    rng = np.random.default_rng(8)
    edges = None if cuts is None else np.concatenate([[-np.inf], cuts, [np.inf]])
    if edges is None:
        truth = float(norm.cdf(mu / math.sqrt(2)))
    else:
        p, q = np.diff(norm.cdf(edges)), np.diff(norm.cdf(edges + mu))
        truth = float(p @ (np.cumsum(q) - q / 2))
    held = 0
    for _ in range(400):
        controls, scores = rng.normal(size=40), rng.normal(size=10) - mu
        if cuts is not None:
            controls, scores = np.digitize(controls, cuts), np.digitize(scores, cuts)
        found = area_under(controls, scores)
        held += found.low <= truth <= found.high
    assert held >= 0.93 * 400


def test_d_a_of_normal_scores_is_their_distance():
    assert d_a(float(norm.cdf(1.7 / math.sqrt(2)))) == pytest.approx(1.7)
    assert d_a(1.0) == math.inf
    assert d_a(None) is None


def test_dprime_by_hand():
    # Hautus's correction: (15 + .5) / 21 and (3 + .5) / 26.
    found = detection(15, 20, 3, 25)
    h, f = norm.ppf(15.5 / 21), norm.ppf(3.5 / 26)
    assert found.dprime == pytest.approx(h - f)
    assert found.strictness == pytest.approx(-(h + f) / 2)
    assert detection(20, 20, 0, 25).dprime < math.inf
    assert detection(5, 10, 20, 40).low < 0 < detection(5, 10, 20, 40).high


def test_dprime_limits_hold_what_was_planted():
    rng = np.random.default_rng(2)
    hit, alarm = norm.cdf(0.9), norm.cdf(-0.9)
    founds = [
        detection(int(rng.binomial(20, hit)), 20, int(rng.binomial(85, alarm)), 85)
        for _ in range(400)
    ]
    assert sum(f.low <= 1.8 <= f.high for f in founds) >= 0.93 * 400


def test_strictness_moves_without_sensitivity():
    lenient = detection(50, 100, 16, 100)
    strict = detection(84, 100, 50, 100)
    assert lenient.dprime == pytest.approx(strict.dprime, abs=1e-9)
    assert strict.strictness < lenient.strictness


def test_counts_that_are_none():
    with pytest.raises(AnalysisError, match="hits = 11 of 10 is no count"):
        detection(11, 10, 0, 5)
