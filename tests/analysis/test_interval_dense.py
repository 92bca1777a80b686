"""Profile limits against a dense search that shares no code with them."""

import math
from unittest import mock

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, logit, ndtr, ndtri, xlog1py, xlogy
from scipy.stats import chi2

from eyechart.analysis.curve import fit_curve, resolved_loglik
from eyechart.analysis.families import get_family
from eyechart.analysis.intervals import landscape
from eyechart.analysis.intervals.crossings import crossings
from eyechart.analysis.intervals.infinity import at_infinity
from eyechart.analysis.intervals.landscape import Landscape
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.extremes import BESIDE, steps
from eyechart.analysis.onset import fit_onset

CRITERION, DROP, FARTHEST = 0.75, chi2.ppf(0.95, 1), 1.4
SIGMOIDS = {
    "logistic": (expit, logit),
    "normal": (ndtr, ndtri),
    "gumbel": (
        lambda z: -np.expm1(-np.exp(np.minimum(z, 700))),
        lambda p: np.log(-np.log1p(-p)),
    ),
}
RATES = np.concatenate([np.geomspace(1e-3, 1e3, 80), np.geomspace(1.5e3, 1e9, 40)])
FLOORS = np.concatenate([[1e-9, 1e-4], np.linspace(2e-3, 0.7499, 30), [0.75 - 1e-6]])
LAPSES = np.concatenate([[0.0], np.geomspace(3e-3, 0.24, 8), [0.249, 0.25 - 1e-6]])
OUTSIDE = np.array([1e-6, 1e-4, 3e-3, 0.01, 0.03, 0.1, 0.2, 0.3, 0.7])
SIX, EIGHT = np.linspace(-1, 1, 6), np.linspace(-1, 1, 8)


def value(data, p, floor, lapse):
    """Return the log likelihood of probabilities, shape (..., n)."""
    _, below, total, controls = data
    answers = xlogy(below, p) + xlog1py(total - below, -p)
    apart = xlogy(controls[0], floor) + xlog1py(controls[1] - controls[0], -floor)
    return answers.sum(axis=-1) + apart + 9 * math.log1p(-lapse)


def highest(name, data, position, lapses):
    """Return the profile at a position: the best of a grid of curves."""
    cdf, quantile = SIGMOIDS[name]
    floor, best = FLOORS[:, None], -math.inf
    for lapse in lapses:
        height = 1 - floor - lapse
        z = quantile((CRITERION - floor) / height)[..., None]
        z = z + RATES[:, None] * (data[0] - position)
        p = np.clip(
            floor[..., None] + height[..., None] * cdf(z), floor[..., None], 1 - lapse
        )
        best = max(best, value(data, p, floor, lapse).max())
    return best


def beyond(low, high, x):
    """Return positions outside of limits, many near them and near the answers."""
    ends = [low - OUTSIDE] if np.isfinite(low) else []
    ends += [high + OUTSIDE] if high <= FARTHEST else []
    near = np.add.outer(x, np.concatenate([-OUTSIDE[:4], OUTSIDE[:4]])).ravel()
    ends += [near[(near < low) | (near > high)]]
    return np.concatenate(ends)


def fitted(name, data, lapse):
    x, below, total, controls = data
    cell = make_cell(
        np.exp(x), below, total, controls=controls, floor=None, lapse=lapse
    )
    curve = fit_curve(cell, get_family(name), CRITERION)
    found = Landscape.of(cell, curve, CRITERION, [DROP])
    low, high = found.borders([DROP], [DROP])
    return found, float(low[0]), float(high[0])


def narrow(name, data, lapse):
    """Return by how much a drop outside of the limits is under the cut."""
    found, low, high = fitted(name, data, lapse)
    lapses = LAPSES if lapse is None else [0.0]
    places = beyond(low, high, data[0])
    tops = [highest(name, data, place, lapses) for place in places]
    return max((DROP - 2 * (found.best - top) for top in tops), default=0.0)


def drawn(rng):
    number = int(rng.integers(4, 9))
    x, total = np.linspace(-1, 1, number), np.full(number, rng.choice([3.0, 5, 10, 20]))
    floor, controls = rng.choice([0.02, 0.2, 0.5]), int(rng.choice([10, 20, 85]))
    rate, onset = rng.choice([2, 5, 10, 20]), rng.uniform(-1.3, 1.3)
    p = floor + (1 - floor) * expit(rate * (x - onset))
    below = rng.binomial(total.astype(int), p)
    return x, below, total, (rng.binomial(controls, floor), controls)


def usable(data):
    _, below, total, controls = data
    return 0 < below.sum() < total.sum() and controls[0] < CRITERION * controls[1]


