"""Does a judge respond at all: the rank correlation of error and penalty."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from scipy.stats import spearmanr

_LEAST = 3


class Trend(NamedTuple):
    """Spearman's rho and its p."""

    rho: float | None
    p: float


def trend(magnitude: Sequence[float], penalty: Sequence[float]) -> Trend:
    """Return the rank correlation of magnitude and penalty.

    Positive when larger errors are penalised more.

    Parameters
    ----------
    magnitude, penalty : sequence of float, shape (n,)
        Sizes of the error, and how far each was penalised.

    Returns
    -------
    Trend
        Where there is no correlation (fewer than 3 pairs, or all magnitudes or all
        penalties alike) rho is None and p is 1: the cell shows no trend, stays in
        its family of tests and cannot turn the others into nan.

    Examples
    --------
    >>> trend([1, 2, 3, 4], [0, 0, 1, 1]).rho > 0
    True
    >>> trend([1, 2, 3, 4], [1, 1, 1, 1])
    Trend(rho=None, p=1.0)
    """
    if len(magnitude) < _LEAST or len(set(magnitude)) < 2 or len(set(penalty)) < 2:
        return Trend(None, 1.0)
    rho, p = spearmanr(magnitude, penalty)
    return Trend(float(rho), 1.0 if math.isnan(p) else float(p))
