"""Curves whose upper end is under 1: given and estimated lapses."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, ndtr

from eyechart.analysis.arguments import check_lapse, lapse_of
from eyechart.analysis.audit import fit
from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.ends import floor_bounds
from eyechart.analysis.model.pinned import Pinned
from eyechart.analysis.model.scaled import Axis
from eyechart.analysis.onset import fit_onset
from eyechart.generator.errors import AnalysisError

LOGISTIC = get_family("logistic")
M = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])
N = np.full(6, 20.0)


def cell_of(below, lapse, controls=(3, 40), total=N, floor=None):
    controls = None if floor is not None else controls
    return make_cell(M, below, total, controls=controls, floor=floor, lapse=lapse)


def simulated(seed, floor=0.1, lapse=0.08):
    rng = np.random.default_rng(seed)
    p = floor + (1 - floor - lapse) * expit(2.5 * (np.log(M) - 1.5))
    return rng.binomial(20, p), (int(rng.binomial(40, floor)), 40)


def loss(theta, below, controls, lapse):
    """Return minus the log likelihood, written without the project's own code."""
    a, b, g = theta[0], math.exp(theta[1]), expit(theta[2]) * 0.75
    free = lapse is None
    top = expit(theta[3]) * 0.25 if free else lapse
    p = g + (1 - g - top) * expit(a + b * np.log(M))
    p = np.clip(p, 1e-15, 1 - 1e-15)
    points = (below * np.log(p) + (20 - below) * np.log1p(-p)).sum()
    kc, nc = controls
    value = points + kc * math.log(g) + (nc - kc) * math.log1p(-g)
    return -(value + (9 * math.log1p(-top) if free else 0.0))


@pytest.mark.parametrize("lapse", [0.05, None])
@pytest.mark.parametrize("seed", range(8))
def test_no_better_curve_is_found_by_another_optimiser(seed, lapse):
    below, controls = simulated(seed)
    fit = fit_curve(cell_of(below, lapse, controls), LOGISTIC, 0.75)
    options = {"maxiter": 4000, "maxfev": 4000, "xatol": 1e-9, "fatol": 1e-12}
    found = min(
        minimize(
            loss,
            [-b * at, math.log(b), -1.5, -1.0][: 4 if lapse is None else 3],
            args=(below, controls, lapse),
            method="Nelder-Mead",
            options=options,
        ).fun
        for at in (0.8, 1.6)
        for b in (1.5, 4.0)
    )
    assert fit.loglik >= -found - 1e-7
    if fit.step is None:
        assert fit.loglik == pytest.approx(-found, abs=1e-4)


def test_guess_and_lapse_of_quickpsy():
    # quickpsy vignette "Guesses and lapses": cumulative normal on the plain axis,
    # floor .5, lapse free: p1 = .61, p2 = .136, lapse = .0545.
    x, k = np.array([0.2, 0.4, 0.6, 0.8, 1.0]), [59, 56, 69, 92, 94]
    normal = get_family("normal")

    def fitted(lapse):
        cell = make_cell(np.exp(x), k, [100] * 5, controls=None, floor=0.5, lapse=lapse)
        return fit_curve(cell, normal, 0.75)

    fit = fitted(0.054507791)
    assert -fit.intercept / fit.rate == pytest.approx(0.610434891, abs=1e-7)
    assert 1 / fit.rate == pytest.approx(0.13611437, abs=1e-7)
    assert fit.loglik == pytest.approx(-250.7700431, abs=1e-7)
    assert fitted(0.0540).loglik < fit.loglik > fitted(0.0550).loglik
    # With its prior the lapse lies nearer to 0.
    assert 0.02 < fitted(None).lapse < 0.0545
    p = 0.5 + (0.5 - fit.lapse) * ndtr(fit.intercept + fit.rate * x)
    assert fit.probability(x) == pytest.approx(p, abs=1e-14)