@pytest.mark.parametrize(("lapse", "number"), [(0.0, 20), (None, 3)])
@pytest.mark.parametrize("name", SIGMOIDS)
def test_no_onset_outside_the_limits_fits_as_well(name, lapse, number):
    rng = np.random.default_rng(5)
    cells = [data for data in (drawn(rng) for _ in range(number)) if usable(data)]
    assert max(narrow(name, data, lapse) for data in cells) < 1e-3


@pytest.mark.parametrize(
    ("name", "lapse", "data"),
    [
        # Steep curves, between two positions that slow ones fit.
        ("gumbel", 0.0, (SIX, [0, 0, 0, 1, 4, 10], [10] * 6, (0, 20))),
        ("logistic", 0.0, (SIX, [0, 0, 0, 1, 4, 10], [10] * 6, (0, 20))),
        # Floors just under the criterion, far below the range.
        ("logistic", 0.0, (EIGHT, [3, 3, 4, 5, 5, 5, 5, 5], [5] * 8, (6, 10))),
        ("normal", 0.0, (SIX[::2], [1, 3, 3], [3] * 3, (59, 85))),
        # Lapses that leave the upper end at the criterion.
        ("normal", None, (SIX, [1, 1, 2, 9, 8, 7], [10] * 6, (4, 20))),
        ("normal", None, (EIGHT, [0, 5, 5, 5, 5, 5, 4, 6], [6] * 8, (0, 20))),
        ("gumbel", None, (EIGHT, [0, 0, 2, 0, 2, 10, 16, 16], [20] * 8, (2, 20))),
    ],
)
def test_odd_cells_have_limits_that_are_wide_enough(name, lapse, data):
    x, below, total, controls = data
    data = x, np.array(below, float), np.array(total, float), controls
    assert narrow(name, data, lapse) < 1e-3


def test_a_limit_is_looked_at_from_outside():
    """A search for the edge that ends too early goes on where climbs find more."""
    stops = []

    def early(height, cut, ends, values, guesses, *, close):
        stops.append(len(cut))
        if len(stops) > 1:
            return crossings(height, cut, ends, values, guesses, close=close)
        return ends[:, 0] + 0.2 * (ends[:, 1] - ends[:, 0])

    data = SIX, np.array([1.0, 0, 2, 6, 9, 10]), np.full(6, 10.0), (1, 20)
    right = fitted("logistic", data, 0.0)[1:]
    with mock.patch.object(landscape, "crossings", early):
        found = fitted("logistic", data, 0.0)[1:]
    assert stops == [2, 2]
    assert found == pytest.approx(right, abs=1e-9)


def free(data, theta):
    """Return the log likelihood of a logistic (threshold, log rate, logit floor)."""
    floor = 0.75 * expit(theta[2])
    p = floor + (1 - floor) * expit(math.exp(theta[1]) * (data[0] - theta[0]))
    return value(data, np.clip(p, 1e-300, 1 - 1e-15), floor, 0.0)


def best_free(data, highest_rate=math.inf):
    """Return the best of many climbs of a general optimiser."""
    starts = [
        (place, math.log(rate), 0.5)
        for place in (-1, 0, 0.5, 0.8, 1, 1.2, 1.5, 2, 3)
        for rate in (0.5, 2, 5, 10, 15)
    ]
    bounds = [(-5, 30), (-10, math.log(min(highest_rate, 1e4))), (-20, 20)]

    def loss(theta):
        return -free(data, theta)

    return -min(minimize(loss, start, bounds=bounds).fun for start in starts)


def test_a_narrow_ridge_towards_a_floor_of_0_is_climbed():
    # Nelder-Mead over rate and floor finds drops of 3.8415 at 10.1515 and 3.8414 at
    # 12.2026.
    fit = fit_onset(
        [1, 4.5, 20],
        [0, 50, 2999],
        [3000] * 3,
        controls=(0, 10),
        criterion=0.9,
        family="normal",
        interval="profile",
    )
    assert (fit.low, fit.high) == pytest.approx((10.1515, 12.2026), abs=1e-4)


def test_a_hundred_thousand_answers_at_a_magnitude_are_fitted():
    m = np.exp(np.arange(7) / 2)
    below = np.array([69563, 77482, 83548, 87682, 90533, 92243, 93202.0])
    controls, total = (21, 1000), np.full(7, 1e5)
    fit = fit_onset(m, below, total, controls=controls, interval="profile")
    best = best_free((np.log(m), below, total, controls))
    assert fit.loglik >= best - 1e-3
    assert fit.low < fit.onset < fit.high < 1.03 * fit.low


