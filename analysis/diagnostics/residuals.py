"""Deviance residuals, and whether they go with the prediction."""

import numpy as np
from scipy.special import xlogy

from ..model.sigmoid import Array

_LEAST = 3


def deviance_residuals(below: Array, total: Array, p: Array) -> Array:
    """Return the signed square root of each group's part of the deviance.

    d = sign(k - n p) sqrt(2 [k ln(k / (n p)) + (n - k) ln((n - k) / (n (1 - p)))])
    (McCullagh and Nelder 1989, section 2.4.3); positive where more answers are below
    ceiling than predicted, infinite where the prediction is impossible.

    Parameters
    ----------
    below, total, p : ndarray, shape (g,)
        Answers below ceiling, all answers and the predicted share of each group.

    Examples
    --------
    >>> found = deviance_residuals(np.array([5.0]), np.array([10.0]), np.array([0.5]))
    >>> abs(float(found[0]))
    0.0
    """
    passed, expected, rest = total - below, total * p, total * (1 - p)
    with np.errstate(divide="ignore", invalid="ignore"):
        up = xlogy(below, np.where(below > 0, below / expected, 1.0))
        down = xlogy(passed, np.where(passed > 0, passed / rest, 1.0))
    squared = np.maximum(2 * (up + down), 0.0)
    return np.asarray(np.sign(below - expected) * np.sqrt(squared))


def residual_correlation(residuals: Array, p: Array) -> float | None:
    """Return Pearson's correlation of residuals with predicted shares.

    Far from 0 when the sigmoid has the wrong form (Wichmann and Hill 2001, part I,
    section on deviance residuals). None for fewer than 3 groups, and when either is
    constant or a residual is infinite.
    """
    if len(p) < _LEAST or not np.isfinite(residuals).all():
        return None
    if np.ptp(residuals) == 0 or np.ptp(p) == 0:
        return None
    return float(np.corrcoef(residuals, p)[0, 1])
