"""Answers met with stimuli: one panel for each judge and framing."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from ..generator.errors import AnalysisError, JudgementError
from .reading.answers import DIFFERENCE, Answer, read_answers
from .reading.columns import plain
from .reading.provenance import Provenance, provenance
from .reading.scale import Scale
from .reading.stimuli import DEGRADED, Stimulus, stimuli_of, stimuli_source

__all__ = ["HOLISTIC", "Panel", "Table", "decomposed", "read_table"]

HOLISTIC = ("overall", "overall_quality")
"""Criteria that sum up the others: reported, never mixed in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The baseline answers of one judge under one framing.

    Attributes
    ----------
    criteria : tuple of str
        Every criterion that the judge was asked, sorted.
    answers : mapping
        Stimulus id to criterion to answer.
    """

    judge: str
    framing: str
    criteria: tuple[str, ...]
    answers: Mapping[str, Mapping[str, Answer]]

    @property
    def decomposed(self) -> tuple[str, ...]:
        """The criteria that decide on "below ceiling" unless one is named."""
        return decomposed(self.framing, self.criteria)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything that an audit is made from, and where it is from.

    `names` are those of the judgements without folders, and the last that of the
    stimuli.
    """

    stimuli: Mapping[str, Stimulus]
    panels: tuple[Panel, ...]
    provenance: Provenance
    names: tuple[str, ...]

    @property
    def cells(self) -> int:
        """How many dimensions and roles all judges and framings were asked about."""
        asked = {
            (panel.judge, panel.framing, one.dimension, one.role)
            for panel in self.panels
            for one in map(self.stimuli.__getitem__, panel.answers)
            if one.kind == DEGRADED
        }
        return len(asked)


def decomposed(framing: str, criteria: Iterable[str]) -> tuple[str, ...]:
    """Return the criteria that decide on "below ceiling" unless one is named.

    Of the reference framing only `difference`: `similarity` is reported.

    Examples
    --------
    >>> decomposed("instruction", ["Overall Quality", "text"])
    ('text',)
    """
    if framing == "reference":
        return tuple(c for c in criteria if c == DIFFERENCE)
    return tuple(c for c in criteria if plain(c) not in HOLISTIC)


def read_table(
    judgements: Sequence[str | Path | pd.DataFrame],
    stimuli: str | Path | pd.DataFrame,
    scale: Scale | None,
) -> Table:
    """Read judgements and stimuli and bring them together.

    Parameters
    ----------
    judgements : sequence of str, Path or DataFrame
        As for `eyechart.analysis.reading.answers.read_answers`.
    stimuli : str, Path or DataFrame
        As for `eyechart.analysis.reading.stimuli.read_stimuli`.
    scale : Scale or None
        Scale of rows that do not state theirs.

    Raises
    ------
    CorpusError, JudgementError, AnalysisError
        With place, value and what is allowed.
    """
    source = stimuli_source(stimuli)
    known = stimuli_of(source)
    origin = provenance(stimuli, source, known)
    del source
    answers = read_answers(judgements, scale)
    grouped: dict[tuple[str, str], dict[str, dict[str, Answer]]] = {}
    for answer in answers:
        if answer.stimulus_id not in known:
            raise JudgementError(_unknown(answer, known))
        said = grouped.setdefault((answer.judge, answer.framing), {})
        said.setdefault(answer.stimulus_id, {})[answer.criterion] = answer
    panels = tuple(
        Panel(
            judge=judge,
            framing=framing,
            criteria=tuple(sorted({c for one in found.values() for c in one})),
            answers=found,
        )
        for (judge, framing), found in sorted(grouped.items())
    )
    for panel in panels:
        if panel.framing == "reference" and not panel.decomposed:
            raise JudgementError(
                f"judge {panel.judge!r}: framing reference without the criterion "
                f"{DIFFERENCE!r}; found: {', '.join(panel.criteria)}"
            )
    _check_degraded(known, panels)
    return Table(
        stimuli=known,
        panels=panels,
        provenance=origin,
        names=tuple(_name(one) for one in (*judgements, stimuli)),
    )


def _name(given: str | Path | pd.DataFrame) -> str:
    return "data frame" if isinstance(given, pd.DataFrame) else Path(given).name


def _check_degraded(known: Mapping[str, Stimulus], panels: Iterable[Panel]) -> None:
    """Refuse data without any stimulus that an onset could be fitted to."""
    if not any(stimulus.kind == DEGRADED for stimulus in known.values()):
        raise AnalysisError(
            f"stimuli: none of the {len(known)} is of the kind {DEGRADED!r}; allowed: "
            "at least one"
        )
    judged = {name for panel in panels for name in panel.answers}
    if not any(known[name].kind == DEGRADED for name in judged):
        raise AnalysisError(
            f"judgements: none of the {len(judged)} judged stimuli is of the kind "
            f"{DEGRADED!r}; allowed: at least one"
        )


def _unknown(answer: Answer, known: Mapping[str, Stimulus]) -> str:
    near = difflib.get_close_matches(answer.stimulus_id, list(known)[:20000], n=1)
    allowed = f"allowed: one of the {len(known)} ids of the corpus"
    hint = f"did you mean {near[0]!r}? ({allowed})" if near else allowed
    return (
        f"{answer.place}: stimulus_id {answer.stimulus_id!r} is not among the stimuli; "
        f"{hint}"
    )
