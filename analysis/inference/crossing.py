"""Where a profile falls below a cut: the limits of a likelihood interval."""

from collections.abc import Callable

import numpy as np

from ..model.sigmoid import Array

_SECTIONS = 9
_ROUNDS = 6

INNER = np.linspace(-2.4, 2.4, 33)
OUTER = np.array([3.0, 4.0, 6.0, 10.0, 20.0, 60.0, 300.0, 1e3])


def around(centre: float) -> Array:
    """Return positions that cover a scaled axis, and one that must not be missed."""
    return np.unique(np.concatenate([-OUTER, INNER, OUTER, [centre]]))


def limits(
    profile: Callable[[Array], Array], grid: Array, cut: float
) -> tuple[float, float]:
    """Return the smallest interval that holds every position not under the cut.

    Parameters
    ----------
    profile : callable
        Takes positions, shape (r,), and returns values, shape (r,).
    grid : ndarray, shape (k,)
        Ascending positions to begin with, the maximum among them.
    cut : float
        The least value that is inside.

    Returns
    -------
    low, high : float
        Infinite on a side where even the end of the grid is inside.

    Examples
    --------
    >>> low, high = limits(lambda x: -((x - 1) ** 2), np.linspace(-5, 5, 11), -4.0)
    >>> round(low, 4), round(high, 4)
    (-1.0, 3.0)
    """
    inside = profile(grid) >= cut
    held = np.flatnonzero(inside)
    if len(held) == 0:
        best = float(grid[profile(grid).argmax()])
        return best, best
    first, last = int(held[0]), int(held[-1])
    low = (
        -np.inf if first == 0 else _refined(profile, grid[first], grid[first - 1], cut)
    )
    beyond = last == len(grid) - 1
    high = np.inf if beyond else _refined(profile, grid[last], grid[last + 1], cut)
    return low, high


def _refined(
    profile: Callable[[Array], Array], inner: float, outer: float, cut: float
) -> float:
    """Return the crossing between a position inside and one outside."""
    for _ in range(_ROUNDS):
        points = np.linspace(inner, outer, _SECTIONS + 1)
        kept = profile(points[1:-1]) >= cut
        last = int(np.flatnonzero(kept)[-1]) + 1 if kept.any() else 0
        inner, outer = float(points[last]), float(points[last + 1])
    return (inner + outer) / 2
