"""Where smooth functions that may jump fall under a cut, many at once."""

from collections.abc import Callable

import numpy as np

from ..model.sigmoid import Array

Height = Callable[[Array, Array], tuple[Array, Array]]
"""Takes positions (r,) and guesses (r, s, p); returns values (r,) and thetas (r, p)."""

_FIFTHS = np.arange(1, 5) / 5
_AROUND = np.array([-0.03, -1e-3, 1e-3, 0.03])
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

    A round divides the bracket closely around where the straight line between its
    ends passes the cut, which finds a smooth crossing in a few rounds. It divides it
    at fifths as well, which finds a jump, unless the round before did without.

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
    >>> def parabola(x, guess):
    ...     return -(x**2), guess[:, 0]
    >>> ends, values = np.array([[0.0, 3.0]]), np.array([[0.0, -9.0]])
    >>> found = crossings(parabola, np.array([-2.0]), ends, values, np.zeros((1, 2, 1)))
    >>> round(float(found[0]) ** 2, 9)
    2.0
    """
    each = np.arange(len(cut))
    smooth = False
    for _ in range(_ROUNDS):
        length = ends[:, 1] - ends[:, 0]
        if np.all(np.abs(length) <= close * (1 + np.abs(ends[:, 0]))):
            break
        share = _shares(cut, values, smooth)
        number = share.shape[1]
        points = ends[:, :1] + length[:, None] * share
        found, theta = height(points.ravel(), _starts(guesses, share))
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
        smooth = bool(np.all(np.abs(np.diff(ends)[:, 0]) <= _SMOOTH * np.abs(length)))
    return np.asarray(ends[:, 0] + np.diff(ends)[:, 0] * _line(cut, values))


def _starts(guesses: Array, share: Array) -> Array:
    """Return what to begin from at each point, shape (k * number, s, p).

    Where the ends are alike there is one path between them, and one start on it.
    """
    first, last = guesses[:, 0], guesses[:, 1]
    if np.all(np.abs(last - first) <= _ALIKE * (np.abs(first) + np.abs(last))):
        paths = first[:, None] + share[:, :, None] * (last - first)[:, None]
        return paths.reshape(-1, 1, first.shape[1])
    return np.repeat(guesses, share.shape[1], axis=0)


def _line(cut: Array, values: Array) -> Array:
    """Return where a straight line between the ends passes the cut, as a share."""
    fall = np.maximum(values[:, 0] - values[:, 1], 1e-300)
    return np.asarray(np.clip((values[:, 0] - cut) / fall, 0.0, 1.0))


def _shares(cut: Array, values: Array, smooth: bool) -> Array:
    """Return where to divide each bracket, as shares of its length, ascending."""
    line = _line(cut, values)
    around = np.clip(line[:, None] + _AROUND, 0.0, 1.0)
    if smooth:
        return np.asarray(around)
    fifths = np.broadcast_to(_FIFTHS, (len(cut), len(_FIFTHS)))
    return np.sort(np.concatenate([fifths, around], axis=1))
