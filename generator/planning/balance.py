"""Choosing among candidates so that a cell is balanced."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

C = TypeVar("C")

WAITING = 12
"""Candidates that wait at most for the first to be taken."""

MORE_WAITING = 3
"""Candidates that are taken until one more may wait."""

_SLACK = {"difficulty": 1}
"""Surplus that is fair: layouts of one difficulty may fit no error."""

Shares = Mapping[str, Mapping[str, float]]
"""For each kind of feature (layout, direction, …) the fair share of each value."""


def even(values: Iterable[str]) -> Mapping[str, float]:
    """Return equal shares of distinct values.

    Examples
    --------
    >>> even(["up", "down"])
    {'up': 0.5, 'down': 0.5}
    """
    names = list(values)
    return {name: 1 / len(names) for name in names}


class Balance:
    """Counts what a cell has taken, by feature.

    Parameters
    ----------
    shares : mapping
        What would be fair.
    """

    __slots__ = ("_counts", "_shares", "_taken")

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._counts: dict[str, Counter[str]] = {kind: Counter() for kind in shares}
        self._taken = 0

    def excess(self, features: Mapping[str, str]) -> int:
        """Return by how much taking these features would be unfair."""
        taken = self._taken + 1
        total = 0
        for kind, shares in self._shares.items():
            fair = math.ceil(shares[features[kind]] * taken) + _SLACK.get(kind, 0)
            surplus = self._counts[kind][features[kind]] + 1 - fair
            total += max(0, surplus)
        return total

    def take(self, features: Mapping[str, str]) -> None:
        """Count features as taken."""
        self._taken += 1
        for kind, counts in self._counts.items():
            counts[features[kind]] += 1


def balanced(
    candidates: Iterable[C],
    wanted: int,
    shares: Shares,
    features: Callable[[C], Mapping[str, str]],
) -> tuple[list[C], int]:
    """Take candidates as they come, but let those wait that are over their share.

    At most 12 wait, and one more for every 3 taken: looking at more than that costs
    more than it balances. Then the least unfair is taken, of several the earliest.
    What is taken depends on the candidates before alone, so asking for more takes
    the same and more.

    Returns
    -------
    taken : list
        At most `wanted` candidates.
    left : int
        How many were looked at and not taken.
    """
    balance = Balance(shares)
    coming = iter(candidates)
    waiting: list[C] = []
    taken: list[C] = []
    while len(taken) < wanted:
        excess = [balance.excess(features(one)) for one in waiting]
        room = WAITING + len(taken) // MORE_WAITING
        while (not excess or min(excess)) and len(waiting) < room:
            one = next(coming, None)
            if one is None:
                break
            waiting.append(one)
            excess.append(balance.excess(features(one)))
        if not waiting:
            break
        best = waiting.pop(excess.index(min(excess)))
        balance.take(features(best))
        taken.append(best)
    return taken, len(waiting)
