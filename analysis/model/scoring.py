"""Climbs of thousands of small problems, with their data as columns.

`eyechart.analysis.model.ascent` climbs to full precision and takes any curve. Here
every row is a data set of its own, a climb stops when a step gains little, and no
step allocates more than it must. Steps are Newton's where the observed information is
positive, and scoring's, with the expected one, elsewhere.
"""

from typing import NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from .sigmoid import Array

Rows = NDArray[np.intp] | NDArray[np.bool_]
_SLACK = 1e-12
_MOST_DAMPING = 1e9
_SAFELY = 1e-8
_TINY = 1e-100


class Evaluated(NamedTuple):
    """Values (r,), gradients (p, r), expected and observed information (p, p, r)."""

    value: Array
    gradient: Array
    expected: Array
    observed: Array


class Problems(Protocol):
    """Independent functions of the same few parameters."""

    def evaluate(self, theta: Array, /) -> Evaluated:
        """Return the functions at `theta`, shape (p, r)."""
        ...

    def take(self, rows: Rows, /) -> Self:
        """Return some of the functions."""
        ...


def score(
    problems: Problems,
    start: Array,
    lower: Array,
    upper: Array,
    *,
    enough: float,
    steps: int = 60,
) -> tuple[Array, Array]:
    """Return the local maxima reached from `start`, and their values.

    Parameters
    ----------
    problems : Problems
        The functions, r of them.
    start : ndarray, shape (p, r)
        Where each begins.
    lower, upper : ndarray, shape (p,)
        Bounds; a parameter with equal bounds stays fixed.
    enough : float
        Gain of a step at which a climb stops.
    steps : int
        Most steps taken.

    Returns
    -------
    theta : ndarray, shape (p, r)
    value : ndarray, shape (r,)
    """
    low, high = lower[:, None], upper[:, None]
    theta = np.clip(start, low, high)
    here = problems.evaluate(theta)
    best, best_value = theta.copy(), here.value.copy()
    damping = np.full(theta.shape[1], 1e-3)
    going = np.arange(theta.shape[1])
    for _ in range(steps):
        slope = here.gradient
        held = (theta <= low) & (slope <= 0) | (theta >= high) & (slope >= 0)
        trial = np.clip(theta + _step(here, damping, held), low, high)
        there = problems.evaluate(trial)
        better = there.value >= here.value - _SLACK * (1 + np.abs(here.value))
        ended = better & (there.value - here.value < enough) | (damping > _MOST_DAMPING)
        theta = np.where(better, trial, theta)
        here = Evaluated(
            *(np.where(better, a, b) for a, b in zip(there, here, strict=True))
        )
        damping = np.where(better, np.maximum(damping / 10, 1e-15), damping * 10)
        best[:, going], best_value[going] = theta, here.value
        if ended.any():
            kept = ~ended
            if not kept.any():
                break
            problems, going = problems.take(kept), going[kept]
            theta, damping = theta[:, kept], damping[kept]
            here = Evaluated(*(part[..., kept] for part in here))
    return best, best_value


def _step(here: Evaluated, damping: Array, held: NDArray[np.bool_]) -> Array:
    """Return the damped step; held parameters stay."""
    apart = held[:, None] | held[None, :]
    expected = np.where(apart, 0.0, here.expected)
    matrix = np.where(apart, 0.0, here.observed)
    each = np.arange(len(held))
    # Differences of large numbers may come out as a little under 0.
    own = np.where(held, 1.0, np.maximum(expected[each, each], 0.0))
    expected[each, each] = own
    matrix[each, each] += held
    matrix = np.where(_positive(matrix, own), matrix, expected)
    matrix[each, each] += own * damping + 1e-12
    return _solved(matrix, np.where(held, 0.0, here.gradient))


def _positive(matrix: Array, scale: Array) -> NDArray[np.bool_]:
    """Tell which matrices are safely positive definite, by their pivots."""
    left = matrix.copy()
    positive = np.ones(matrix.shape[2], dtype=np.bool_)
    for i in range(len(left)):
        positive &= left[i, i] > _SAFELY * scale[i] + _TINY
        pivot = np.where(positive, left[i, i], 1.0)
        for j in range(i + 1, len(left)):
            left[j, i:] -= left[j, i] / pivot * left[i, i:]
    return positive


def _solved(matrix: Array, right: Array) -> Array:
    """Return the solutions of positive systems, by elimination in place."""
    size = len(right)
    for i in range(size):
        for j in range(i + 1, size):
            share = matrix[j, i] / matrix[i, i]
            matrix[j, i:] -= share * matrix[i, i:]
            right[j] -= share * right[i]
    for i in reversed(range(size)):
        for j in range(i + 1, size):
            right[i] -= matrix[i, j] * right[j]
        right[i] /= matrix[i, i]
    return right
