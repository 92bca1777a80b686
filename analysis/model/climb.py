"""The free curve: intercept, rate and floor by maximum likelihood, in batches."""

from itertools import product

import numpy as np

from .ascent import Rows, ascend
from .likelihood import Counts, log_likelihood, terms
from .sigmoid import Array, Family

_RATES = (0.6, 2.0, 6.0, 20.0, 80.0)
_THRESHOLDS = (-1.2, -0.8, -0.4, 0.0, 0.4, 0.8, 1.2)
_FLOOR_SHARES = (1.0, 0.4, 0.02)
LARGEST_RATE = 1e6
_BLOCK = 64


def climb(
    family: Family,
    x: Array,
    counts: Counts,
    bounds: tuple[float, float],
    *,
    starts: int = 3,
    largest_rate: float = LARGEST_RATE,
    enough: float = -np.inf,
) -> tuple[Array, Array]:
    """Return the best (intercept, rate, floor) of each data set, and its value.

    The rate is at least 0. A single start misses the maximum on two of a hundred
    data sets at floor .5, so each row climbs from the best few of a hundred.

    Parameters
    ----------
    family : Family
        The sigmoid.
    x : ndarray, shape (n,)
        Scaled log magnitudes.
    counts : Counts
        The data sets, one a row.
    bounds : tuple of float
        Lowest and highest floor.
    starts : int
        How many climbs a data set.
    largest_rate : float
        Upper bound of the rate.
    enough : float
        Gain of a step at which a climb may stop; by default full precision.

    Returns
    -------
    theta : ndarray, shape (r, 3)
    value : ndarray, shape (r,)
    """
    rows = len(counts.below)
    start = np.concatenate(
        [
            _starts(family, x, _take(counts, slice(i, i + _BLOCK)), bounds, starts)
            for i in range(0, rows, _BLOCK)
        ]
    )
    owner = np.repeat(np.arange(rows), starts)

    def evaluate(theta: Array, which: Rows, /) -> tuple[Array, Array, Array]:
        some = _take(counts, owner[which])
        t = terms(family, theta[:, :1] + theta[:, 1:2] * x, theta[:, 2], some)
        gradient = np.stack(
            [t.score_z.sum(axis=1), (t.score_z * x).sum(axis=1), t.score_g], axis=1
        )
        roots = np.stack([t.root_z, t.root_z * x, t.root_g], axis=1)
        information = np.einsum("rin,rjn->rij", roots, roots)
        information[:, 2, 2] += t.information_g
        return t.value, gradient, information

    lower = np.array([-np.inf, 0.0, bounds[0]])
    upper = np.array([np.inf, largest_rate, bounds[1]])
    theta, value = ascend(evaluate, start.reshape(-1, 3), lower, upper, enough=enough)
    theta, value = theta.reshape(rows, starts, 3), value.reshape(rows, starts)
    best = value.argmax(axis=1)
    each = np.arange(rows)
    return theta[each, best], value[each, best]


def _starts(
    family: Family, x: Array, counts: Counts, bounds: tuple[float, float], number: int
) -> Array:
    """Return the best few starts of each data set, shape (r, number, 3)."""
    grid = np.array(list(product(_RATES, _THRESHOLDS, _FLOOR_SHARES)))
    rate, threshold = grid[:, 0], grid[:, 1]
    rows = len(counts.below)
    controls = (counts.controls_below + 0.5) / (counts.controls_total + 1)
    floor = np.clip(np.outer(controls, grid[:, 2]), *bounds)
    intercept = -rate * threshold
    z = intercept[:, None] + rate[:, None] * x
    repeated = Counts(
        below=np.repeat(counts.below, len(grid), axis=0),
        total=counts.total,
        controls_below=np.repeat(counts.controls_below, len(grid)),
        controls_total=counts.controls_total,
    )
    value = log_likelihood(family, np.tile(z, (rows, 1)), floor.ravel(), repeated)
    order = np.argsort(-value.reshape(rows, len(grid)), axis=1, kind="stable")
    chosen = order[:, :number]
    floors = np.take_along_axis(floor, chosen, axis=1)
    return np.stack([intercept[chosen], rate[chosen], floors], axis=2)


def _take(counts: Counts, rows: Rows | slice) -> Counts:
    return Counts(
        below=counts.below[rows],
        total=counts.total,
        controls_below=counts.controls_below[rows],
        controls_total=counts.controls_total,
    )
