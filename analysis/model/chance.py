"""Monte Carlo p values of one cell: rise, fall, trend and misfit.

At ten answers a tier the chi-squared approximations are wrong: with the floor at
.5 the likelihood ratio of a flat judge passes 3.84 in up to 13 of 100 data sets,
and the deviance is far from chi-squared. All p values here count simulated
data sets, (1 + exceedances) / (1 + replicates), and so are valid at any size
(Phipson and Smyth 2010).
"""

import hashlib

import numpy as np
from scipy.special import xlogy

from .ascent import Truths
from .cell import Cell
from .climb import LARGEST_RATE, climb
from .climbs import Found
from .extremes import binomial
from .likelihood import Counts, log_prior
from .refit import FEW_STEPS, MOST_STEPS
from .scaled import Axis
from .sigmoid import Array, Family

REPLICATES = 199
_FALL_REPLICATES = 1999
_HIGHEST_SHARE = 1 - 1e-9
_HIGHEST_LAPSE = 0.25
_TIE = 1e-4
_ENOUGH = 1e-8
_STARTS = 3
_STEP = 80.0


def generator(seed: int, *key: str) -> np.random.Generator:
    """Return a generator that depends on `seed` and `key` only.

    The p values of one cell then do not depend on which other cells there are.
    """
    digest = hashlib.blake2b("\x1f".join(key).encode(), digest_size=16).digest()
    words = np.frombuffer(digest, dtype="<u4").tolist()
    sequence = np.random.SeedSequence(seed, spawn_key=words)
    return np.random.Generator(np.random.PCG64(sequence))


def own_fit(cell: Cell, family: Family) -> Found:
    """Return the curve of a cell, shape (1, 3 or 4), and its value, shape (1,)."""
    return _climb(cell, family, cell.below[None, :], np.array([cell.controls_below]))


def rise_p(
    cell: Cell, family: Family, rng: np.random.Generator, own: Found | None = None
) -> float:
    """Return the p of the likelihood ratio of a rising curve against the floor.

    Under the null every answer, control or not, is below ceiling with the same
    probability. With controls the p is exact: given how many answers are below
    ceiling in all, each allotment of them is equally likely, whatever the floor.
    With a given floor the answers are drawn from it. `own` is what `own_fit` returns,
    where it is known.
    """
    _, value = own_fit(cell, family) if own is None else own
    controls_below = np.array([cell.controls_below])
    observed = _gain(cell, value, cell.below[None, :], controls_below)[0]
    if observed <= _TIE:
        return 1.0
    if cell.floor is None:
        sizes = np.append(cell.total, cell.controls_total).astype(np.int64)
        drawn = rng.multivariate_hypergeometric(
            sizes, int(cell.below.sum() + cell.controls_below), REPLICATES
        ).astype(np.float64)
        below, controls = drawn[:, :-1], drawn[:, -1]
    else:
        below = _binomials(rng, cell.total, cell.floor, REPLICATES)
        controls = np.zeros(REPLICATES)
    return _p(_reaches(cell, family, below, controls, observed - _TIE))


def may_fall(cell: Cell, alpha: float) -> bool:
    """Tell whether the p of `fall_p` can be near `alpha` at all.

    The sum of a sample of k values without replacement passes its mean by t with a
    probability of at most exp(-2 t^2 / (k range^2)) (Hoeffding 1963, JASA 58, 13-30):
    where that bounds the p from below at four times `alpha`, drawing is needless.
    """
    x = Axis.of(cell.log_magnitude).scaled(cell.log_magnitude)
    k = float(cell.below.sum())
    over = float(cell.below @ x) - k * float(cell.total @ x) / float(cell.total.sum())
    return over <= 0 or np.exp(-2 * over**2 / (k * np.ptp(x) ** 2)) > 1 - 4 * alpha


def fall_p(cell: Cell, rng: np.random.Generator) -> float:
    """Return the one-sided p of a fall over the tested magnitudes.

    The statistic is the sum of log magnitudes of the answers below ceiling (the
    score statistic of a logistic slope, Cochran and Armitage); exact given how
    many answers are below ceiling.
    """
    drawn, seen, _ = _sums_below(cell, rng)
    return _p(drawn <= seen + _TIE)


def armitage_p(cell: Cell, rng: np.random.Generator) -> float:
    """Return the two-sided p of Cochran and Armitage's trend over log magnitudes.

    The statistic is that of `fall_p` less what it is on average when each allotment
    of the answers below ceiling is equally likely (Armitage 1955, Biometrics 11,
    375-386); exact given how many answers are below ceiling.
    """
    drawn, seen, mean = _sums_below(cell, rng)
    return _p(np.abs(drawn - mean) >= abs(seen - mean) - _TIE)


def misfit(
    cell: Cell, family: Family, rng: np.random.Generator, own: Found | None = None
) -> tuple[float, float]:
    """Return the deviance of the fitted curve and its parametric bootstrap p.

    The deviance is against one free probability for each magnitude and for the
    controls. Data sets are drawn from the fitted curve and fitted again (Wichmann
    and Hill 2001, part I). `own` is what `own_fit` returns, where it is known.
    """
    theta, value = own_fit(cell, family) if own is None else own
    controls_below = np.array([cell.controls_below])
    observed = _deviance(cell, theta, value, cell.below[None, :], controls_below)[0]
    p = _shares(cell, family, theta[0])
    below = _binomials(rng, cell.total, np.clip(p, 0, 1), REPLICATES)
    if cell.floor is None:
        drawn = rng.binomial(int(cell.controls_total), theta[0, 2], REPLICATES)
        controls = drawn.astype(np.float64)
    else:
        controls = np.zeros(REPLICATES)
    theta, value = _climb(cell, family, below, controls, theta[0])
    simulated = _deviance(cell, theta, value, below, controls)
    return float(observed), _p(simulated >= observed - _TIE)