def test_a_given_lapse_of_palamedes():
    # Palamedes, PAL_PFML_CheckLimits_Demo: a true maximum (scenario 1) and a step
    # between two stimuli (scenario -2), floor .5, lapse .02.
    x = np.exp([-2.0, -1.0, 0.0, 1.0, 2.0])

    def fitted(k):
        cell = make_cell(x, k, [10] * 5, controls=None, floor=0.5, lapse=0.02)
        return fit_curve(cell, LOGISTIC, 0.75)

    smooth = fitted([7, 7, 6, 10, 9])
    assert smooth.step is None
    assert -smooth.intercept / smooth.rate == pytest.approx(-0.448744, abs=1e-6)
    assert smooth.rate == pytest.approx(0.800825, abs=1e-6)
    assert smooth.loglik == pytest.approx(-24.705337, abs=1e-6)
    upright = fitted([7, 5, 10, 9, 9])
    assert upright.step is not None
    assert (upright.step.last_low, upright.step.first_high) == (-1.0, 0.0)
    above = 28 * math.log(0.98) + 2 * math.log(0.02)
    assert upright.loglik == pytest.approx(20 * math.log(0.5) + above)


@pytest.mark.parametrize("lapse", [0.0, 0.06])
def test_the_step_is_the_best_of_all_steps(lapse):
    below = np.array([2.0, 1.0, 3.0, 20.0, 20.0, 20.0 if lapse == 0 else 18.0])
    fit = fit_curve(cell_of(below, lapse), LOGISTIC, 0.75)
    assert fit.step is not None
    best = -np.inf
    for at in range(6):
        for level in np.linspace(0.0, 1 - lapse, 401):
            k, n = below[:at].sum() + 3, N[:at].sum() + 40
            p = np.concatenate(
                [np.full(at, k / n), [level], np.full(5 - at, 1 - lapse)]
            )
            if level < k / n:
                continue
            with np.errstate(divide="ignore", invalid="ignore"):
                hits = np.where(below > 0, below * np.log(p), 0.0)
                misses = np.where(below < N, (N - below) * np.log1p(-p), 0.0)
            value = hits.sum() + misses.sum()
            value += 3 * math.log(k / n) + 37 * math.log1p(-k / n)
            best = max(best, value)
    assert fit.loglik == pytest.approx(best, abs=1e-3)
    assert fit.loglik >= best - 1e-12
    assert fit.probability(np.log(M))[-1] == 1 - lapse


def test_a_flat_line_stays_under_the_upper_end():
    fit = fit_curve(cell_of([20.0] * 6, 0.1), LOGISTIC, 0.75)
    assert fit.probability(np.log(M))[-1] == pytest.approx(0.9)
    assert fit.loglik == pytest.approx(
        120 * math.log(0.9) + 3 * math.log(3 / 40) + 37 * math.log(37 / 40)
    )


def test_data_without_lapses_have_none():
    fit = fit_curve(cell_of([2, 2, 8, 16, 20, 20], None), LOGISTIC, 0.75)
    same = fit_curve(cell_of([2, 2, 8, 16, 20, 20], 0.0), LOGISTIC, 0.75)
    assert fit.lapse == 0
    assert fit.loglik == pytest.approx(same.loglik, abs=1e-9)
    assert fit.log_onset(0.75) == pytest.approx(same.log_onset(0.75), abs=1e-6)


def test_lapses_are_found_and_the_slope_kept():
    # A judge that lapses on 8 % of unmissable errors looks shallow without a lapse.
    m = np.exp(np.linspace(0, 6, 13))
    p = 0.05 + 0.87 * expit(4 * (np.log(m) - 2))
    total = np.full(13, 400)
    below = np.round(total * p)

    def fitted(lapse):
        cell = make_cell(m, below, total, controls=(20, 400), floor=None, lapse=lapse)
        return fit_curve(cell, LOGISTIC, 0.75)

    free = fitted(None)
    assert free.lapse == pytest.approx(0.08, abs=0.005)
    assert free.rate == pytest.approx(4, rel=0.03)
    assert fitted(0.0).rate < 2.5


