"""Profile limits against an independent profile, and that one against BMDS."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq, minimize
from scipy.special import expit, logit
from scipy.stats import chi2

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.interval import profile_limits
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.onset import fit_onset

LOGISTIC = get_family("logistic")
M = np.array([2.0, 3, 4, 5, 6, 7, 8])
K = np.array([2.0, 6, 9, 12, 10, 12, 10])
BAKER_LOGLIK = -45.46547858967593


def independent_profile(position, share_of_floor):
    """Return the profile at ln m = position, by Nelder-Mead over rate and floor."""

    def loss(theta):
        rate, g = math.exp(theta[0]), expit(theta[1])
        share = share_of_floor(g)
        if not 0 < share < 1:
            return 1e9
        p = g + (1 - g) * expit(logit(share) + rate * (np.log(M) - position))
        p = np.clip(p, 1e-300, 1 - 1e-15)
        points = (K * np.log(p) + (12 - K) * np.log1p(-p)).sum()
        return -points - 2 * math.log(g) - 82 * math.log1p(-g)

    options = {"xatol": 1e-8, "fatol": 1e-10, "maxiter": 2000}
    starts = ((0.5, -3.5), (1.5, -3.0))
    return -min(
        minimize(loss, s, method="Nelder-Mead", options=options).fun for s in starts
    )


def independent_limits(share_of_floor, low, high, level):
    cut = BAKER_LOGLIK - chi2.ppf(level, 1) / 2
    middle = (low + high) / 2

    def gap(position):
        return independent_profile(position, share_of_floor) - cut

    return tuple(
        math.exp(brentq(gap, math.log(middle), math.log(end), xtol=1e-7))
        for end in (low * 0.7, high * 1.5)
    )


@pytest.mark.parametrize(
    ("extra_risk", "low", "high"),
    [
        (0.5, 2.2799063320484967, 3.650244139314129),
        (0.74, 3.462467618014631, 5.198380608691696),
    ],
)
def test_the_independent_profile_is_that_of_bmds(extra_risk, low, high):
    # pybmds 25.2 on Baker et al. 2008; its limits are one-sided 95 % limits of a
    # two-sided cut at the 95 % quantile of chi-squared.
    found = independent_limits(lambda g: extra_risk, low, high, 0.95)
    assert found == pytest.approx((low, high), rel=3e-4)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_limits_are_those_of_the_independent_profile(level):
    cell = make_cell(M, K, [12] * 7, controls=(2, 84), floor=None)
    own = profile_limits(cell, fit_curve(cell, LOGISTIC, 0.75), 0.75, level)
    found = independent_limits(lambda g: (0.75 - g) / (1 - g), own.low, own.high, level)
    assert found == pytest.approx((own.low, own.high), rel=1e-5)


def limits(below, total=10, controls=(2, 40), **more):
    m = [1.0, 2.0, 4.0, 8.0, 16.0]
    return fit_onset(
        m, below, [total] * 5, controls=controls, interval="profile", **more
    )


def test_no_upper_limit_when_a_flat_line_is_not_rejected():
    fit = limits([2, 2, 3, 4, 6])
    assert fit.high == math.inf
    assert 0 < fit.low <= 16


def test_no_limit_on_either_side():
    fit = limits([8] * 5, controls=(25, 40))
    assert (fit.low, fit.high) == (0.0, math.inf)


def test_limits_of_a_step_end_at_tested_magnitudes():
    fit = limits([0, 0, 10, 10, 10], controls=(0, 40))
    assert (fit.low, fit.high) == (2.0, 4.0)


def test_limits_of_a_small_step_reach_beyond_its_gap():
    fit = limits([0, 0, 3, 3, 3], total=3, controls=(0, 40))
    assert fit.low == 2.0
    assert fit.high > 4.0


def test_a_higher_level_is_wider():
    narrow = limits([1, 1, 4, 8, 10], level=0.5)
    wide = limits([1, 1, 4, 8, 10], level=0.99)
    assert wide.low < narrow.low < narrow.onset < narrow.high < wide.high


@pytest.mark.parametrize("level", [1e-12, 1e-7])
def test_a_tiny_level_leaves_the_onset_itself(level):
    fit = limits([1, 1, 4, 8, 10], level=level)
    assert fit.status == "located"
    assert (fit.low, fit.high) == pytest.approx((fit.onset, fit.onset), rel=1e-6)


def test_more_answers_are_narrower():
    few = limits([1, 1, 4, 8, 10])
    many = limits([10, 10, 40, 80, 100], total=100, controls=(20, 400))
    assert few.low < many.low < many.high < few.high


@pytest.mark.parametrize("unit", [1e-4, 25.4, 1e5])
def test_limits_scale_with_the_unit(unit):
    m = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    one = fit_onset(m, [1, 1, 4, 8, 10], [10] * 5, controls=(2, 40))
    two = fit_onset(m * unit, [1, 1, 4, 8, 10], [10] * 5, controls=(2, 40))
    assert two.onset == pytest.approx(one.onset * unit, rel=1e-9)
    assert two.low == pytest.approx(one.low * unit, rel=1e-7)
    assert two.high == pytest.approx(one.high * unit, rel=1e-7)
    assert (two.deviance_p, two.rise_p) == (one.deviance_p, one.rise_p)


def test_the_onset_at_each_limit_is_just_not_rejected():
    cell = make_cell(M, K, [12] * 7, controls=None, floor=0.0)
    own = profile_limits(cell, fit_curve(cell, LOGISTIC, 0.75), 0.75, 0.95)
    best = fit_curve(cell, LOGISTIC, 0.75).loglik
    for limit in (own.low, own.high):
        rates = np.geomspace(0.01, 100, 20001)
        z = logit(0.75) + rates[:, None] * (np.log(M) - math.log(limit))
        value = (K * np.log(expit(z)) + (12 - K) * np.log(expit(-z))).sum(axis=1).max()
        assert 2 * (best - value) == pytest.approx(chi2.ppf(0.95, 1), abs=1e-5)


def test_a_limit_too_large_for_a_float_is_infinite():
    cell = make_cell(
        np.geomspace(1.0, 976.2761938474332, 3),
        [2, 17, 10],
        [17, 35, 32],
        controls=(3, 13),
        floor=None,
    )
    curve = fit_curve(cell, get_family("logistic"), 0.75)
    for level in (0.5, 0.68, 0.8, 0.9, 0.95):
        limits = profile_limits(cell, curve, 0.75, level)
        assert limits.low < limits.high
    assert limits.high == math.inf