def test_curves_that_drops_are_measured_from_are_the_best():
    """Judges that answer at random: the likelihood is nearly flat beyond the range."""
    widest = 2 * math.log(19) / 0.4
    for seed in (3, 4, 21):
        rng = np.random.default_rng(seed)
        x = np.concatenate([[-1], np.sort(rng.uniform(-1, 1, 48)), [1]])
        data = x, (rng.random(50) < 0.5) * 1.0, np.ones(50), (42, 85)
        cell = make_cell(np.exp(x), *data[1:3], controls=data[3], floor=None)
        curve = fit_curve(cell, get_family("logistic"), CRITERION)
        found = resolved_loglik(cell, curve, CRITERION)
        assert found >= best_free(data, widest) - 1e-5


@pytest.mark.parametrize("family", ["gumbel", "logistic"])
def test_a_limit_may_lie_at_a_magnitude_of_many_answers(family):
    m = np.exp(np.linspace(0.5, 5.5, 6))
    fit = fit_onset(
        m,
        [0, 0, 0, 1, 4, 10],
        [10] * 6,
        controls=(0, 20),
        family=family,
        interval="profile",
    )
    assert fit.low == m[4]


def test_a_floor_that_may_reach_the_criterion_leaves_no_lower_limit():
    fit = fit_onset(
        np.exp(np.arange(8)),
        [3, 3, 4, 5, 5, 5, 5, 5],
        [5] * 8,
        controls=(6, 10),
        interval="profile",
    )
    assert fit.low == 0
    assert fit.high < np.exp(7)


def test_an_upper_end_that_may_be_the_criterion_leaves_no_upper_limit():
    given = {"controls": (4, 20), "family": "normal", "interval": "profile"}
    m, below = np.exp(np.arange(6)), [1, 1, 2, 9, 8, 7]
    assert fit_onset(m, below, [10] * 6, lapse="estimated", **given).high == math.inf
    assert fit_onset(m, below, [10] * 6, lapse=0.1, **given).high < math.inf


def at_both_ends(name, below, controls, lapse):
    """Return what is claimed of onsets of 0 and inf, data and a grid of rises."""
    data = EIGHT, np.array(below, float), np.full(8, 20.0), controls
    cell = make_cell(
        np.exp(EIGHT), below, data[2], controls=controls, floor=None, lapse=lapse
    )
    low, high = at_infinity(cell, get_family(name), CRITERION)
    away = EIGHT - np.linspace(-2, 2, 201)[:, None]
    return low, high, data, SIGMOIDS[name][0](RATES[::2, None, None] * away)


@pytest.mark.parametrize("name", SIGMOIDS)
def test_an_onset_of_0_is_that_of_a_floor_at_the_criterion(name):
    below = [15, 14, 16, 18, 20, 20, 20, 20]
    low, _, data, rise = at_both_ends(name, below, (60, 85), 0.0)
    best = value(data, CRITERION + (1 - CRITERION) * rise, CRITERION, 0).max()
    line = value(data, np.full(8, 143 / 160), 60 / 85, 0)
    assert best - 1e-4 < low < best + 0.15
    assert low > line + 5


@pytest.mark.parametrize("name", SIGMOIDS)
def test_an_onset_of_inf_is_that_of_an_upper_end_at_the_criterion(name):
    below = [1, 2, 4, 9, 15, 15, 16, 14]
    _, high, data, rise = at_both_ends(name, below, (4, 85), None)
    best = max(
        value(data, floor + (CRITERION - floor) * rise, floor, 0.25).max()
        for floor in np.linspace(0.02, 0.09, 30)
    )
    line = value(data, np.full(8, 76 / 160), 4 / 85, 0)
    assert best - 1e-4 < high < best + 0.15
    assert high > line + 5


def test_without_ends_at_the_criterion_they_are_flat_lines():
    below, total = np.array([1.0, 2, 4, 9]), np.full(4, 10.0)
    cell = make_cell(np.exp(SIX[:4]), below, total, controls=None, floor=0.1)
    flat = [
        float((xlogy(below, p) + xlog1py(total - below, -p)).sum()) for p in (0.75, 0.4)
    ]
    assert at_infinity(cell, get_family("logistic"), CRITERION) == pytest.approx(flat)


def test_steps_beside_a_magnitude_have_any_level_there():
    x = np.array([-1.0, 0.0, 1.0])
    cell = make_cell(np.exp(x), [1, 4, 10], [10] * 3, controls=(0, 20), floor=None)
    found = steps(cell, x, np.array([-BESIDE, 0.0, BESIDE, 0.5]), CRITERION, 0.75, 0.0)

    def answers(k, n, p):
        return float(xlogy(k, p) + xlog1py(n - k, -p))

    alone = answers(1, 30, 1 / 30)
    held = alone + answers(4, 10, 0.75)
    free = alone + answers(4, 10, 0.4)
    between = answers(5, 40, 5 / 40)
    assert found == pytest.approx([held, held, free, between])
