"""Tables of a card, counted and measured from the rows of a corpus."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...generator.corpus.verified import Verified
from ...generator.dimensions import dimension
from .columns import COMPANIONS, KINDS

Row = Mapping[str, Any]
Line = tuple[object, ...]


def kinds(rows: Iterable[Row]) -> Sequence[Line]:
    """Return kind, number of stimuli, and what the result shows."""
    counts = Counter(row["kind"] for row in rows)
    return [(kind, number, KINDS[kind]) for kind, number in sorted(counts.items())]


def dimensions(rows: Iterable[Row]) -> Sequence[Line]:
    """Return dimension, what is wrong, and how often in each direction."""
    lines = []
    for (name,), members in _grouped(_wrong(rows), "dimension"):
        ways = Counter(row["direction"] for row in members)
        told = ", ".join(f"{way} {number}" for way, number in sorted(ways.items()))
        lines.append((name, dimension(name).summary, told))
    return lines


def cells(rows: Iterable[Row]) -> Sequence[Line]:
    """Return a line a dimension and role.

    Unit, number of stimuli, tiers, smallest and largest magnitude, the magnitude
    that counts as clearly visible, and how far the farthest reading is from the
    magnitude that was drawn.
    """
    lines = []
    keys = ("dimension", "role", "unit", "visible_anchor")
    for (name, role, unit, anchor), members in _grouped(_wrong(rows), *keys):
        sizes = [row["magnitude"] for row in members]
        away = [abs(row["magnitude_measured"] - row["magnitude"]) for row in members]
        tiers = _listed(sorted({row["tier"] for row in members}))
        span = f"{min(sizes):.3g} to {max(sizes):.3g}"
        read = f"{max(away):.2g}"
        lines.append((name, role, unit, len(members), tiers, span, f"{anchor:g}", read))
    return lines


def pages(rows: Iterable[Row]) -> Sequence[Line]:
    """Return difficulty, layout and number of stimuli."""
    counts = Counter((row["difficulty"], row["layout"]) for row in rows)
    return [(*pair, number) for pair, number in sorted(counts.items())]


def companions(rows: Iterable[Row]) -> Sequence[Line]:
    """Return medians of what compares result and ground truth, tier by tier.

    A median of nothing, where no text is in question, is an empty cell.
    """
    lines = []
    named = ({**row, "dimension": row["dimension"] or ""} for row in rows)
    for (kind, name), members in _grouped(named, "kind", "dimension"):
        for (tier,), some in _grouped(members, "tier"):
            medians = (_median(some, column) for column in COMPANIONS)
            lines.append((name or kind, tier or "", *medians))
    return lines


def worst(found: Verified) -> Sequence[Line]:
    """Return axis, unit, the largest deviation, its bound, and whose it is."""
    return [
        (axis, one.unit, f"{one.size:.3g}", f"{one.bound:.3g}", f"`{one.stimulus_id}`")
        for axis, one in sorted(found.worst.items())
    ]


def _wrong(rows: Iterable[Row]) -> Iterator[Row]:
    return (row for row in rows if row["dimension"])


def _grouped(
    rows: Iterable[Row], *columns: str
) -> list[tuple[tuple[Any, ...], list[Row]]]:
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in columns), []).append(row)
    return sorted(groups.items(), key=lambda group: group[0])


def _median(rows: Sequence[Row], column: str) -> str:
    known = [row[column] for row in rows if row[column] is not None]
    return _shown(statistics.median(known)) if known else ""


def _shown(value: float) -> str:
    """Return four digits, or as many as keep from 1 what is not: it would say equal."""
    texts = (f"{value:.{digits}g}" for digits in range(4, 18))
    return next(text for text in texts if text != "1" or value == 1)


def _listed(numbers: Sequence[int]) -> str:
    """Return numbers as a list, or as a span when none of several is missing."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 2 and last - first == len(numbers) - 1:
        return f"{first} to {last}".replace(" ", "\N{NO-BREAK SPACE}")
    return ", ".join(map(str, numbers))
