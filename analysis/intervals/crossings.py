"""Where smooth functions that may jump fall under a cut, many at once."""

from collections.abc import Callable

import numpy as np

from ..model.scoring import Rows
from ..model.sigmoid import Array

Height = Callable[[Array, Array, bool], tuple[Array, Array]]
"""Takes positions (r,), guesses (r, s, p) and whether there may be other summits than
those near the guesses; returns values (r,) and thetas (r, p)."""

_FIFTHS = np.arange(1, 5) / 5
_AROUND = np.array([-0.03, -1e-3, 1e-3, 0.03])
_CLOSELY = np.array([-1e-3, -1e-7, 1e-7, 1e-3])
_SMOOTH = 0.07
_ALIKE = 0.1
_ROUNDS = 20


def crossings(
    height: Height,
    cut: Array,
    ends: Array,
    values: Array,
    guesses: Array,
    *,
    close: float = 1e-11,
) -> Array:
    """Return the last position that is not under the cut, from inside to outside.

    The first round divides the bracket closely around where the straight line between
    its ends passes the cut, later ones where a cubic through four known points does:
    that finds a smooth crossing in a few rounds. A round divides it at fifths as well,
    and looks for other summits, unless the round before did without: that finds a jump.

    Parameters
    ----------
    height : callable
        The functions; row i of every argument belongs to the same one.
    cut : ndarray, shape (k,)
    ends : ndarray, shape (k, 2)
        A position inside (not under the cut) and one outside.
    values : ndarray, shape (k, 2)
        Heights at the ends.
    guesses : ndarray, shape (k, 2, p)
        What `height` may begin from at the ends.
    close : float
        Length of the last bracket, for a position of 1 or less.

    Returns
    -------
    ndarray, shape (k,)

    Examples
    --------
    >>> def parabola(x, guess, others):
    ...     return -(x**2), guess[:, 0]
    >>> ends, values = np.array([[0.0, 3.0]]), np.array([[0.0, -9.0]])
    >>> found = crossings(parabola, np.array([-2.0]), ends, values, np.zeros((1, 2, 1)))
    >>> round(float(found[0]) ** 2, 9)
    2.0
    """
    each = np.arange(len(cut))
    smooth = False
    guess = _line(cut, values)
    for _ in range(_ROUNDS):
        length = ends[:, 1] - ends[:, 0]
        if np.all(np.abs(length) <= close * (1 + np.abs(ends[:, 0]))):
            break
        share = _shares(guess, smooth)
        number = share.shape[1]
        points = ends[:, :1] + length[:, None] * share
        starts = _starts(guesses, share)
        found, theta = height(points.ravel(), starts, not smooth)
        line = np.concatenate([ends[:, :1], points, ends[:, 1:]], axis=1)
        found = found.reshape(len(cut), number)
        found = np.concatenate([values[:, :1], found, values[:, 1:]], axis=1)
        theta = theta.reshape(len(cut), number, -1)
        theta = np.concatenate([guesses[:, :1], theta, guesses[:, 1:]], axis=1)
        inside = found[:, :-1] >= cut[:, None]
        inside[:, 0] = True
        last = number - inside[:, ::-1].argmax(axis=1)
        ends = np.stack([line[each, last], line[each, last + 1]], axis=1)
        values = np.stack([found[each, last], found[each, last + 1]], axis=1)
        guesses = np.stack([theta[each, last], theta[each, last + 1]], axis=1)
        guess = _cubic(cut, line, found, last)
        smooth = bool(np.all(np.abs(np.diff(ends)[:, 0]) <= _SMOOTH * np.abs(length)))
    return np.asarray(ends[:, 0] + np.diff(ends)[:, 0] * _line(cut, values))


def _starts(guesses: Array, share: Array) -> Array:
    """Return what to begin from at each point, shape (k * number, s, p).

    Where the ends are alike there is one path between them, and one start on it. Where
    they are not, a summit of its own may lie in between: they are starts themselves,
    and so is their geometric mean. What is no start is NaN.
    """
    first, last = guesses[:, 0], guesses[:, 1]
    paths = first[:, None] + share[:, :, None] * (last - first)[:, None]
    paths = paths.reshape(-1, 1, first.shape[1])
    size = np.abs(first) + np.abs(last)
    alike = np.all(np.abs(last - first) <= _ALIKE * size, axis=1)
    between = np.where(first * last > 0, np.sqrt(first * last), (first + last) / 2)
    ends = np.concatenate([guesses, between[:, None]], axis=1)
    ends[alike] = np.nan
    ends = np.repeat(ends, share.shape[1], axis=0)
    paths[np.repeat(~alike, share.shape[1])] = np.nan
    return np.concatenate([paths, ends], axis=1)


def _line(cut: Array, values: Array) -> Array:
    """Return where a straight line between the ends passes the cut, as a share."""
    fall = np.maximum(values[:, 0] - values[:, 1], 1e-300)
    return np.asarray(np.clip((values[:, 0] - cut) / fall, 0.0, 1.0))


def _cubic(cut: Array, line: Array, found: Array, last: Rows) -> Array:
    """Return where a cubic in the height passes the cut, as a share of the bracket.

    It goes through the two ends of each bracket and a neighbour of either; where it
    leaves the bracket, the straight line counts.
    """
    each = np.arange(len(cut))
    first = np.clip(last - 1, 0, line.shape[1] - 4)
    window = each[:, None], first[:, None] + np.arange(4)
    low, high = line[each, last], line[each, last + 1]
    values = np.stack([found[each, last], found[each, last + 1]], axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        x = (line[window] - low[:, None]) / (high - low)[:, None]
        away = cut[:, None] - found[window]
        between = found[window][:, :, None] - found[window][:, None]
        weight = away[:, None] / between
        weight[:, *np.diag_indices(4)] = 1.0
        share = (x * weight.prod(axis=2)).sum(axis=1)
        within = (share >= 0) & (share <= 1)
    return np.where(within, share, _line(cut, values))


def _shares(guess: Array, smooth: bool) -> Array:
    """Return where to divide each bracket, as shares of its length, ascending."""
    if smooth:
        return np.asarray(np.clip(guess[:, None] + _CLOSELY, 0.0, 1.0))
    around = np.clip(guess[:, None] + _AROUND, 0.0, 1.0)
    fifths = np.broadcast_to(_FIFTHS, (len(guess), len(_FIFTHS)))
    return np.sort(np.concatenate([fifths, around], axis=1))
