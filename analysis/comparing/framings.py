"""Framing against framing: what a judge detects and does not penalise."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..ceiling import Response
from ..inference.adjusting import adjust
from ..results.comparison_rows import FramingRow
from .matched import matched


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
    pooled: dict[str, list[str]] = {}
    for name in sorted(detected.keys() & penalised.keys()):
        stimulus = detected[name].stimulus
        if stimulus.dimension:
            cells.setdefault((stimulus.dimension, stimulus.role), []).append(name)
            pooled.setdefault(stimulus.role, []).append(name)
    single = [
        _row(judge, key, cells[key], detected, penalised, level)
        for key in sorted(cells)
    ]
    together = [
        _row(judge, (None, role), pooled[role], detected, penalised, level)
        for role in sorted(pooled)
    ]
    return [*_adjusted(single), *_adjusted(together)]


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
    key: tuple[str | None, str],
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
        scope="role" if key[0] is None else "cell",
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
