"""The same things answered twice: McNemar's exact test and Tango's limits."""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.stats import binomtest, norm

from ...generator.errors import AnalysisError
from ..arguments import check_share
from ..results.comparison_rows import Matched

_AWAY = 1e-9


def mcnemar_p(first_only: int, second_only: int) -> float:
    """Return McNemar's exact two-sided p of two discordant counts.

    Given how many pairs disagree, each way is as likely: the binomial test of one
    half, both tails (McNemar 1947, Psychometrika 12, 153-157). 1 without discord.

    Raises
    ------
    AnalysisError
        When a count is under 0.

    Examples
    --------
    >>> round(mcnemar_p(96, 61), 4), round(mcnemar_p(53, 37), 2)
    (0.0065, 0.11)
    """
    if first_only < 0 or second_only < 0:
        raise AnalysisError(
            f"discordant counts {first_only} and {second_only}; allowed: from 0"
        )
    if first_only + second_only == 0:
        return 1.0
    return float(binomtest(first_only, first_only + second_only, 0.5).pvalue)


def tango_limits(
    first_only: int, second_only: int, n: int, level: float = 0.95
) -> tuple[float, float]:
    """Return score limits of the difference of two matched shares.

    They hold every d at which b - c is within z standard deviations of n d, the
    standard deviation by maximum likelihood given d (Tango 1998, Statistics in
    Medicine 17, 891-908).

    Parameters
    ----------
    first_only, second_only : int
        Discordant pairs b and c.
    n : int
        All pairs.
    level : float
        Confidence level.

    Raises
    ------
    AnalysisError
        When the counts are none, or `level` is no share.

    Examples
    --------
    >>> [round(v, 4) for v in tango_limits(40, 20, 160)]
    [0.0309, 0.2181]
    """
    check_share("level", level)
    b, c = first_only, second_only
    if not (min(b, c) >= 0 and n > 0 and b + c <= n):
        raise AnalysisError(
            f"{b} and {c} discordant of {n} pairs are no counts; allowed: 0 or more, "
            "together at most as many as there are pairs, of which there are some"
        )
    z = float(norm.ppf((1 + level) / 2))
    # Shares that change places have the mirror image of the limits.
    return -_upper(c, b, n, z), _upper(b, c, n, z)


def matched(first: ArrayLike, second: ArrayLike, level: float = 0.95) -> Matched:
    """Compare two yes-or-no answers to the same things.

    Parameters
    ----------
    first, second : sequence of bool, shape (n,)
        Below ceiling or not, in the same order.
    level : float
        Confidence level.

    Raises
    ------
    AnalysisError
        When the lengths differ, or `level` is no share.

    Examples
    --------
    >>> found = matched([True, True, True, False], [True, False, False, False])
    >>> found.first_only, found.second_only, found.difference, found.p
    (2, 0, 0.5, 0.5)
    """
    one, other = np.asarray(first, dtype=bool), np.asarray(second, dtype=bool)
    if one.shape != other.shape or one.ndim != 1:
        raise AnalysisError(
            f"first and second have {one.size} and {other.size} answers; allowed: one "
            "of each for every pair"
        )
    check_share("level", level)
    n = len(one)
    b, c = int((one & ~other).sum()), int((~one & other).sum())
    low, high = tango_limits(b, c, n, level) if n else (None, None)
    return Matched(
        both=int((one & other).sum()),
        first_only=b,
        second_only=c,
        neither=int((~one & ~other).sum()),
        difference=(b - c) / n if n else None,
        low=low,
        high=high,
        p=mcnemar_p(b, c) if n else None,
        level=level,
    )


def _upper(b: int, c: int, n: int, z: float) -> float:
    """Return the largest difference that is not rejected."""
    if b == n:
        return 1.0

    def excess(d: float) -> float:
        half = 2 * n - b + c
        linear = half * d - b - c
        root = linear * linear + 8 * n * c * d * (1 - d)
        q = (math.sqrt(max(root, 0.0)) - linear) / (4 * n)
        variance = n * (2 * q + d * (1 - d))
        away = n * d - (b - c)
        return away - z * math.sqrt(max(variance, 0.0))

    # Without discord the excess is 0 at the difference seen, a root that is none.
    start = (b - c) / n + _AWAY
    return float(brentq(excess, start, 1.0, xtol=1e-14))
