"""Bootstrap draws as weights: how often each stimulus enters each replicate."""

from collections.abc import Hashable, Sequence
from numbers import Integral

import numpy as np

from ...generator.errors import AnalysisError
from ..model.sigmoid import Array

_LEAST = 99
_MOST = 100_000


def check_replicates(value: int) -> None:
    """Refuse a number of bootstrap replicates without a tail to cut, or past memory.

    Raises
    ------
    AnalysisError
        When `value` is no whole number from 99 to 100,000.
    """
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not (whole and _LEAST <= value <= _MOST):
        raise AnalysisError(
            f"replicates = {value!r} is not possible; allowed: whole numbers from "
            f"{_LEAST} to {_MOST}"
        )


def crossed(series: Sequence[Hashable | None]) -> Sequence[Hashable] | None:
    """Return the series when they are to be drawn whole, else None.

    Answers within a series are dependent. Where a series comes more than once, the
    series is what chance has drawn (Field and Welsh 2007, JRSS B 69, 369-390).
    """
    known = [one for one in series if one is not None]
    repeated = len(known) == len(series) and len(set(known)) < len(known)
    return known if repeated else None


def drawn_weights(
    rng: np.random.Generator,
    replicates: int,
    series: Sequence[Hashable] | None,
    strata: Sequence[int],
) -> Array:
    """Return how often each stimulus is drawn.

    Parameters
    ----------
    rng : Generator
        Source of the draws.
    replicates : int
        Number of rows.
    series : sequence, shape (n,), or None
        When given, whole series are drawn with replacement.
    strata : sequence of int, shape (n,)
        Otherwise stimuli are drawn with replacement within each stratum.

    Returns
    -------
    ndarray, shape (replicates, n)

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> drawn_weights(rng, 2, None, [1, 1, 1, 2]).sum(axis=1)
    array([4., 4.])
    """
    if series is not None:
        names = {name: i for i, name in enumerate(dict.fromkeys(series))}
        place = np.array([names[name] for name in series])
        count = len(names)
        return _multinomial(rng, replicates, count)[:, place]
    weights = np.zeros((replicates, len(strata)))
    groups = np.asarray(strata)
    for stratum in np.unique(groups):
        members = np.flatnonzero(groups == stratum)
        weights[:, members] = _multinomial(rng, replicates, len(members))
    return weights


def percentile_limits(values: Array, level: float) -> tuple[float, float]:
    """Return the percentile limits of replicates that may be infinite or NaN.

    A replicate that says nothing (NaN) counts for the limit that it makes worse:
    as -inf for the lower and as inf for the upper one.

    Examples
    --------
    >>> percentile_limits(np.array([1.0, 2.0, 3.0, np.nan]), 0.5)
    (-inf, inf)
    >>> percentile_limits(np.arange(101.0), 0.9)
    (5.0, 95.0)
    """
    unknown = np.isnan(values)
    tail = round((1 - level) / 2, 12)
    low = np.quantile(np.where(unknown, -np.inf, values), tail, method="lower")
    high = np.quantile(np.where(unknown, np.inf, values), 1 - tail, method="higher")
    return float(low), float(high)


def _multinomial(rng: np.random.Generator, replicates: int, count: int) -> Array:
    drawn = rng.multinomial(count, np.full(count, 1 / count), size=replicates)
    return np.asarray(drawn, dtype=np.float64)
