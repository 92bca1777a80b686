"""The magnitude from which scores tell errors apart, and Abbott's criterion."""

import math

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import norm

from eyechart.analysis.onset import fit_onset
from eyechart.analysis.sensitivity.abbott import abbott_onset
from eyechart.analysis.sensitivity.area_onset import area_onset
from eyechart.generator.errors import AnalysisError

CUTS = (-3.0, -2.0, -1.0, 0.2)


def latent(area):
    return math.sqrt(2) * norm.ppf(area)


def planted(seed, place=3.0, strictness=0.0, cuts=None):
    """Scores with area(m) = .5 + .5 logistic(2 (ln m - place))."""
    rng = np.random.default_rng(seed)
    x = np.repeat(np.arange(6), 15) + rng.random(90)
    area = 0.5 + 0.5 * expit(2 * (x - place))
    scores, controls = rng.normal(size=90) - latent(area), rng.normal(size=60)
    if cuts is not None:
        scores, controls = (
            np.digitize(v, np.array(cuts) + strictness) for v in (scores, controls)
        )
    return np.exp(x), scores, controls


@pytest.mark.parametrize("seed", range(3))
def test_planted_sensitivity_is_found(seed):
    found = area_onset(*planted(seed), replicates=199)
    assert found.status == "located"
    assert found.low <= math.exp(3.0) <= found.high
    assert math.log(found.onset) == pytest.approx(3.0, abs=0.7)


def test_strictness_does_not_matter_where_all_levels_are_used():
    """A judge that docks 9 of 10 flawless works has a sensitivity all the same."""
    magnitude, scores, controls = planted(4, cuts=CUTS, strictness=1.1)
    top = len(CUTS)
    below, alarms = scores < top, int((controls < top).sum())
    assert alarms / len(controls) > 0.85
    strict = fit_onset(magnitude, below, np.ones(90), controls=(alarms, 60))
    assert strict.status == "floor_above_criterion"
    found = area_onset(magnitude, scores, controls, replicates=199)
    assert found.status == "located"
    assert found.low <= math.exp(3.0) <= found.high


def test_scores_may_be_stretched_and_the_unit_changed():
    magnitude, scores, controls = planted(1)
    found = area_onset(magnitude, scores, controls, replicates=99)
    other = area_onset(
        magnitude * 25.4, np.exp(scores), np.exp(controls), replicates=99
    )
    assert other.onset == pytest.approx(25.4 * found.onset, rel=1e-6)
    assert other.low == pytest.approx(25.4 * found.low, rel=1e-4)


def test_scores_that_tell_nothing_are_flat():
    rng = np.random.default_rng(0)
    magnitude = np.exp(6 * rng.random(90))
    statuses = [
        area_onset(
            magnitude, rng.integers(1, 6, 90), rng.integers(1, 6, 40), replicates=99
        ).status
        for _ in range(12)
    ]
    assert statuses.count("flat") >= 10


def test_equal_scores_are_flat_without_an_upper_limit():
    found = area_onset(np.geomspace(1, 64, 30), np.full(30, 5), [5] * 20, replicates=99)
    assert (found.status, found.rise_p, found.high) == ("flat", 1.0, math.inf)


def test_always_told_apart_is_before_the_range():
    found = area_onset(np.geomspace(1, 64, 30), np.full(30, 3), [5] * 20, replicates=99)
    assert (found.status, found.onset, found.low) == ("left_censored", None, 0.0)
    assert found.high >= 1.0


def test_too_few():
    found = area_onset([1, 2, 3], [4, 4, 3], [5, 5, 5, 5, 5])
    assert (found.status, found.low, found.rise_p) == ("too_few", None, None)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"target": 0.5}, "target = 0.5 is no area"),
        ({"replicates": 10}, "replicates = 10 is not possible"),
        ({"tier": [1, 2]}, "tier has 2 values for 30 stimuli"),
        ({"score": [math.nan] * 30}, "score: not all are finite"),
        ({"magnitude": [0.0] * 30}, "not all are finite and above 0"),
        ({"magnitude": [1.0] * 29}, "have 29 and 30 values"),
    ],
)
def test_refused(changed, message):
    given = {
        "magnitude": np.geomspace(1, 9, 30),
        "score": [3] * 30,
        "controls": [4] * 9,
    }
    with pytest.raises(AnalysisError, match=message):
        area_onset(**{**given, **changed})


BAKER = ([2, 3, 4, 5, 6, 7, 8], [2, 6, 9, 12, 10, 12, 10], [12] * 7)


@pytest.mark.parametrize(
    ("share", "low", "high"),
    # pybmds 25.2, model LogLogistic: limits of the benchmark dose at that extra risk.
    [(0.5, 2.27991, 3.65024), (0.74, 3.46247, 5.19838)],
)
def test_abbott_is_the_benchmark_dose_at_an_extra_risk(share, low, high):
    found = abbott_onset(*BAKER, controls=(2, 84), share=share)
    assert found.status == "located"
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-3)


def test_abbott_at_one_half_is_the_threshold():
    fit = fit_onset(*BAKER, controls=(2, 84))
    found = abbott_onset(*BAKER, controls=(2, 84))
    assert found.onset == pytest.approx(fit.threshold, rel=1e-6)


def test_abbott_meets_the_total_criterion_at_a_known_floor():
    fit = fit_onset(*BAKER, floor=0.1, criterion=0.75)
    found = abbott_onset(*BAKER, floor=0.1, share=0.65 / 0.9)
    assert found.onset == pytest.approx(fit.onset, rel=1e-9)
    # The onset's own limits start from the same drop.
    assert found.low == pytest.approx(fit.low, rel=0.02)


def test_abbott_answers_where_the_floor_exceeds_the_criterion():
    found = abbott_onset(
        [1, 2, 4, 8, 16], [32, 32, 36, 38, 40], [40] * 5, controls=(64, 80)
    )
    assert found.floor > 0.75
    assert found.status == "located"
    assert 2 < found.onset < 8


def test_abbott_claims_nothing_outside_the_range():
    flat = abbott_onset([1, 2, 4, 8], [2, 1, 2, 1], [20] * 4, controls=(4, 60))
    assert (flat.status, flat.onset, flat.high) == ("flat", None, math.inf)
    every = abbott_onset([1, 2, 4, 8], [20] * 4, [20] * 4, controls=(4, 60))
    assert (every.status, every.low) == ("left_censored", 0.0)
