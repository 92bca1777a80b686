"""Choices between pairs, read from a judgement file."""

from collections.abc import Callable, Mapping
from pathlib import Path

from ..analysis.pairwise import (
    Consistency,
    Key,
    Pair,
    Reconciled,
    consistency,
    lenient,
    reconciled,
    strict,
)
from .judgement import NO_CUE, from_json

_RIGHT = {"degraded": -1, "unedited": -1, "flawless": 0, "sham": 0}
"""Whether the result or the correct edit is better, or neither, by kind."""

WAYS: Mapping[str, Callable[[Pair], int | None]] = {
    "strict": strict,
    "lenient": lenient,
}


def read_pairs(path: Path) -> dict[Key, Pair]:
    """Return what was said without a cue of each pair, by stimulus and repeat.

    Where several questions were asked about each pair, the first of them counts.

    Raises
    ------
    JudgementError
        When a line is no judgement.
    """
    found: dict[Key, dict[str, int | None]] = {}
    criterion = ""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            row = from_json(line, f"{path}, line {number}")
            if row.framing != "pairwise" or row.cue != NO_CUE:
                continue
            criterion = criterion or row.criterion
            if row.criterion == criterion:
                verdict = None if row.score is None else int(row.score)
                one = found.setdefault((row.stimulus_id, row.repeat), {})
                one[row.order.lower()] = verdict
    return {key: Pair(**values) for key, values in found.items()}


def judged_pairs(
    path: Path, kinds: Mapping[str, str]
) -> tuple[Consistency, dict[str, Reconciled]]:
    """Return how the order sways a judge, and how well it does once reconciled.

    Parameters
    ----------
    path : Path
        A judgement file with choices.
    kinds : mapping
        Kind of each stimulus.

    Raises
    ------
    JudgementError
        When a line is no judgement.
    AnalysisError
        When there are no choices, or one about an unknown stimulus.
    """
    pairs = read_pairs(path)
    truth = {n: _RIGHT[kind] for n, kind in kinds.items() if kind in _RIGHT}
    base = {name: pair for (name, repeat), pair in pairs.items() if repeat == 0}
    found = {
        way: reconciled({name: settle(pair) for name, pair in base.items()}, truth)
        for way, settle in WAYS.items()
    }
    return consistency(pairs), found
