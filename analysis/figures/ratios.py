"""What a forest of ratios shows of comparisons: sections of labelled lines."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..results.comparison_rows import JudgeRow, RoleRow
from .lanes import NO_ONSET


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """One line: a difference of natural-log onsets with limits.

    `point` is None where only limits are known; `note` says why there is nothing.
    """

    label: str
    point: float | None
    low: float
    high: float
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Lines under one heading; `judge` is None when they are of two judges."""

    title: str
    judge: str | None
    rows: tuple[Ratio, ...]


def role_sections(rows: Iterable[RoleRow]) -> list[Section]:
    """Return a section for each judge and framing, a line for two roles."""
    found: dict[tuple[str, str], list[Ratio]] = {}
    for row in rows:
        label = f"{row.dimension}: {row.second_role} ÷ {row.first_role}"
        sides = (row.first_role, row.first_status), (row.second_role, row.second_status)
        line = _ratio(label, row, sides)
        found.setdefault((row.judge, row.framing), []).append(line)
    return [
        Section(title=f"{judge} ({framing})", judge=judge, rows=tuple(lines))
        for (judge, framing), lines in found.items()
    ]


def judge_sections(rows: Iterable[JudgeRow]) -> list[Section]:
    """Return a section for each framing and two judges, a line for each cell."""
    found: dict[tuple[str, str, str], list[Ratio]] = {}
    for row in rows:
        sides = (
            (row.first_judge, row.first_status),
            (row.second_judge, row.second_status),
        )
        line = _ratio(f"{row.dimension}, {row.role}", row, sides)
        key = (row.framing, row.first_judge, row.second_judge)
        found.setdefault(key, []).append(line)
    return [
        Section(title=f"{second} ÷ {first} ({framing})", judge=None, rows=tuple(lines))
        for (framing, first, second), lines in found.items()
    ]


def _ratio(
    label: str, row: RoleRow | JudgeRow, sides: tuple[tuple[str, str | None], ...]
) -> Ratio:
    low = -math.inf if row.low is None else row.low
    high = math.inf if row.high is None else row.high
    unbounded = math.isinf(low) and math.isinf(high)
    return Ratio(
        label=label,
        point=row.difference,
        low=low,
        high=high,
        note=_note(sides) if unbounded and row.difference is None else "",
    )


def _note(sides: tuple[tuple[str, str | None], ...]) -> str:
    """Say which of two onsets does not exist, and why."""
    if any(status is None for _, status in sides):
        return "nothing in common"
    for name, status in sides:
        if status in NO_ONSET:
            return f"{name}: {NO_ONSET[status]}"
    return "not bounded"