def _sums_below(cell: Cell, rng: np.random.Generator) -> tuple[Array, float, float]:
    """Return sums of scaled log magnitudes below ceiling: drawn, seen and expected."""
    below = int(cell.below.sum())
    drawn = rng.multivariate_hypergeometric(
        cell.total.astype(np.int64), below, _FALL_REPLICATES
    )
    x = Axis.of(cell.log_magnitude).scaled(cell.log_magnitude)
    mean = below * float(cell.total @ x) / float(cell.total.sum())
    return drawn @ x, float(cell.below @ x), mean


def _p(exceeds: Truths) -> float:
    return float((1 + exceeds.sum()) / (1 + len(exceeds)))


def _binomials(
    rng: np.random.Generator, total: Array, p: Array | float, rows: int
) -> Array:
    drawn = rng.binomial(total.astype(np.int64), p, (rows, len(total)))
    return np.asarray(drawn, dtype=np.float64)


def _climb(
    cell: Cell,
    family: Family,
    below: Array,
    controls: Array,
    near: Array | None = None,
) -> Found:
    counts = Counts(
        below=below,
        total=cell.total,
        controls_below=controls,
        controls_total=cell.controls_total,
    )
    x = Axis.of(cell.log_magnitude).scaled(cell.log_magnitude)
    floor, lapse = _bounds(cell)
    # Between neighbours such a curve is a step, as near as numbers can tell.
    steepest = _STEP / float(np.diff(x).min()) if len(x) > 1 else LARGEST_RATE
    return climb(
        family,
        x,
        counts,
        floor,
        lapse=lapse,
        starts=_STARTS,
        largest_rate=min(steepest, LARGEST_RATE),
        enough=_ENOUGH,
        steps=MOST_STEPS if len(below) == 1 else FEW_STEPS,
        near=near,
    )


def _bounds(cell: Cell) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the bounds of floor and lapse: together they stay under 1."""
    lapse = cell.lapse
    if lapse is None:
        free = _HIGHEST_LAPSE if cell.floor is None else (1 - cell.floor) / 4
        lapses = (0.0, free)
    else:
        lapses = (lapse, lapse)
    if cell.floor is not None:
        return (cell.floor, cell.floor), lapses
    return (0.0, (1 - lapses[1]) * _HIGHEST_SHARE), lapses


def _ratio(cell: Cell, family: Family, below: Array, controls: Array) -> Array:
    """Return twice the log likelihood that curves gain, shape (r,)."""
    return _gain(cell, _climb(cell, family, below, controls)[1], below, controls)


def _gain(cell: Cell, value: Array, below: Array, controls: Array) -> Array:
    """Return twice what log likelihoods gain over the floor alone, shape (r,)."""
    k = below.sum(axis=1) + controls
    n = cell.total.sum() + cell.controls_total
    floor = k / n if cell.floor is None else np.full(len(k), cell.floor)
    return np.maximum(2 * (value - binomial(k, n, floor)), 0.0)


def _reaches(
    cell: Cell, family: Family, below: Array, controls: Array, ratio: float
) -> Truths:
    """Tell which data sets gain `ratio` or more, shape (r,).

    No curve gains more than free probabilities: of a cell that rises steeply, few
    of the data sets have to be fitted.
    """
    free = _saturated(below, cell.total).sum(axis=1)
    if cell.floor is None:
        free += _saturated(controls, cell.controls_total)
    k, n = below.sum(axis=1) + controls, cell.total.sum() + cell.controls_total
    floor = k / n if cell.floor is None else np.full(len(k), cell.floor)
    reaches = np.asarray(2 * (free - binomial(k, n, floor)) >= ratio)
    if reaches.any():
        found = _ratio(cell, family, below[reaches], controls[reaches])
        reaches[reaches] = found >= ratio
    return reaches


def _deviance(
    cell: Cell, theta: Array, value: Array, below: Array, controls: Array
) -> Array:
    """Return the deviance of fitted curves, shape (r,)."""
    best = _saturated(below, cell.total).sum(axis=1)
    if cell.floor is None:
        best = best + _saturated(controls, cell.controls_total)
    if cell.lapse is None:
        value = value - log_prior(theta[:, 3])
    return np.asarray(np.maximum(2 * (best - value), 0.0))


def _shares(cell: Cell, family: Family, theta: Array) -> Array:
    """Return the probabilities of a curve at each magnitude, shape (n,)."""
    x = Axis.of(cell.log_magnitude).scaled(cell.log_magnitude)
    lapse = float(theta[3]) if cell.lapse is None else cell.lapse
    f = family.cdf(theta[0] + theta[1] * x)
    floor = float(theta[2])
    return np.asarray(floor * (1 - f) + (1 - lapse) * f)


def _saturated(k: Array, n: Array | float) -> Array:
    passed = n - k
    return np.asarray(xlogy(k, k / n) + xlogy(passed, passed / n))
