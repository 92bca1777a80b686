"""From deviations to scores."""

from collections.abc import Iterable

SHARES = (0.25, 1.0, 2.0, 4.0)
"""Shares of the visible anchor up to which a deviation scores 5, 4, 3 and 2."""

PAGE = (1.0, 2.5, 5.0, 10.0)
"""Differences of the rest of the page up to which it scores 5, 4, 3 and 2.

In CIEDE2000 units summed over pixels and set against the ink, as judge `pixel` does.
"""

LOST = (0.0, 0.1, 0.2, 0.4)
"""Shares of a text's characters up to whose loss it scores 5, 4, 3 and 2."""


def score(value: float, steps: tuple[float, ...], low: int, high: int) -> int:
    """Return a score: the top of the scale, less one for each step passed.

    Examples
    --------
    >>> score(1.5, SHARES, 1, 5)
    3
    """
    return max(low, high - sum(value > step for step in steps))


def worst(values: Iterable[float | None]) -> float | None:
    """Return the largest value that is known; None when none is.

    Examples
    --------
    >>> worst([0.5, None, 2.0])
    2.0
    """
    return max((value for value in values if value is not None), default=None)