@pytest.mark.parametrize("lapse", [0.0, 0.05, None])
@pytest.mark.parametrize("seed", range(1, 5))
def test_the_profile_peaks_at_the_fit(seed, lapse):
    below, controls = simulated(seed)
    cell = cell_of(below, lapse, controls)
    fit = fit_curve(cell, LOGISTIC, 0.75)
    assert fit.step is None
    axis = Axis.of(cell.log_magnitude)
    pinned = Pinned(
        family=LOGISTIC,
        cell=cell,
        x=axis.scaled(cell.log_magnitude),
        criterion=0.75,
        bounds=floor_bounds(cell, 0.75),
    )
    at = float(axis.scaled(np.array(fit.log_onset(0.75))))
    value, theta = pinned.profile(np.array([at - 0.1, at, at + 0.1]), enough=1e-12)
    assert value[1] == pytest.approx(fit.loglik, abs=1e-9)
    assert value[0] < value[1] > value[2]
    assert theta[1, 0] == pytest.approx(fit.rate * axis.half, rel=1e-4)
    assert theta.shape == (3, 3 if lapse is None else 2)


@pytest.mark.parametrize(("lapse", "floor"), [(-0.1, 0.0), (1.0, 0.0), (0.6, 0.5)])
def test_no_room_for_a_curve(lapse, floor):
    with pytest.raises(AnalysisError, match=r"leaves no room .* allowed: 0 <= lapse <"):
        cell_of([1.0] * 6, lapse, floor=floor)


@pytest.mark.parametrize("lapse", [0.25, 0.3, -0.01, math.nan, "estimate", True, None])
def test_refused_lapses(lapse):
    with pytest.raises(AnalysisError) as caught:
        fit_onset(M, [2, 2, 8, 16, 20, 20], N, controls=(3, 40), lapse=lapse)
    assert "allowed: 0 <= lapse < 0.25" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("criterion", [0.75, 0.9, 0.95, 0.99])
def test_no_lapse_ends_a_curve_at_the_criterion(criterion):
    # 1 - .95 is a little more than .05 in floating point.
    for lapse in (round(1 - criterion, 2), 1 - criterion - 1e-9):
        with pytest.raises(AnalysisError, match="so that the curve passes"):
            check_lapse(lapse, criterion)
    assert check_lapse(0.9 * (1 - criterion), criterion) == 0.9 * (1 - criterion)


@pytest.mark.parametrize("interval", ["profile", "parametric", "percentile"])
@pytest.mark.parametrize("family", ["logistic", "normal", "gumbel"])
@pytest.mark.parametrize(
    "ends", [{"controls": (1, 40), "criterion": 0.05}, {"floor": 0.74}]
)
def test_a_level_at_the_upper_end_of_a_lapsing_curve(family, interval, ends):
    # More answers below ceiling than 1 - lapse allows: the level is that end, and
    # its share of the way from the floor must not be a rounding error over 1.
    fit = fit_onset(
        [1.0, 1.01, 1.02],
        [14, 15, 14],
        [15] * 3,
        lapse=0.2,
        family=family,
        interval=interval,
        replicates=99,
        **ends,
    )
    assert fit.lapse == 0.2
    assert not math.isnan(fit.low)
    assert fit.low <= fit.high


@pytest.mark.parametrize("lapse", [0.0, 0.05, "estimated"])
def test_onsets_with_a_lapse(lapse):
    below = [2, 2, 8, 16, 19, 19]
    fit = fit_onset(M, below, N, controls=(3, 40), lapse=lapse, interval="profile")
    assert fit.status == "located"
    assert fit.low < fit.onset < fit.high
    assert fit.deviance_p > 0.05
    assert fit.rise_p == 1 / 200
    assert 0 < fit.lapse < 0.1 if lapse == "estimated" else fit.lapse == lapse


def test_an_audit_with_estimated_lapses(frames, tmp_path):
    audit = fit(*frames, lapse="estimated", interval="profile")
    assert all(o.lapse is not None and 0 <= o.lapse < 0.25 for o in audit.onsets)
    audit.save(tmp_path)
    assert type(audit).load(tmp_path).settings.lapse == "estimated"


@pytest.mark.parametrize(
    ("text", "value"), [("0.03", 0.03), ("estimated", "estimated")]
)
def test_lapses_of_the_command_line(text, value):
    assert lapse_of(text) == value
