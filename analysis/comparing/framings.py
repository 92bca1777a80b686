"""Framing against framing: what a judge detects and does not penalise."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..ceiling import Response
from ..results.comparison_rows import FramingRow
from .adjusting import adjust
from .matched import matched

ALL = "all"


def framing_rows(
    judge: str,
    reference: Sequence[Response],
    instruction: Sequence[Response],
    level: float,
) -> list[FramingRow]:
    """Compare the two framings of one judge on the stimuli answered under both.

    One row for each dimension and role, and one for all dimensions of a role; the p
    of the former are adjusted together, and those of the latter.
    """
    detected, penalised = _answered(reference), _answered(instruction)
    cells: dict[tuple[str, str], list[str]] = {}
    for name in sorted(detected.keys() & penalised.keys()):
        stimulus = detected[name].stimulus
        if stimulus.dimension:
            cells.setdefault((stimulus.dimension, stimulus.role), []).append(name)
            cells.setdefault((ALL, stimulus.role), []).append(name)
    rows = {
        key: _row(judge, key, cells[key], detected, penalised, level)
        for key in sorted(cells, key=lambda key: (key[0] == ALL, key))
    }
    single = [row for (dimension, _), row in rows.items() if dimension != ALL]
    pooled = [row for (dimension, _), row in rows.items() if dimension == ALL]
    return [*_adjusted(single), *_adjusted(pooled)]


def _answered(found: Sequence[Response]) -> dict[str, Response]:
    return {r.stimulus.stimulus_id: r for r in found if r.below is not None}


def _adjusted(rows: Sequence[FramingRow]) -> list[FramingRow]:
    q = adjust([row.p for row in rows])
    return [
        replace(row, q=one, family_size=len(rows))
        for row, one in zip(rows, q, strict=True)
    ]


def _row(
    judge: str,
    key: tuple[str, str],
    names: Sequence[str],
    detected: Mapping[str, Response],
    penalised: Mapping[str, Response],
    level: float,
) -> FramingRow:
    found = matched(
        [detected[name].below is True for name in names],
        [penalised[name].below is True for name in names],
        level,
    )
    return FramingRow(
        judge=judge,
        dimension=key[0],
        role=key[1],
        n=len(names),
        both=found.both,
        detected_only=found.first_only,
        penalised_only=found.second_only,
        neither=found.neither,
        difference=found.difference,
        low=found.low,
        high=found.high,
        p=found.p,
        q=None,
        family_size=0,
        level=level,
    )
