"""Checking a judgement file against the corpus that was judged."""

import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..analysis.reading.answers import SCORED, Answer, read_answers
from ..analysis.reading.scale import parse_scale
from ..analysis.reading.source import Source, read_source
from ..analysis.reading.stimuli import Stimulus, read_stimuli
from ..analysis.reading.values import is_blank
from ..generator.errors import CorpusError, JudgementError

SHOWN = 5
"""How many stimuli are named where there may be thousands."""

DIGEST = "pixels_sha256"
"""Column that says which picture was judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The answers of one judge on one criterion.

    Attributes
    ----------
    judge, framing, criterion : str
        Whose, and of what.
    n : int
        Stimuli with a score.
    unscored : mapping of str to int
        Answers without a score, by status.
    absent : tuple of str
        Stimuli without any answer.
    """

    judge: str
    framing: str
    criterion: str
    n: int
    unscored: Mapping[str, int]
    absent: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a judgement file holds.

    Attributes
    ----------
    panels : tuple of Panel
        Sorted by judge, framing and criterion.
    rows : int
        Rows of the file.
    named : int
        Rows that say which picture was judged.
    """

    panels: tuple[Panel, ...]
    rows: int
    named: int

    @property
    def complete(self) -> bool:
        """Whether every judge answered on every stimulus."""
        return not any(panel.absent for panel in self.panels)


def check(path: Path, folder: Path, *, scale: str | None = None) -> Checked:
    """Check a judgement file against the corpus it is about.

    Parameters
    ----------
    path : Path
        The file: JSON Lines, CSV or Parquet, long or wide.
    folder : Path
        The corpus, or its table without pictures.
    scale : str, optional
        Such as ``"1-5"``: the scale of scores that do not state theirs.

    Raises
    ------
    JudgementError
        For the first row that is no judgement, comes twice, is out of range, is
        about no stimulus of the corpus, or was made on another picture than the
        corpus holds.
    CorpusError
        When the corpus is not what it should be.
    """
    stimuli = read_stimuli(folder)
    answers = read_answers([path], None if scale is None else parse_scale(scale))
    for answer in answers:
        if answer.stimulus_id not in stimuli:
            raise JudgementError(_unknown(answer, stimuli))
    source = read_source(path, JudgementError, name="judgements")
    named = _check_pictures(source, _digests(folder))
    return Checked(
        panels=tuple(_panels(answers, stimuli)), rows=len(source.rows), named=named
    )


def _unknown(answer: Answer, stimuli: Mapping[str, Stimulus]) -> str:
    near = difflib.get_close_matches(answer.stimulus_id, list(stimuli)[:20000], n=1)
    allowed = f"allowed: one of its {len(stimuli)} ids"
    hint = f"did you mean {near[0]!r}? ({allowed})" if near else allowed
    return (
        f"{answer.place}: the corpus holds no stimulus {answer.stimulus_id!r}; {hint}"
    )


def _digests(folder: Path) -> Mapping[str, str]:
    """Return the digest of every result, where the corpus tells it."""
    paths = sorted((folder / "metadata").glob("*.parquet"))
    sources = [
        read_source(path, CorpusError, name="stimuli") for path in paths or [folder]
    ]
    return {
        str(row["stimulus_id"]): str(row[DIGEST])
        for source in sources
        for _, row in source.rows
        if row.get(DIGEST)
    }


def _check_pictures(source: Source, digests: Mapping[str, str]) -> int:
    """Refuse rows about other pictures; return how many name theirs."""
    named = 0
    for place, row in source.rows:
        told = _picture(row)
        if told is None or not digests:
            continue
        named += 1
        name = str(row.get("stimulus_id"))
        own = digests.get(name, "none")
        if told.lower() != own:
            shown = 12 if told[:12].lower() != own[:12] else None
            raise JudgementError(
                f"{place}: stimulus {name!r} was judged on the picture {told[:shown]}, "
                f"but the corpus holds {own[:shown]}: the judgements are of another "
                "revision"
            )
    return named


def _picture(row: Mapping[str, Any]) -> str | None:
    """Return the digest of the picture that was judged, as a row tells it."""
    told = row.get(DIGEST)
    if is_blank(told):
        requested = row.get("requested")
        if isinstance(requested, str):
            try:
                requested = json.loads(requested)
            except ValueError:
                return None
        told = requested.get("result") if isinstance(requested, Mapping) else None
    return None if is_blank(told) else str(told)


def _panels(
    answers: tuple[Answer, ...], stimuli: Mapping[str, Stimulus]
) -> Iterator[Panel]:
    groups: dict[tuple[str, str, str], list[Answer]] = {}
    for answer in answers:
        key = (answer.judge, answer.framing, answer.criterion)
        groups.setdefault(key, []).append(answer)
    for (judge, framing, criterion), members in sorted(groups.items()):
        unscored: dict[str, int] = {}
        for one in members:
            if one.status not in SCORED:
                unscored[one.status] = unscored.get(one.status, 0) + 1
        said = {one.stimulus_id for one in members}
        yield Panel(
            judge=judge,
            framing=framing,
            criterion=criterion,
            n=len(members) - sum(unscored.values()),
            unscored=dict(sorted(unscored.items())),
            absent=tuple(
                name
                for name, one in stimuli.items()
                if name not in said and _is_asked(one, framing)
            ),
        )


def _is_asked(stimulus: Stimulus, framing: str) -> bool:
    """Tell whether a framing can ask about a stimulus: identity has no instruction."""
    return framing != "instruction" or stimulus.kind != "identity"
