"""Climbs of thousands of small problems, with their data as columns.

`eyechart.analysis.model.ascent` climbs to full precision and takes any curve. Here
every column is a data set of its own, a climb stops when a step gains little, and no
step allocates more than it must. Steps are Newton's where the observed information is
positive, and scoring's, with the expected one, elsewhere.
"""

from typing import NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from .sigmoid import Array

Rows = NDArray[np.intp]
Truths = NDArray[np.bool_]
# Before the first step, after two and after five, climbs that lie further behind are
# given up. Of 24,000 small data sets with three starts, 41 then miss their maximum by
# over 1e-5.
_FAR = {0: 30.0, 2: 8.0, 5: 2.0}
# Log likelihood that is usual; where it is larger, so is what is far behind.
USUAL = 500.0
# Climbs so near to each other, as a share of where they are, end at one summit.
_MET = 1e-3
_SLACK = 1e-12
_MOST_DAMPING = 1e9
# The damping after a step that lost, at least: Newton's steps leave it near 0.
_REFUSED = 0.1
_SAFELY = 1e-8
_TINY = 1e-100


class Evaluated(NamedTuple):
    """Values (r,), gradients (p, r) and observed information (p, p, r)."""

    value: Array
    gradient: Array
    observed: Array


class Problems(Protocol):
    """Independent functions of the same few parameters."""

    def evaluate(self, theta: Array, /) -> Evaluated:
        """Return the functions at `theta`, shape (p, r)."""
        ...

    def expected(self, theta: Array, /) -> Array:
        """Return the expected information at `theta`, shape (p, p, r)."""
        ...

    def take(self, rows: Rows, /) -> Self:
        """Return some of the functions."""
        ...


def score(
    problems: Problems,
    start: Array,
    bounds: Array,
    *,
    starts: int = 1,
    enough: float,
    steps: int = 60,
) -> tuple[Array, Array]:
    """Return the best of the local maxima reached from `start`, and their values.

    Parameters
    ----------
    problems : Problems
        The functions, r of them; see `paired` for a single one.
    start : ndarray, shape (p, r * starts)
        Where climbs begin, those of one function in a row. One of them at least is a
        number; a NaN is no start.
    bounds : ndarray, shape (p, r, 2)
        Lowest and highest values; a parameter whose are equal stays fixed.
    starts : int
        Climbs of the same function, of which those far behind are given up.
    enough : float
        Gain of a step at which a climb stops.
    steps : int
        Most steps taken.

    Returns
    -------
    theta : ndarray, shape (p, r)
    value : ndarray, shape (r,)
    """
    going = paired(np.flatnonzero(~np.isnan(start).any(axis=0)))
    problems, limits = problems.take(going // starts), bounds[:, going // starts]
    low, high = limits[..., 0], limits[..., 1]
    theta = np.clip(start[:, going], low, high)
    damping = np.full(theta.shape[1], 1e-3)
    ended = np.zeros(theta.shape[1], dtype=np.bool_)
    here = problems.evaluate(theta)
    best, best_value = start.copy(), np.full(start.shape[1], -np.inf)
    best[:, going], best_value[going] = theta, here.value
    for taken in range(steps):
        if starts > 1 and taken in _FAR:
            ended |= _needless(best, best_value, starts, _FAR[taken])[going]
        if ended.any():
            kept = paired(np.flatnonzero(~ended))
            if not kept.size:
                break
            problems, going = problems.take(kept), going[kept]
            low, high = low.take(kept, axis=1), high.take(kept, axis=1)
            theta, damping = theta.take(kept, axis=1), damping[kept]
            here = Evaluated(*(part.take(kept, axis=-1) for part in here))
        slope = here.gradient
        held = (theta <= low) & (slope <= 0) | (theta >= high) & (slope >= 0)
        step = _step(problems, theta, here, damping, held)
        trial = np.minimum(np.maximum(theta + step, low), high)
        there = problems.evaluate(trial)
        gained = there.value - here.value
        better = gained >= -_SLACK * (1 + np.abs(here.value))
        ended = better & (gained < enough) | (damping > _MOST_DAMPING)
        if not better.all():
            worse = ~better
            for after, before in zip((trial, *there), (theta, *here), strict=True):
                np.copyto(after, before, where=worse)
        theta, here = trial, there
        less, more = np.maximum(damping / 10, 1e-15), np.maximum(damping * 10, _REFUSED)
        damping = np.where(better, less, more)
        best[:, going], best_value[going] = theta, here.value
    top = _top(best_value, starts)
    return best[:, top], best_value[top]


def _top(value: Array, starts: int) -> Rows:
    """Return the best climb of each function."""
    best: Rows = value.reshape(-1, starts).argmax(axis=1)
    return best + np.arange(0, len(value), starts)


def _needless(theta: Array, value: Array, starts: int, far: float) -> Truths:
    """Tell which climbs are far behind the best of their function, or where it is."""
    top = _top(value, starts).repeat(starts)
    best = theta[:, top]
    met = np.all(np.abs(theta - best) <= _MET * (1 + np.abs(best)), axis=0)
    behind = value[top] - value > far * np.maximum(1.0, np.abs(value[top]) / USUAL)
    return np.asarray(behind | met & (top != np.arange(len(top))))


def paired(rows: Rows) -> Rows:
    """Return the rows, a single one twice.

    NumPy adds up a single column in another order than one of several. Columns that
    are never alone have the same sums in any company, to the last bit.
    """
    return rows.repeat(2) if rows.size == 1 else rows


def _step(
    problems: Problems, theta: Array, here: Evaluated, damping: Array, held: Truths
) -> Array:
    """Return the damped step; held parameters stay."""
    right = np.where(held, 0.0, here.gradient)
    step, positive = _solved(here.observed, right, damping, held)
    if not positive.all():
        rest = paired(np.flatnonzero(~positive))
        expected = problems.take(rest).expected(theta[:, rest])
        step[:, rest] = _solved(expected, right[:, rest], damping[rest], held[:, rest])[
            0
        ]
    return step


def _solved(
    information: Array, right: Array, damping: Array, held: Truths
) -> tuple[Array, Truths]:
    """Return the solutions, and which systems are safely positive, by elimination."""
    size = len(right)
    matrix, solution = information.copy(), list(right)
    if held.any():
        np.copyto(matrix, 0.0, where=held[:, None] | held[None, :])
    diagonal = np.einsum("iir->ir", matrix)
    diagonal += damping * np.abs(diagonal) + held + 1e-12
    least = _SAFELY * np.abs(diagonal) + _TINY
    rows = [[matrix[i, j] for j in range(size)] for i in range(size)]
    positive = np.ones(right.shape[1], dtype=np.bool_)
    for i in range(size):
        positive &= rows[i][i] > least[i]
        if not positive.all():
            rows[i][i] = np.where(positive, rows[i][i], 1.0)
        for j in range(i + 1, size):
            share = rows[i][j] / rows[i][i]
            for k in range(j, size):
                rows[j][k] = rows[j][k] - share * rows[i][k]
            solution[j] = solution[j] - share * solution[i]
    for i in reversed(range(size)):
        for j in range(i + 1, size):
            solution[i] = solution[i] - rows[i][j] * solution[j]
        solution[i] = solution[i] / rows[i][i]
    return np.stack(solution), positive
