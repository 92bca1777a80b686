"""Many weighted curves at once: the refits of a bootstrap.

As `eyechart.analysis.model.climb`, except that every row has weights of its own,
and that shares need not be whole numbers.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.special import xlog1py, xlogy

from ..model.ascent import Rows, ascend
from ..model.likelihood import Ascent, Counts, Shape, ascent, log_prior
from ..model.sigmoid import Array, Family, spread

_WIDTHS = (6.0, 3.0, 1.5, 0.8, 0.4, 0.15)
_THRESHOLDS = np.linspace(-1.6, 1.6, 13)
_FLOOR_SHARES = (0.02, 0.4, 1.0)
_LAPSE_SHARES = (0.02, 0.4)
NO_LAPSE = (0.0, 0.0)
_LARGEST_RATE = 1e4
_TINY = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighted:
    """Data sets that share their magnitudes.

    `below` and `total` have shape (r, n), `controls_below` and `controls_total`
    shape (r,).
    """

    below: Array
    total: Array
    controls_below: Array
    controls_total: Array

    def take(self, rows: Rows) -> Counts:
        """Return some of the data sets as counts; their controls are even."""
        return Counts(
            below=self.below[rows],
            total=self.total[rows],
            controls_below=self.controls_below[rows],
            controls_total=self.controls_total[rows],
        )


def fit_weighted(
    family: Family,
    x: Array,
    data: Weighted,
    bounds: tuple[float, float],
    *,
    lapse: tuple[float, float] = NO_LAPSE,
    starts: int = 3,
    enough: float = 1e-10,
) -> tuple[Array, Array]:
    """Return (intercept, rate, floor, lapse) of each data set, and its value.

    Parameters
    ----------
    family : Family
        The sigmoid.
    x : ndarray, shape (n,)
        Log magnitudes scaled to [-1, 1].
    data : Weighted
        The data sets.
    bounds : (float, float)
        Lowest and highest floor; equal when the floor is given.
    lapse : (float, float)
        Lowest and highest lapse; equal when the lapse is given.
    starts : int
        How many climbs a data set.
    enough : float
        Gain of a step at which a climb may stop.

    Returns
    -------
    theta : ndarray, shape (r, 4)
    value : ndarray, shape (r,)
        Log likelihood, with the log prior of an estimated lapse.
    """
    free = lapse[0] < lapse[1]
    start = _starts(family, x, data, bounds, lapse, starts)
    owner = np.repeat(np.arange(len(data.below)), starts)

    def evaluate(theta: Array, which: Rows, /) -> Ascent:
        slopes = np.zeros((*theta.shape, len(x)))
        slopes[:, 0], slopes[:, 1] = 1.0, x
        shape = Shape(
            z=theta[:, :1] + theta[:, 1:2] * x,
            slopes=slopes,
            bends=None,
            floor=theta[:, 2],
            lapse=theta[:, 3] if free else np.full(len(theta), lapse[0]),
            lapse_free=free,
        )
        return ascent(family, shape, data.take(owner[which]), exact=False)

    lower = np.array([-np.inf, 0.0, bounds[0], lapse[0]])
    upper = np.array([np.inf, _LARGEST_RATE, bounds[1], lapse[1]])
    size = 4 if free else 3
    climbed, value = ascend(
        evaluate, start[:, :size], lower[:size], upper[:size], enough=enough
    )
    theta = np.column_stack([climbed, start[:, size:]]).reshape(-1, starts, 4)
    value = value.reshape(-1, starts)
    each, best = np.arange(len(value)), value.argmax(axis=1)
    return theta[each, best], value[each, best]


def positions(family: Family, theta: Array, criterion: Array | float) -> Array:
    """Return where each curve has the total probability `criterion`.

    Infinite where it never has: inf when the curve stays under it, else -inf.
    """
    a, b, g, lapse = theta.T
    height = 1 - g - lapse
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        share = np.clip((criterion - g) / height, 0.0, 1.0)
        place = (family.quantile(share) - a) / b
        level = g + height * family.cdf(a)
    lost = np.where(level < criterion, np.inf, -np.inf)
    return np.where((b > 0) & (g < criterion), place, np.where(b > 0, -np.inf, lost))


def _starts(
    family: Family,
    x: Array,
    data: Weighted,
    bounds: tuple[float, float],
    lapse: tuple[float, float],
    number: int,
) -> Array:
    """Return the best starts of a grid, shape (r * starts, 4), by two products."""
    fixed = bounds[0] == bounds[1]
    shares = (1.0,) if fixed else _FLOOR_SHARES
    controls = (data.controls_below.sum() + 0.5) / (data.controls_total.sum() + 1)
    floors = [float(np.clip(controls * share, *bounds)) for share in shares]
    rates = [spread(family) / width for width in _WIDTHS]
    free = lapse[0] < lapse[1]
    ends = [share * lapse[1] for share in _LAPSE_SHARES] if free else [lapse[0]]
    places = product(rates, _THRESHOLDS, floors, ends)
    grid = np.array([(-b * t, b, g, end) for b, t, g, end in places])
    a, b, g, end = grid.T
    p = g + (1 - g - end) * family.cdf(np.clip(a + b * x[:, None], -30.0, 30.0))
    p = np.clip(p, _TINY, 1 - _TINY)
    value = data.below @ np.log(p) + (data.total - data.below) @ np.log1p(-p)
    value += xlogy(data.controls_below[:, None], g)
    value += xlog1py((data.controls_total - data.controls_below)[:, None], -g)
    if free:
        value += log_prior(end)
    order = np.argsort(-value, axis=1, kind="stable")[:, :number]
    return np.asarray(grid[order].reshape(-1, 4))
