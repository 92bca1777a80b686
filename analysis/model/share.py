"""Intervals of a binomial share."""

from functools import lru_cache
from typing import NamedTuple

from statsmodels.stats.proportion import proportion_confint


class Share(NamedTuple):
    """A share with its Wilson and Clopper-Pearson limits; all None for n = 0."""

    share: float | None
    wilson_low: float | None
    wilson_high: float | None
    exact_low: float | None
    exact_high: float | None


@lru_cache(maxsize=4096)
def share_of(below: int, n: int, level: float) -> Share:
    """Return below / n with its limits.

    Wilson (1927) and Clopper and Pearson (1934), as computed by statsmodels.

    Examples
    --------
    >>> [round(v, 4) for v in share_of(2, 84, 0.95)]
    [0.0238, 0.0066, 0.0827, 0.0029, 0.0834]
    """
    if n == 0:
        return Share(None, None, None, None, None)
    wilson = proportion_confint(below, n, 1 - level, method="wilson")
    exact = proportion_confint(below, n, 1 - level, method="beta")
    wilson_low, wilson_high, exact_low, exact_high = map(float, (*wilson, *exact))
    # Both intervals end at 0 or 1 exactly there; rounding misses it by a few bits.
    low, high = below == 0, below == n
    return Share(
        share=below / n,
        wilson_low=0.0 if low else wilson_low,
        wilson_high=1.0 if high else wilson_high,
        exact_low=0.0 if low else exact_low,
        exact_high=1.0 if high else exact_high,
    )
