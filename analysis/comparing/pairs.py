"""Judge against judge, cell by cell."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from ..ceiling import Response
from ..inference.cells import Key, by_cell, floor_answers, told
from ..results.comparison_rows import JudgeRow
from ..table import Panel
from .adjusting import adjust
from .judges import paired_difference
from .matched import matched


def judge_rows(
    framing: str,
    panels: Sequence[tuple[Panel, Sequence[Response]]],
    *,
    criterion: float,
    level: float,
    family: str,
    replicates: int,
    seed: int,
) -> list[JudgeRow]:
    """Compare every two judges of one framing on the stimuli that both answered.

    One row for each two judges, dimension and role that both were asked about; the
    p of all of them are adjusted together.
    """
    rows = []
    for (first, one), (second, other) in combinations(panels, 2):
        flawless = floor_answers(first, one), floor_answers(second, other)
        common = sorted(flawless[0].keys() & flawless[1].keys())
        cells = by_cell(one), by_cell(other)
        for key in sorted(cells[0].keys() & cells[1].keys()):
            pair = _common(cells[0][key], cells[1][key])
            row = _row(framing, key, (first.judge, second.judge), pair, level)
            if row.n and common:
                told_ = told(pair[0]), told(pair[1])
                found = paired_difference(
                    told_[0].magnitude,
                    (told_[0].below, told_[1].below),
                    (
                        [flawless[0][name].below is True for name in common],
                        [flawless[1][name].below is True for name in common],
                    ),
                    series=told_[0].series,
                    tier=told_[0].tier,
                    criterion=criterion,
                    level=level,
                    family=family,
                    replicates=replicates,
                    seed=seed,
                )
                row = replace(
                    row,
                    first_status=found.first.status,
                    second_status=found.second.status,
                    difference=found.difference,
                    low=found.low,
                    high=found.high,
                    unidentified=found.unidentified,
                )
            rows.append(row)
    q = adjust([row.p for row in rows])
    size = len(rows)
    return [
        replace(row, q=one_q, family_size=size)
        for row, one_q in zip(rows, q, strict=True)
    ]


def _common(
    first: Sequence[Response], second: Sequence[Response]
) -> tuple[list[Response], list[Response]]:
    """Return the responses to stimuli that both answered, in one order."""
    one = {r.stimulus.stimulus_id: r for r in first if r.below is not None}
    other = {r.stimulus.stimulus_id: r for r in second if r.below is not None}
    names = sorted(one.keys() & other.keys())
    return [one[name] for name in names], [other[name] for name in names]


def _row(
    framing: str,
    key: Key,
    judges: tuple[str, str],
    pair: tuple[Sequence[Response], Sequence[Response]],
    level: float,
) -> JudgeRow:
    """Return the row without onsets."""
    found = matched(
        [r.below is True for r in pair[0]], [r.below is True for r in pair[1]], level
    )
    return JudgeRow(
        framing=framing,
        dimension=key[0],
        role=key[1],
        first_judge=judges[0],
        second_judge=judges[1],
        n=len(pair[0]),
        first_status=None,
        second_status=None,
        difference=None,
        low=None,
        high=None,
        unidentified=None,
        both=found.both,
        first_only=found.first_only,
        second_only=found.second_only,
        neither=found.neither,
        share_difference=found.difference,
        share_low=found.low,
        share_high=found.high,
        p=found.p,
        q=None,
        family_size=0,
        level=level,
    )
