"""Every status by a minimal example, and every refusal."""

import math

import numpy as np
import pytest

from eyechart.analysis.onset import fit_onset
from eyechart.analysis.results.onset_fit import STATUSES
from eyechart.generator.errors import AnalysisError, UnknownNameError

M = (1.0, 2.0, 4.0, 8.0, 16.0)
CASES = {
    "located": ([1, 1, 4, 8, 10], (2, 40)),
    "left_censored": ([9, 10, 9, 10, 10], (2, 40)),
    "right_censored": ([1, 1, 2, 3, 6], (2, 40)),
    "separated": ([0, 0, 10, 10, 10], (0, 40)),
    "flat": ([1, 0, 1, 0, 1], (2, 40)),
    "decreasing": ([9, 7, 4, 2, 1], (2, 40)),
    "floor_above_criterion": ([8, 9, 9, 10, 10], (30, 40)),
    "too_few": ([0, 0, 5, 9, 10], (0, 4)),
}


def fitted(name, **more):
    below, controls = CASES[name]
    return fit_onset(M, below, [10] * 5, controls=controls, **more)


def test_every_status_has_a_case():
    assert set(CASES) == set(STATUSES)


@pytest.mark.parametrize("name", CASES)
def test_status(name):
    assert fitted(name).status == name


def test_located():
    fit = fitted("located")
    assert 2 < fit.low < fit.onset < fit.high < 16
    assert 0 < fit.rise_p < 0.05
    assert fit.floor_n == 40
    assert fit.n == 50


def test_left_censored_is_an_interval_from_zero():
    fit = fitted("left_censored")
    assert fit.onset is None
    assert fit.low == 0
    assert fit.high >= 1


def test_all_below_at_once_ends_at_the_smallest_magnitude():
    fit = fit_onset(M, [10] * 5, [10] * 5, controls=(0, 40), interval="profile")
    assert (fit.status, fit.low, fit.high) == ("left_censored", 0.0, 1.0)


def test_right_censored_is_an_interval_to_infinity():
    fit = fitted("right_censored")
    assert fit.onset is None
    assert 0 < fit.low <= 16
    assert fit.high == math.inf


def test_noticed_but_never_enough_is_right_censored():
    fit = fit_onset(M, [5] * 5, [10] * 5, controls=(1, 40))
    assert fit.status == "right_censored"
    assert (fit.slope, fit.width) == (0.0, math.inf)


@pytest.mark.parametrize("unit", [1.0, 254.0])
def test_an_upper_limit_far_beyond_the_range_is_infinite(unit):
    # A fifth of the log range from 1 to 16 beyond 16 is 16 ** 1.2 = 27.86, between
    # the profile limits at levels of 95 and 96 %, 27.66 and 29.83.
    m, below = unit * np.array(M), [1, 1, 3, 5, 9]
    near, far = (
        fit_onset(m, below, [10] * 5, controls=(2, 40), interval="profile", level=level)
        for level in (0.95, 0.96)
    )
    assert near.status == far.status == "located"
    assert near.high == pytest.approx(27.66393 * unit, rel=1e-6)
    assert far.high == math.inf
    assert 0 < far.low < near.low


def test_flat_claims_nothing_beyond_the_tested_range():
    fit = fit_onset(M, [0] * 5, [10] * 5, controls=(0, 40))
    assert (fit.status, fit.onset, fit.low, fit.high) == ("flat", None, 16.0, math.inf)


def test_separated_in_a_wide_gap_has_no_point():
    fit = fitted("separated", interval="profile")
    assert (fit.onset, fit.low, fit.high) == (None, 2.0, 4.0)
    assert (fit.slope, fit.width, fit.threshold) == (math.inf, 0.0, None)


def test_separated_in_a_narrow_gap_has_the_middle_of_it():
    m = [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.1, 4.5, 5.0, 6.0, 7.0, 8.0, 9.0]
    fit = fit_onset(m, [0.0] * 7 + [1.0] * 7, [1] * 14, controls=(0, 40))
    assert fit.status == "separated"
    assert fit.onset == pytest.approx(math.sqrt(4.0 * 4.1))
    assert fit.low < 4.0 < 4.1 < fit.high


def test_separated_at_one_magnitude_has_its_onset_there():
    fit = fit_onset(M, [0, 0, 5, 10, 10], [10] * 5, controls=(0, 40))
    assert fit.status == "separated"
    assert fit.onset == pytest.approx(4.0)


def test_decreasing_excludes_no_onset_and_has_a_misfit():
    fit = fitted("decreasing")
    assert (fit.onset, fit.low, fit.high, fit.slope) == (None, 0.0, math.inf, None)
    assert fit.deviance_p < 0.01


def test_floor_above_criterion_reports_the_observed_floor():
    fit = fitted("floor_above_criterion")
    assert fit.floor == 0.75
    assert fit.low is None


