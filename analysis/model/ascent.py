"""Climbing many small likelihoods at once, inside bounds.

Fisher scoring with Levenberg-Marquardt damping and projection on the bounds:
each row of a batch is one independent problem with two or three parameters.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .sigmoid import Array

Rows = NDArray[np.intp]
_SLACK = 1e-12
_TOLERANCE = 1e-11
_HIGHEST_DAMPING = 1e9


class Evaluate(Protocol):
    """A batch of functions to climb."""

    def __call__(self, theta: Array, rows: Rows, /) -> tuple[Array, Array, Array]:
        """Return value (r,), gradient (r, p) and information (r, p, p).

        `theta` has shape (r, p); `rows` says which problem each row belongs to.
        """
        ...


def ascend(
    evaluate: Evaluate,
    start: Array,
    lower: Array,
    upper: Array,
    *,
    steps: int = 100,
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
    value, gradient, information = evaluate(theta, rows)
    best, best_value = theta.copy(), value.copy()
    damping = np.full(len(theta), 1e-3)
    for _ in range(steps):
        step = _step(theta, gradient, information, damping, lower, upper)
        trial = np.clip(theta + step, lower, upper)
        moved = np.abs(trial - theta).max(axis=1) / (1 + np.abs(theta).max(axis=1))
        new_value, new_gradient, new_information = evaluate(trial, rows)
        better = new_value >= value - _SLACK * (1 + np.abs(value))
        small = better & (new_value - value < enough)
        theta = np.where(better[:, None], trial, theta)
        value = np.where(better, new_value, value)
        gradient = np.where(better[:, None], new_gradient, gradient)
        information = np.where(better[:, None, None], new_information, information)
        best[rows], best_value[rows] = theta, value
        done = better & (moved < _TOLERANCE) & (damping < 1)
        done |= small | (damping > _HIGHEST_DAMPING)
        damping = np.where(better, np.maximum(damping / 10, 1e-15), damping * 10)
        if done.any():
            going = ~done
            if not going.any():
                break
            rows, damping = rows[going], damping[going]
            theta, value = theta[going], value[going]
            gradient, information = gradient[going], information[going]
    return best, best_value


def _step(
    theta: Array,
    gradient: Array,
    information: Array,
    damping: Array,
    lower: Array,
    upper: Array,
) -> Array:
    """Solve the damped scoring equations for the parameters that may move."""
    held = (theta <= lower) & (gradient <= 0) | (theta >= upper) & (gradient >= 0)
    free = ~held
    matrix = information * (free[:, :, None] & free[:, None, :])
    diagonal = np.einsum("rii->ri", matrix)
    scale = np.where(free, diagonal, 1.0) * (1 + damping[:, None])
    size = theta.shape[1]
    matrix[:, np.arange(size), np.arange(size)] = scale + 1e-12
    right = np.where(free, gradient, 0.0)[:, :, None]
    return np.asarray(np.linalg.solve(matrix, right)[:, :, 0])
