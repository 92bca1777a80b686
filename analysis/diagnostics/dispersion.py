"""Whether answers scatter more than independent ones would."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from ..model.sigmoid import Array


class Dispersion(NamedTuple):
    """Pearson's chi-squared over its degrees of freedom; 1 for binomial scatter."""

    ratio: float
    freedom: int


def dispersion(
    below: Array, expected: Array, variance: Array, *, parameters: int
) -> Dispersion | None:
    """Return sum (k - E)² / V over blocks of answers, over blocks - parameters.

    (McCullagh and Nelder 1989, section 4.5.) Blocks are tiers, or series where a
    series was judged at several tiers: answers of one series then go together, and
    the ratio says by how much the variance of a share grows.

    Parameters
    ----------
    below, expected, variance : ndarray, shape (b,)
        Answers below ceiling of each block, and the sums of p and p (1 - p) of its
        answers.
    parameters : int
        How many were fitted.

    Returns
    -------
    Dispersion or None
        None without a degree of freedom. Infinite when a block is impossible.
    """
    freedom = len(below) - parameters
    if freedom < 1:
        return None
    away = np.square(below - expected)
    with np.errstate(divide="ignore"):
        parts = np.where(away > 0, away / np.where(away > 0, variance, 1.0), 0.0)
    return Dispersion(float(parts.sum()) / freedom, freedom)


def repeated(series: Sequence[Hashable | None] | None) -> bool:
    """Tell whether every answer has a series, and one of them has several answers."""
    if series is None or any(one is None for one in series):
        return False
    return len(set(series)) < len(series)
