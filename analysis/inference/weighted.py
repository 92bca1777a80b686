"""Many weighted curves at once: the refits of a bootstrap.

As `eyechart.analysis.model.climb`, except that every row has weights of its own,
and that shares need not be whole numbers.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.special import xlog1py, xlogy

from ..model.ascent import Rows, ascend
from ..model.likelihood import Counts, terms
from ..model.sigmoid import Array, Family, spread

_WIDTHS = (6.0, 3.0, 1.5, 0.8, 0.4, 0.15)
_THRESHOLDS = np.linspace(-1.6, 1.6, 13)
_FLOOR_SHARES = (0.02, 0.4, 1.0)
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
    starts: int = 3,
    enough: float = 1e-10,
) -> tuple[Array, Array]:
    """Return (intercept, rate, floor) of each data set, and its log likelihood.

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
    starts : int
        How many climbs a data set.
    enough : float
        Gain of a step at which a climb may stop.

    Returns
    -------
    theta : ndarray, shape (r, 3)
    value : ndarray, shape (r,)
    """
    start = _starts(family, x, data, bounds, starts)
    owner = np.repeat(np.arange(len(data.below)), starts)

    def evaluate(theta: Array, which: Rows, /) -> tuple[Array, Array, Array]:
        some = data.take(owner[which])
        t = terms(family, theta[:, :1] + theta[:, 1:2] * x, theta[:, 2], some)
        gradient = np.stack(
            [t.score_z.sum(axis=1), (t.score_z * x).sum(axis=1), t.score_g], axis=1
        )
        roots = np.stack([t.root_z, t.root_z * x, t.root_g], axis=1)
        information = np.einsum("rin,rjn->rij", roots, roots)
        information[:, 2, 2] += t.information_g
        return t.value, gradient, information

    lower = np.array([-np.inf, 0.0, bounds[0]])
    upper = np.array([np.inf, _LARGEST_RATE, bounds[1]])
    theta, value = ascend(evaluate, start, lower, upper, enough=enough)
    theta, value = theta.reshape(-1, starts, 3), value.reshape(-1, starts)
    each, best = np.arange(len(value)), value.argmax(axis=1)
    return theta[each, best], value[each, best]


def positions(family: Family, theta: Array, criterion: Array | float) -> Array:
    """Return where each curve has the total probability `criterion`.

    Infinite where it never has: inf when the curve stays under it, else -inf.
    """
    a, b, g = theta.T
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        share = np.clip((criterion - g) / (1 - g), 0.0, 1.0)
        place = (family.quantile(share) - a) / b
        level = g + (1 - g) * family.cdf(a)
    lost = np.where(level < criterion, np.inf, -np.inf)
    return np.where((b > 0) & (g < criterion), place, np.where(b > 0, -np.inf, lost))


def _starts(
    family: Family,
    x: Array,
    data: Weighted,
    bounds: tuple[float, float],
    number: int,
) -> Array:
    """Return the best starts of a grid, shape (r * starts, 3), by two products."""
    fixed = bounds[0] == bounds[1]
    shares = (1.0,) if fixed else _FLOOR_SHARES
    controls = (data.controls_below.sum() + 0.5) / (data.controls_total.sum() + 1)
    floors = [float(np.clip(controls * share, *bounds)) for share in shares]
    rates = [spread(family) / width for width in _WIDTHS]
    grid = np.array([(-b * t, b, g) for b, t, g in product(rates, _THRESHOLDS, floors)])
    a, b, g = grid.T
    p = g + (1 - g) * family.cdf(np.clip(a + b * x[:, None], -30.0, 30.0))
    p = np.clip(p, _TINY, 1 - _TINY)
    value = data.below @ np.log(p) + (data.total - data.below) @ np.log1p(-p)
    value += xlogy(data.controls_below[:, None], g)
    value += xlog1py((data.controls_total - data.controls_below)[:, None], -g)
    order = np.argsort(-value, axis=1, kind="stable")[:, :number]
    return np.asarray(grid[order].reshape(-1, 3))
