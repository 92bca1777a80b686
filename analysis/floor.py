"""What a judge does to flawless work: floors, and scores by kind of stimulus."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from .ceiling import ABSENT, Response
from .model.share import share_of
from .reading.answers import Answer
from .reading.stimuli import CONTROLS, DEGRADED, Stimulus
from .results.reason_rows import ReasonRow
from .results.records import FloorRow, MissingRow
from .table import Panel

ALL = "all"
FLOOR = "floor"


def floor_kinds(framing: str) -> tuple[str, ...]:
    """Return the kinds of control whose judgement makes the floor.

    Both kinds show two equal pictures in the reference framing: the correct edit
    beside itself. Under an instruction only `flawless` shows a correct edit.
    """
    return ("flawless", "identity") if framing == "reference" else ("flawless",)


def floor_counts(panel: Panel, found: Iterable[Response]) -> tuple[int, int]:
    """Return how many floor controls are below ceiling, and how many are answered."""
    kinds = floor_kinds(panel.framing)
    below = [r.below for r in found if r.stimulus.kind in kinds and r.below is not None]
    return sum(below), len(below)


def entropy_bits(levels: Sequence[float]) -> float:
    """Return the entropy in bits of the distribution over score levels.

    Of the shares in the sample (plug-in estimate): 0 when every score is the same.

    Examples
    --------
    >>> entropy_bits([1, 5, 1, 5])
    1.0
    """
    shares = [count / len(levels) for count in Counter(levels).values()]
    return math.fsum(-p * math.log2(p) for p in shares if p < 1)


def floor_rows(
    panel: Panel,
    stimuli: Mapping[str, Stimulus],
    found: Sequence[Response],
    score: str,
    level: float,
) -> list[FloorRow]:
    """Return the floor table of one judge and framing.

    Rows: the audit's score, then each criterion; in each the kinds that were
    judged, the floor, and all stimuli together.
    """
    rows = _score_rows(panel, found, score, level)
    for criterion in panel.criteria:
        answers: dict[str, list[Answer]] = {}
        for name, one in panel.answers.items():
            if criterion in one and one[criterion].score is not None:
                answers.setdefault(stimuli[name].kind, []).append(one[criterion])
        for kind, members in _kinds(panel.framing):
            chosen = [a for k in members for a in answers.get(k, ())]
            if chosen or kind == FLOOR:
                rows.append(_criterion_row(panel, criterion, kind, chosen, level))
    return rows


def missing_rows(panel: Panel, found: Iterable[Response]) -> list[MissingRow]:
    """Return how many stimuli of a panel are missing, by reason."""
    counts = Counter(r.missing for r in found if r.missing is not None)
    return [
        MissingRow(judge=panel.judge, framing=panel.framing, status=status, n=n)
        for status, n in sorted(counts.items())
    ]


def reason_rows(panel: Panel, stimuli: Mapping[str, Stimulus]) -> list[ReasonRow]:
    """Return which answers are missing, by criterion, kind of stimulus and reason.

    Of the stimuli that the judge was asked about at all: a criterion left out there
    is "absent".
    """
    counts = Counter(
        (criterion, stimuli[name].kind, _reason(said, criterion))
        for name, said in panel.answers.items()
        for criterion in panel.criteria
    )
    return [
        ReasonRow(
            judge=panel.judge,
            framing=panel.framing,
            criterion=criterion,
            kind=kind,
            status=reason,
            n=n,
        )
        for (criterion, kind, reason), n in sorted(counts.items())
        if reason
    ]


def _reason(said: Mapping[str, Answer], criterion: str) -> str:
    """Return why there is no score; empty when there is one."""
    answer = said.get(criterion)
    if answer is None:
        return ABSENT
    return answer.status if answer.score is None else ""


def _kinds(framing: str) -> list[tuple[str, tuple[str, ...]]]:
    everything = (DEGRADED, *CONTROLS)
    single = [(kind, (kind,)) for kind in (*CONTROLS, DEGRADED)]
    return [(FLOOR, floor_kinds(framing)), *single, (ALL, everything)]


def _score_rows(
    panel: Panel, found: Sequence[Response], score: str, level: float
) -> list[FloorRow]:
    """Return rows of a score over several criteria; a single one has its own rows."""
    if panel.framing == "reference" or score not in ("any", "mean"):
        return []
    rows = []
    for kind, members in _kinds(panel.framing):
        chosen = [
            r.below for r in found if r.stimulus.kind in members and r.below is not None
        ]
        if chosen or kind == FLOOR:
            below, n = sum(chosen), len(chosen)
            rows.append(_row(panel, score, kind, below, n, level, None, None))
    return rows


def _criterion_row(
    panel: Panel, criterion: str, kind: str, chosen: Sequence[Answer], level: float
) -> FloorRow:
    scores = [a.score for a in chosen if a.score is not None]
    below = sum(merit < 1 for a in chosen if (merit := a.merit) is not None)
    mean = math.fsum(scores) / len(scores) if scores else None
    entropy = entropy_bits(scores) if scores else None
    return _row(panel, criterion, kind, below, len(scores), level, mean, entropy)


def _row(
    panel: Panel,
    criterion: str,
    kind: str,
    below: int,
    n: int,
    level: float,
    mean: float | None,
    entropy: float | None,
) -> FloorRow:
    share = share_of(below, n, level)
    return FloorRow(
        judge=panel.judge,
        framing=panel.framing,
        criterion=criterion,
        kind=kind,
        n=n,
        below=below,
        share=share.share,
        wilson_low=share.wilson_low,
        wilson_high=share.wilson_high,
        exact_low=share.exact_low,
        exact_high=share.exact_high,
        mean_score=mean,
        entropy_bits=entropy,
    )