@pytest.mark.parametrize(
    ("m", "total", "controls"),
    [
        ((1, 2, 4), (3, 3, 3), (0, 40)),
        ((1, 2), (20, 20), (0, 40)),
        ((1, 2, 4), (20, 20, 20), (0, 0)),
    ],
)
def test_too_few(m, total, controls):
    fit = fit_onset(m, [0] * len(m), total, controls=controls)
    assert fit.status == "too_few"
    assert fit.floor == (None if controls[1] == 0 else 0)


def test_few_controls_do_not_matter_when_the_floor_is_given():
    assert fit_onset(M, [1, 1, 4, 8, 10], [10] * 5, floor=0.05).status == "located"


def test_deviance_is_the_textbook_one():
    x = np.exp([1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.861, 1.8839])
    n = [59, 60, 62, 56, 63, 59, 62, 60]
    fit = fit_onset(x, [6, 13, 18, 28, 52, 53, 61, 60], n, floor=0.0, criterion=0.5)
    assert fit.deviance == pytest.approx(11.232231, abs=1e-6)
    assert fit.threshold == pytest.approx(math.exp(1.77172096), rel=1e-8)
    assert 0.02 < fit.deviance_p < 0.2


def test_misfit_of_data_that_rise_and_fall():
    bad = fit_onset(M, [1, 9, 2, 9, 6], [10] * 5, controls=(2, 40))
    good = fit_onset(M, [1, 3, 5, 7, 9], [10] * 5, controls=(2, 40))
    assert bad.deviance_p < 0.01
    assert good.deviance_p > 0.2


def test_empty_magnitudes_change_nothing():
    full = fit_onset(M, [1, 1, 4, 8, 10], [10] * 5, controls=(2, 40))
    more = fit_onset((*M, 32.0), [1, 1, 4, 8, 10, 0], [10] * 5 + [0], controls=(2, 40))
    assert more == full


def test_same_seed_same_result_whatever_the_order():
    m, k = np.array(M), np.array([1, 1, 4, 8, 10])
    order = [3, 0, 4, 2, 1]
    one = fit_onset(m, k, [10] * 5, controls=(2, 40), seed=3)
    two = fit_onset(m[order], k[order], [10] * 5, controls=(2, 40), seed=3)
    assert one == two


GOOD = {"magnitude": M, "below": [1, 1, 4, 8, 10], "total": [10] * 5, "floor": 0.1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"magnitude": (0.0, 2, 4, 8, 16)}, "magnitude[0] = "),
        ({"magnitude": (-1.0, 2, 4, 8, 16)}, "answers at magnitude 0 are controls"),
        ({"magnitude": (math.nan, 2, 4, 8, 16)}, "finite numbers above 0"),
        ({"magnitude": (1, 2)}, "have 2, 5 and 5 values"),
        ({"magnitude": ("a", 2, 4, 8, 16)}, "magnitude holds something that is no"),
        ({"magnitude": [[1.0], [2.0]]}, "magnitude has 2 dimensions; allowed: 1"),
        ({"total": [1e8] * 4 + [6e8]}, "add up to 1,000,000,000 answers; allowed: up"),
        ({"total": [1e300] * 5}, "answers; allowed: up to 999,999,999 in a cell"),
        ({"below": [1, 1, 4, 8, 11]}, "below[4] = 11 of total[4] = 10 is no count"),
        ({"below": [-1, 1, 4, 8, 10]}, "below[0] = -1"),
        ({"below": [0.5, 1, 4, 8, 10]}, "whole numbers"),
        ({"total": [0] * 5, "below": [0] * 5}, "no answers at any magnitude"),
        ({"floor": None}, "neither given; allowed: exactly one"),
        ({"controls": (1, 2)}, "both given; allowed: exactly one"),
        ({"floor": 1.0}, "floor = 1.0 is no share"),
        ({"floor": -0.1}, "floor = -0.1"),
        ({"floor": None, "controls": (1, 2, 3)}, "is no pair; allowed: (below, total)"),
        ({"floor": None, "controls": (3, 2)}, "controls below[0] = 3"),
        ({"criterion": 1.0}, "criterion = 1.0 is no share"),
        ({"level": 95}, "level = 95 is no share; allowed: above 0 and below 1"),
        ({"interval": "profil"}, "did you mean 'profile'?"),
        ({"tier": [1, 2]}, "tier has 2 values for 5 magnitudes"),
    ],
)
def test_refusals(change, message):
    arguments = GOOD | change
    data = [arguments.pop(name) for name in ("magnitude", "below", "total")]
    with pytest.raises(AnalysisError) as caught:
        fit_onset(*data, **arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_family():
    with pytest.raises(UnknownNameError, match="did you mean 'logistic'"):
        fit_onset(M, [0] * 5, [10] * 5, floor=0.1, family="logstic")


def test_as_many_answers_as_are_allowed_are_fitted():
    many = np.array([1.0, 1, 4, 8, 10]) * 1.9e7
    fit = fit_onset(
        M, many, [1.9e8] * 5, controls=(4e6, 49_999_999), interval="profile"
    )
    assert fit.status == "located"
    assert 0 < fit.low < fit.onset < fit.high < np.inf
