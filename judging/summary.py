"""What a judgement file holds, in a few lines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..analysis.floor import entropy_bits
from .judgement import SCORED, STATUSES, from_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """How the answers to one question use the scale.

    Attributes
    ----------
    framing, criterion : str
        The question.
    n : int
        Answers with a score.
    levels : int
        Different scores among them.
    entropy_bits : float
        Entropy of their distribution: 1 where a scale is used as two levels
        that are equally frequent, log2 of its steps where all are.
    statuses : mapping of str to int
        Answers by status.
    """

    framing: str
    criterion: str
    n: int
    levels: int
    entropy_bits: float | None
    statuses: Counter[str]


def levels(path: Path) -> list[Levels]:
    """Return how the scale is used, a row for each question of a file.

    Raises
    ------
    JudgementError
        When a line is no judgement.
    """
    scores: dict[tuple[str, str], list[float]] = {}
    statuses: dict[tuple[str, str], Counter[str]] = {}
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            row = from_json(line, f"{path}, line {number}")
            key = row.framing, row.criterion
            statuses.setdefault(key, Counter())[row.status] += 1
            said = scores.setdefault(key, [])
            if row.score is not None:
                said.append(float(row.score))
    return [
        Levels(
            framing=framing,
            criterion=criterion,
            n=len(said),
            levels=len(set(said)),
            entropy_bits=entropy_bits(said) if said else None,
            statuses=statuses[framing, criterion],
        )
        for (framing, criterion), said in scores.items()
    ]


def table(found: Sequence[Levels]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return column names and cells of a table for people."""
    missing = [
        status
        for status in STATUSES
        if status not in SCORED and any(one.statuses[status] for one in found)
    ]
    columns = ("framing", "criterion", "scored", "levels", "bits", *missing)
    return columns, [tuple(_cells(one, missing)) for one in found]


def _cells(one: Levels, missing: Sequence[str]) -> Iterator[str]:
    yield from (one.framing, one.criterion, str(one.n), str(one.levels))
    yield "" if one.entropy_bits is None else f"{one.entropy_bits:.2f}"
    yield from (str(one.statuses[status]) for status in missing)
