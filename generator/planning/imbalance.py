"""Telling where something else changes along with the tier."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

Shares = Mapping[int, Counter[str]]
"""For each tier how many stimuli have each value."""

TOLD_FROM = 20.0
"""Points by which a share may differ between tiers without a word."""

BY_CHANCE = 2
"""Stimuli by which directions and edits of small cells differ by chance."""


def counted(pairs: Iterable[tuple[int, str]]) -> Shares:
    """Count values by tier."""
    found: dict[int, Counter[str]] = {}
    for tier, value in pairs:
        found.setdefault(tier, Counter())[value] += 1
    return dict(sorted(found.items()))


def imbalances(what: str, shares: Shares, by_chance: int = 0) -> Iterator[str]:
    """Yield a sentence for every value whose share differs much between tiers.

    Parameters
    ----------
    what : str
        What kind of values they are, such as ``"difficulty"``.
    shares : mapping of int to Counter
        Counts by tier.
    by_chance : int
        Stimuli by which counts may differ whatever the share.

    Examples
    --------
    >>> list(imbalances("difficulty", {1: Counter(easy=1), 2: Counter(hard=3)}))[0]
    'difficulty easy is 100 % of tier 1 and 0 % of tier 2'
    """
    values = sorted({value for counts in shares.values() for value in counts})
    for value in values:
        percent = {
            tier: 100 * counts[value] / counts.total()
            for tier, counts in shares.items()
        }
        most = max(percent, key=lambda tier: percent[tier])
        least = min(percent, key=lambda tier: percent[tier])
        apart = abs(shares[most][value] - shares[least][value])
        if percent[most] - percent[least] > TOLD_FROM and apart > by_chance:
            yield (
                f"{what} {value} is {percent[most]:.0f} % of tier {most} and "
                f"{percent[least]:.0f} % of tier {least}"
            )
