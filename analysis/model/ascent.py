"""Climbing many small likelihoods at once, inside bounds.

Newton's method with Levenberg-Marquardt damping and projection on the bounds, with
Fisher's expected information where the observed one is not positive: each row of
a batch is one independent problem with two to four parameters.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .likelihood import Ascent
from .sigmoid import Array

Rows = NDArray[np.intp]
Truths = NDArray[np.bool_]
Evaluated = Ascent | tuple[Array, Array, Array]
_SLACK = 1e-12
_TOLERANCE = 1e-11
_HIGHEST_DAMPING = 1e9
_SAFELY = 1e-8
# Keeps a matrix without information solvable; rates of 1e6 have that little of it.
_TINY = 1e-200


class Evaluate(Protocol):
    """A batch of functions to climb."""

    def __call__(self, theta: Array, rows: Rows, /) -> Evaluated:
        """Return the values and their derivatives at `theta`, shape (r, p).

        An `Ascent`, or its parts; `rows` says which problem each row belongs to.
        """
        ...


def ascend(
    evaluate: Evaluate,
    start: Array,
    lower: Array,
    upper: Array,
    *,
    steps: int = 1000,
    enough: float = -np.inf,
) -> tuple[Array, Array]:
    """Return the local maxima reached from `start`, and their values.

    Parameters
    ----------
    evaluate : Evaluate
        The functions.
    start : ndarray, shape (r, p)
        Where each row begins.
    lower, upper : ndarray, shape (p,)
        Bounds; a parameter with equal bounds stays fixed.
    steps : int
        Most steps taken. A row whose maximum lies at infinity stops there with a
        value below its supremum by a factor that shrinks with every step.
    enough : float
        A row also stops when a step gains less than this, for values that need not
        be exact; by default every row climbs to full precision.

    Returns
    -------
    theta : ndarray, shape (r, p)
    value : ndarray, shape (r,)
    """
    theta = np.clip(start, lower, upper)
    rows = np.arange(len(theta))
    here = Ascent(*evaluate(theta, rows))
    best, best_value = theta.copy(), here.value.copy()
    damping = np.full(len(theta), 1e-3)
    for _ in range(steps):
        trial = np.clip(theta + _step(theta, here, damping, lower, upper), lower, upper)
        moved = np.abs(trial - theta).max(axis=1) / (1 + np.abs(theta).max(axis=1))
        there = Ascent(*evaluate(trial, rows))
        gained = there.value - here.value
        better = gained >= -_SLACK * (1 + np.abs(here.value))
        theta = np.where(better[:, None], trial, theta)
        here = _choose(better, there, here)
        best[rows], best_value[rows] = theta, here.value
        done = better & (moved < _TOLERANCE) & (damping < 1)
        done |= better & (gained < enough) & (damping < 1)
        done |= damping > _HIGHEST_DAMPING
        damping = np.where(better, np.maximum(damping / 10, 1e-15), damping * 10)
        if done.any():
            going = ~done
            if not going.any():
                break
            rows, damping, theta = rows[going], damping[going], theta[going]
            here = _take(here, going)
    return best, best_value


def _step(
    theta: Array, here: Ascent, damping: Array, lower: Array, upper: Array
) -> Array:
    """Solve the damped equations for the parameters that may move."""
    gradient = here.gradient
    held = (theta <= lower) & (gradient <= 0) | (theta >= upper) & (gradient >= 0)
    free = ~held
    block = free[:, :, None] & free[:, None, :]
    each = np.arange(theta.shape[1])
    expected = here.expected * block
    scale = expected[:, each, each]
    matrix = expected.copy()
    if here.observed is not None:
        observed = here.observed * block
        observed[:, each, each] += held
        positive = _positive(observed, np.where(held, 1.0, scale))
        matrix[positive] = observed[positive]
    # The gradient in the damping bounds a step even where there is no information.
    extra = damping[:, None] * (scale + np.abs(gradient)) + 1e-12 * scale + _TINY
    matrix[:, each, each] += np.where(held, 1.0, extra)
    right = np.where(free, gradient, 0.0)[:, :, None]
    return np.asarray(np.linalg.solve(matrix, right)[:, :, 0])


def _positive(matrix: Array, scale: Array) -> Truths:
    """Tell which matrices are safely positive definite, by their pivots."""
    left = matrix.copy()
    positive = np.ones(len(matrix), dtype=np.bool_)
    for i in range(matrix.shape[1]):
        positive &= left[:, i, i] > _SAFELY * scale[:, i]
        pivot = np.where(positive, left[:, i, i], 1.0)
        column = np.where(positive[:, None], left[:, :, i], 0.0)
        left -= column[:, :, None] * (column / pivot[:, None])[:, None, :]
    return positive


def _choose(first: Truths, one: Ascent, other: Ascent) -> Ascent:
    observed = None
    if one.observed is not None and other.observed is not None:
        observed = np.where(first[:, None, None], one.observed, other.observed)
    return Ascent(
        value=np.where(first, one.value, other.value),
        gradient=np.where(first[:, None], one.gradient, other.gradient),
        expected=np.where(first[:, None, None], one.expected, other.expected),
        observed=observed,
    )


def _take(here: Ascent, rows: Truths) -> Ascent:
    return Ascent(
        value=here.value[rows],
        gradient=here.gradient[rows],
        expected=here.expected[rows],
        observed=None if here.observed is None else here.observed[rows],
    )
