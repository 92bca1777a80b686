"""Judge against judge, cell by cell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from ..asked import Asked
from ..ceiling import Response
from ..inference.adjusting import adjust
from ..inference.cells import Key, by_cell, floor_answers, told
from ..results.comparison_rows import JudgeRow
from ..table import Panel
from .judges import Side, Stage, make_stage
from .matched import matched

_Names = tuple[tuple[str, ...], tuple[str, ...]]


def judge_rows(
    framing: str, panels: Sequence[tuple[Panel, Sequence[Response]]], asked: Asked
) -> list[JudgeRow]:
    """Compare every two judges of one framing on the stimuli that both answered.

    One row for each two judges, dimension and role that both were asked about; the
    p of all of them are adjusted together.
    """
    cells = {panel.judge: by_cell(said) for panel, said in panels}
    flawless = {panel.judge: floor_answers(panel, said) for panel, said in panels}
    rows: list[JudgeRow] = []
    for key in sorted({key for one in cells.values() for key in one}):
        judges = sorted(judge for judge, one in cells.items() if key in one)
        said = {judge: cells[judge][key] for judge in judges}
        rows += _cell_rows(framing, key, said, flawless, asked)
    rows.sort(key=lambda r: (r.first_judge, r.second_judge, r.dimension, r.role))
    q = adjust([row.p for row in rows])
    size = len(rows)
    return [
        replace(row, q=one_q, family_size=size)
        for row, one_q in zip(rows, q, strict=True)
    ]


def _cell_rows(
    framing: str,
    key: Key,
    said: Mapping[str, Sequence[Response]],
    flawless: Mapping[str, Mapping[str, Response]],
    asked: Asked,
) -> Iterator[JudgeRow]:
    """Yield the comparisons of one cell; who met the same stimuli is fitted once."""
    stages: dict[_Names, Stage] = {}
    sides: dict[tuple[str, _Names], Side] = {}
    for judges in combinations(said, 2):
        pair = _common(said[judges[0]], said[judges[1]])
        common = sorted(flawless[judges[0]].keys() & flawless[judges[1]].keys())
        row = _row(framing, key, judges, pair, asked.level)
        if not (row.n and common):
            yield row
            continue
        names = tuple(r.stimulus.stimulus_id for r in pair[0]), tuple(common)
        answers = told(pair[0]), told(pair[1])
        if names not in stages:
            one = answers[0]
            stages[names] = make_stage(
                one.magnitude, len(common), one.series, one.tier, asked
            )
        for judge, own in zip(judges, answers, strict=True):
            if (judge, names) not in sides:
                controls = [flawless[judge][name].below is True for name in common]
                sides[judge, names] = stages[names].side(own.below, controls)
        first, second = (sides[judge, names] for judge in judges)
        found = stages[names].difference(first, second)
        yield replace(
            row,
            first_status=found.first.status,
            second_status=found.second.status,
            difference=found.difference,
            low=found.low,
            high=found.high,
            unidentified=found.unidentified,
        )


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
