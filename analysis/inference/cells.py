"""Responses by dimension and role, and what they say of it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..ceiling import Response
from ..floor import floor_kinds
from ..table import Panel

Key = tuple[str, str]
"""Dimension and role."""


class Told(NamedTuple):
    """Answered stimuli of one cell, in one order."""

    magnitude: list[float]
    below: list[float]
    merit: list[float]
    series: list[str | None]
    tier: list[int] | None
    unit: str | None


def by_cell(found: Iterable[Response]) -> dict[Key, list[Response]]:
    """Return the degraded stimuli's responses, sorted by dimension and role."""
    cells: dict[Key, list[Response]] = {}
    for response in found:
        stimulus = response.stimulus
        if stimulus.dimension:
            cells.setdefault((stimulus.dimension, stimulus.role), []).append(response)
    return {key: cells[key] for key in sorted(cells)}


def told(members: Sequence[Response]) -> Told:
    """Return what was answered in one cell; tiers only when all state theirs."""
    answered = [r for r in members if r.below is not None]
    tiers = [r.stimulus.tier for r in answered]
    stated = [tier for tier in tiers if tier is not None]
    return Told(
        magnitude=[r.stimulus.magnitude for r in answered],
        below=[float(r.below is True) for r in answered],
        merit=[r.merit for r in answered if r.merit is not None],
        series=[r.stimulus.series_id for r in answered],
        tier=stated if len(stated) == len(tiers) else None,
        unit=members[0].stimulus.unit,
    )


def floor_answers(panel: Panel, found: Iterable[Response]) -> dict[str, Response]:
    """Return the answered controls that make the floor, by id."""
    kinds = floor_kinds(panel.framing)
    return {
        r.stimulus.stimulus_id: r
        for r in found
        if r.stimulus.kind in kinds and r.below is not None
    }
