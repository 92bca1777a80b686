"""Residuals, influence, dispersion and methods without a form, against oracles."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.optimize import isotonic_regression
from scipy.special import expit

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.diagnostics.diagnose import diagnose
from eyechart.analysis.diagnostics.dispersion import dispersion, repeated
from eyechart.analysis.diagnostics.isotonic import isotonic_onset, rising
from eyechart.analysis.diagnostics.residuals import (
    deviance_residuals,
    residual_correlation,
)
from eyechart.analysis.diagnostics.spearman_karber import spearman_karber
from eyechart.analysis.families import get_family
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.onset import fit_onset

X = np.array([1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.861, 1.8839])
K = np.array([6.0, 13, 18, 28, 52, 53, 61, 60])
N = np.array([59.0, 60, 62, 56, 63, 59, 62, 60])
M = (1.0, 2.0, 4.0, 8.0, 16.0)


def beetle(**more):
    data = np.exp(X), K, N
    fit = fit_onset(*data, floor=0.0, criterion=0.5, interval="profile", **more)
    return data, fit


@pytest.fixture(scope="module")
def glm():
    counts = np.column_stack([K, N - K])
    return sm.GLM(counts, sm.add_constant(X), family=sm.families.Binomial()).fit()


def test_residuals_and_dispersion_are_those_of_statsmodels(glm):
    data, fit = beetle()
    found = diagnose(*data, fit, floor=0.0)
    residuals = [group.residual for group in found.groups]
    assert residuals == pytest.approx(glm.resid_deviance, abs=1e-6)
    assert sum(r**2 for r in residuals) == pytest.approx(fit.deviance, rel=1e-9)
    predicted = [group.predicted for group in found.groups]
    assert predicted == pytest.approx(glm.fittedvalues, abs=1e-8)
    expected = np.corrcoef(glm.resid_deviance, glm.fittedvalues)[0, 1]
    assert found.residual_correlation == pytest.approx(expected, abs=1e-6)
    assert found.dispersion == pytest.approx(glm.pearson_chi2 / 6, rel=1e-6)
    assert (found.dispersion_df, found.dispersion_by) == (6, "tier")
    coefficients = glm.llf - fit.loglik
    assert found.aic == pytest.approx(glm.aic + 2 * coefficients, abs=1e-6)


def test_influence_is_that_of_fits_without_the_tier(glm):
    data, fit = beetle()
    found = diagnose(*data, fit, floor=0.0)
    for i, group in enumerate(found.groups):
        kept = np.arange(len(X)) != i
        counts = np.column_stack([K, N - K])[kept]
        design = sm.add_constant(X[kept])
        less = sm.GLM(counts, design, family=sm.families.Binomial()).fit(tol=1e-12)
        a, b = less.params
        assert group.influence == pytest.approx(-a / b - math.log(fit.onset), abs=1e-8)


@pytest.mark.parametrize("lapse", [0.0, "estimated"])
def test_influence_with_a_joint_floor(lapse):
    m, k, n = np.array(M), np.array([1, 2, 5, 9, 10]), np.full(5, 12)
    fit = fit_onset(m, k, n, controls=(3, 40), lapse=lapse, interval="profile")
    found = diagnose(m, k, n, fit, controls=(3, 40), lapse=lapse)
    for i, group in enumerate(found.groups):
        kept = np.arange(5) != i
        cell = make_cell(
            m[kept],
            k[kept],
            n[kept],
            controls=(3, 40),
            floor=None,
            lapse=None if lapse == "estimated" else lapse,
        )
        less = fit_curve(cell, get_family("logistic"), 0.75)
        if less.step is None:
            change = less.log_onset(0.75) - math.log(fit.onset)
            assert group.influence == pytest.approx(change, abs=1e-4)


def test_influence_of_the_only_tier_that_is_noticed():
    k = [0, 0, 0, 1, 9]
    fit = fit_onset(M, k, [10] * 5, controls=(0, 40), interval="profile")
    assert fit.status == "located"
    groups = diagnose(M, k, [10] * 5, fit, controls=(0, 40)).groups
    assert groups[4].influence == math.inf
    assert abs(groups[0].influence) < 0.05


def test_groups_are_tiers_and_ascend():
    rng = np.random.default_rng(4)
    tier = rng.permutation(np.repeat([3, 1, 2], 10))
    m = np.exp(tier + rng.uniform(-0.4, 0.4, 30))
    k = (rng.random(30) < expit(3 * (np.log(m) - 2))).astype(float)
    fit = fit_onset(m, k, np.ones(30), controls=(1, 40), tier=tier.tolist())
    found = diagnose(m, k, np.ones(30), fit, controls=(1, 40), tier=tier.tolist())
    assert [g.n for g in found.groups] == [10, 10, 10]
    assert [g.below for g in found.groups] == [k[tier == t].sum() for t in (1, 2, 3)]
    means = [np.exp(np.log(m[tier == t]).mean()) for t in (1, 2, 3)]
    assert [g.magnitude for g in found.groups] == pytest.approx(means)


def test_controls_are_a_block_of_the_dispersion():
    k, n = np.array([1, 1, 4, 8, 10]), np.full(5, 10)
    fit = fit_onset(M, k, n, controls=(4, 40), interval="profile")
    found = diagnose(M, k, n, fit, controls=(4, 40))
    p = np.array([g.predicted for g in found.groups])
    pearson = ((k - n * p) ** 2 / (n * p * (1 - p))).sum()
    g = fit.floor
    pearson += (4 - 40 * g) ** 2 / (40 * g * (1 - g))
    assert found.dispersion == pytest.approx(pearson / 3)
    assert found.dispersion_df == 3


def test_series_that_answer_alike_are_overdispersed():
    rng = np.random.default_rng(8)
    series = np.repeat(np.arange(40), 5)
    shift = rng.normal(0, 3, 40)[series]
    x = np.tile(np.log(M), 40) + rng.uniform(-0.1, 0.1, 200)
    k = (rng.random(200) < expit(4 * (x - 1.4) + shift)).astype(float)
    m, n = np.exp(x), np.ones(200)
    fit = fit_onset(m, k, n, floor=0.0, interval="profile")
    clustered = diagnose(m, k, n, fit, floor=0.0, series=series.tolist())
    assert clustered.dispersion_by == "series"
    assert clustered.dispersion_df == 38
    assert clustered.dispersion > 1.5
    single = diagnose(m, k, n, fit, floor=0.0, series=list(range(200)))
    assert single.dispersion_by == "tier"
    assert single.dispersion < 1.5


def test_repeated_series():
    assert repeated(["a", "b", "a"])
    assert not repeated(["a", "b", "c"])
    assert not repeated(["a", None, "a"])
    assert not repeated(None)


def test_dispersion_has_limits():
    one = np.array([1.0])
    assert dispersion(one, one, one, parameters=1) is None
    sure = dispersion(np.array([1.0, 2.0]), np.ones(2), np.zeros(2), parameters=1)
    assert sure == (math.inf, 1)
    assert dispersion(np.ones(2), np.ones(2), np.zeros(2), parameters=1) == (0.0, 1)


def test_an_impossible_answer_has_an_infinite_residual():
    found = deviance_residuals(
        np.array([1.0, 0.0, 4.0]), np.array([4.0, 4.0, 4.0]), np.array([0.0, 0.0, 1.0])
    )
    assert found.tolist() == [math.inf, 0.0, 0.0]
    assert residual_correlation(found, np.array([0.0, 0.5, 1.0])) is None
    assert residual_correlation(np.array([0.1, 0.2]), np.array([0.1, 0.2])) is None
    assert residual_correlation(np.ones(3), np.array([0.1, 0.2, 0.3])) is None


# Doses and deaths of Hamilton, Russo and Thurston 1977, tables I and V; thresholds
# at a trim of 0, 5, 10 and 20 % as printed by the program of the US EPA.
TABLE_I = ([15.54, 20.47, 27.92, 35.98, 55.52], [20, 20, 20, 19, 20])
TABLE_V = ([7.8, 13, 22, 36, 60, 100], [10] * 6)
HAMILTON = {
    "1a": (TABLE_I, [0, 0, 0, 1, 20], (43.89, 44.16, 44.16, 44.16)),
    "1b": (TABLE_I, [0, 1, 0, 1, 20], (43.27, 44.16, 44.16, 44.16)),
    "1c": (TABLE_I, [0, 1, 0, 3, 20], (41.73, 42.53, 42.79, 42.91)),
    "1d": (TABLE_I, [0, 1, 1, 18, 20], (31.36, 31.71, 31.71, 31.71)),
    "1e": (TABLE_I, [0, 1, 1, 19, 20], (30.8, 31.48, 31.48, 31.48)),
    "4a": (TABLE_V, [0, 0, 1, 10, 10, 10], (26.75, 27.2, 27.38, 27.38)),
    "4b": (TABLE_V, [0, 0, 7, 10, 10, 10], (19.7, 19.52, 19.36, 19.07)),
    "4c": (TABLE_V, [0, 0, 1, 4, 10, 10], (36.14, 36.96, 37.49, 38.18)),
    "4d": (TABLE_V, [0, 0, 2, 7, 10, 10], (29.55, 29.69, 29.79, 29.74)),
    "4e": (TABLE_V, [0, 0, 2, 3, 10, 10], (36.11, 37.06, 38.05, 40.23)),
}


@pytest.mark.parametrize("name", HAMILTON)
@pytest.mark.parametrize("column", range(4))
def test_spearman_karber_of_the_epa(name, column):
    (dose, n), k, printed = HAMILTON[name]
    trim = (0.0, 0.05, 0.1, 0.2)[column]
    found = spearman_karber(
        np.log(dose), np.array(k, float), np.array(n, float), trim=trim
    )
    assert found.threshold == pytest.approx(printed[column], abs=0.006)


def test_spearman_karber_trims_as_much_as_it_must():
    x, n = np.log([1.0, 2.0, 4.0, 8.0]), np.full(4, 10.0)
    found = spearman_karber(x, np.array([1.0, 3.0, 7.0, 9.0]), n)
    assert found.trim == pytest.approx(0.1)
    assert found.threshold == pytest.approx(math.sqrt(8))
    assert spearman_karber(x, np.array([1.0, 3.0, 4.0, 4.0]), n) is None
    assert spearman_karber(x, np.array([1.0, 3.0, 7.0, 9.0]), n, trim=0.05) is None


def test_spearman_karber_corrects_both_ends():
    x, q, n = np.log([1.0, 2.0, 4.0, 8.0]), np.array([0, 0.25, 0.5, 1.0]), 400
    p = 0.2 + 0.7 * q
    total = np.full(4, float(n))
    plain = spearman_karber(x, n * q, total)
    ended = spearman_karber(x, n * p, total, floor=0.2, lapse=0.1)
    assert ended.threshold == pytest.approx(plain.threshold, rel=1e-9)


def test_isotonic_is_the_max_min_formula():
    rng = np.random.default_rng(6)
    share, weight = rng.random(7), rng.integers(1, 9, 7).astype(float)
    # Robertson, Wright and Dykstra 1988: max over i <= t of min over j >= t.
    means = [
        [np.average(share[i : j + 1], weights=weight[i : j + 1]) for j in range(i, 7)]
        for i in range(7)
    ]
    expected = [max(min(means[i][t - i :]) for i in range(t + 1)) for t in range(7)]
    assert rising(share, weight) == pytest.approx(expected)


def test_isotonic_is_that_of_scipy():
    rng = np.random.default_rng(7)
    for size in (1, 2, 9, 60):
        for _ in range(20):
            weight = rng.integers(1, 9, size).astype(float)
            share = rng.binomial(weight.astype(int), rng.random()) / weight
            expected = isotonic_regression(share, weights=weight).x
            assert rising(share, weight) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(
    ("below", "onset"),
    [
        ([0, 5, 10], math.exp(0.75 * math.log(4))),
        ([8, 8, 9], 0.0),
        ([1, 2, 3], math.inf),
        ([9, 1, 2], math.inf),
        ([5, 5, 8], math.exp(math.log(2) * (1 + 0.25 / 0.3))),
    ],
)
def test_isotonic_onset(below, onset):
    x = np.log([1.0, 2.0, 4.0])
    found = isotonic_onset(x, np.array(below, float), np.full(3, 10.0), 0.75)
    assert found == pytest.approx(onset)


@pytest.mark.parametrize(
    ("below", "status"),
    [
        ([0, 0, 10, 10, 10], "separated"),
        ([0, 0, 5, 10, 10], "separated"),
        ([2, 2, 2, 2, 3], "flat"),
        ([10, 9, 3, 1, 0], "decreasing"),
        ([0, 0, 0, 0, 10], "separated"),
        ([10, 10, 10, 10, 10], "left_censored"),
    ],
)
def test_every_status_has_diagnostics(below, status):
    fit = fit_onset(M, below, [10] * 5, controls=(4, 40), interval="profile")
    assert fit.status == status
    found = diagnose(M, below, [10] * 5, fit, controls=(4, 40))
    assert all(g.influence is None for g in found.groups)
    if status == "decreasing":
        assert (found.dispersion, found.aic, found.residual_correlation) == (None,) * 3
        assert found.isotonic_onset == math.inf
    else:
        squares = sum(g.residual**2 for g in found.groups)
        kc, g = 4, fit.floor
        squares += 2 * (kc * math.log(kc / 40 / g) + 36 * math.log(36 / 40 / (1 - g)))
        coefficients = -fit.loglik + sum(
            k * math.log(k / n) + (n - k) * math.log(1 - k / n)
            for k, n in [*((k, 10) for k in below), (4, 40)]
            if 0 < k < n
        )
        assert squares == pytest.approx(2 * coefficients, abs=1e-6)


def test_floor_above_the_criterion_still_has_a_plain_rise():
    fit = fit_onset(M, [8, 8, 9, 10, 10], [10] * 5, controls=(35, 40))
    assert fit.status == "floor_above_criterion"
    found = diagnose(M, [8, 8, 9, 10, 10], [10] * 5, fit, controls=(35, 40))
    assert found.isotonic_onset == 0
    assert found.aic is None


def test_the_better_family_has_the_smaller_aic(glm):
    aic = {}
    for family in ("logistic", "normal", "gumbel"):
        data, fit = beetle(family=family)
        aic[family] = diagnose(*data, fit, floor=0.0).aic
    # Deviances of Dobson (2002), table 7.4 and exercise: 11.23, 10.12 and 3.45.
    assert aic["logistic"] - aic["gumbel"] == pytest.approx(11.2322 - 3.4464, abs=1e-3)
    assert aic["normal"] - aic["gumbel"] == pytest.approx(10.1198 - 3.4464, abs=1e-3)
