"""What judges said: one record a criterion, in long form."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from ...generator.errors import AnalysisError, JudgementError, suggest
from .columns import refuse_slips
from .scale import Scale
from .source import Row, Source, read_source
from .values import is_blank, number, optional_number, optional_whole, text, truth
from .wide import is_wide, long_rows

FRAMINGS = ("instruction", "reference", "pairwise")
SCORED = ("ok", "repaired")
STATUSES = (
    *SCORED,
    "out_of_range",
    "refusal",
    "truncated",
    "unparsed",
    "api_error",
)
DIFFERENCE = "difference"
_REQUIRED = ("stimulus_id", "judge", "framing", "criterion", "score")
_OPTIONAL = ("repeat", "cue", "order", "status", "scale_min", "scale_max")
_SAYING = (*_REQUIRED[1:], *_OPTIONAL, "column")
_LONGEST_JUDGE = 200
_KEPT = 4096


class Answer(NamedTuple):
    """One answer of one judge on one criterion of one stimulus.

    Attributes
    ----------
    place : str
        Where it stands, for messages.
    score : float or None
        None without a usable answer. Of the criterion `difference`: 1 for "they
        differ", 0 for "they do not".
    scale : Scale or None
        None for `difference`, and without a score.
    """

    stimulus_id: str
    place: str
    judge: str
    framing: str
    criterion: str
    repeat: int
    cue: str
    order: str
    status: str
    score: float | None
    scale: Scale | None

    @property
    def baseline(self) -> bool:
        """Whether the answer is a first one, without cue, in the standing order."""
        return self.repeat == 0 and self.cue == "none" and self.order == "AB"

    @property
    def merit(self) -> float | None:
        """The score between 0, worst, and 1, flawless."""
        if self.score is None:
            return None
        if self.scale is None:
            return 1.0 - self.score
        return (self.score - self.scale.low) / (self.scale.high - self.scale.low)


def read_answers(
    given: Iterable[str | Path | pd.DataFrame], scale: Scale | None
) -> tuple[Answer, ...]:
    """Return the baseline answers of the instruction and reference framings.

    Rows with ``repeat`` other than 0, a ``cue`` other than none or an ``order``
    other than AB are checked and left out: they belong to the analysis of
    invariance. Rows of the pairwise framing carry no rating and are left out too.

    Parameters
    ----------
    given : iterable of str, Path or DataFrame
        Tables in long form (``stimulus_id, judge, framing, criterion, score``) or
        wide form (``stimulus_id, judge`` and one column a criterion).
    scale : Scale or None
        The scale of rows without ``scale_min, scale_max``.

    Raises
    ------
    JudgementError
        With file, line or row, value and what is allowed.
    AnalysisError
        When nothing is left to analyse.
    """
    answers: list[Answer] = []
    names: list[str] = []
    seen: dict[tuple[object, ...], dict[str, str]] = {}
    scales: dict[tuple[str, ...], Answer] = {}
    parse = _parser(scale)
    for one in given:
        source = read_source(one, JudgementError, name="judgements")
        names.append(source.name)
        if not source.rows:
            raise JudgementError(
                f"{source.name}: holds no judgements; allowed: at least one row"
            )
        for place, row in _long(source):
            answer = _answer(row, place, parse, seen)
            if answer is not None and answer.baseline:
                _check_one_scale(answer, scales)
                answers.append(answer)
    if not answers:
        raise AnalysisError(
            f"{', '.join(names) or 'judgements'}: hold no baseline judgement; allowed: "
            "rows of the framing instruction or reference with repeat 0, cue none and "
            "order AB"
        )
    return tuple(answers)


def _long(source: Source) -> Iterator[Row]:
    if is_wide(source):
        yield from long_rows(source)
        return
    for column in _REQUIRED:
        if column not in source.columns:
            raise JudgementError(
                f"{source.name}: column {column!r} is missing; "
                f"{suggest(column, source.columns).replace('allowed:', 'found:')}"
            )
    known = (*_REQUIRED, *_OPTIONAL)
    refuse_slips(source.columns, known, _OPTIONAL, source.name)
    yield from source.rows


def _answer(
    row: Mapping[str, Any],
    place: str,
    parse: Callable[[Mapping[str, Any], str], "_Said"],
    seen: dict[tuple[object, ...], dict[str, str]],
) -> Answer | None:
    stimulus = text(row, "stimulus_id", place, JudgementError)
    said = parse(row, place)
    first = seen.setdefault(said.asked, {}).setdefault(stimulus, place)
    if first is not place:
        raise JudgementError(
            f"{place}: judgement of {stimulus!r} by {said.judge!r} on "
            f"{said.criterion!r} comes twice (first at {first}); allowed: once for "
            "each framing, repeat, cue and order"
        )
    if said.framing == "pairwise":
        return None
    return Answer(stimulus, place, *said)


class _Said(NamedTuple):
    """What a row says, whatever it is about and wherever it stands."""

    judge: str
    framing: str
    criterion: str
    repeat: int
    cue: str
    order: str
    status: str
    score: float | None
    scale: Scale | None

    @property
    def asked(self) -> tuple[object, ...]:
        """What no two rows of a stimulus may have in common."""
        return self[:6]


def _parser(scale: Scale | None) -> Callable[[Mapping[str, Any], str], _Said]:
    """Return what parses rows; rows that say the same are parsed once."""

    @lru_cache(_KEPT, typed=True)
    def known(*values: object) -> _Said:
        return _said(dict(zip(_SAYING, values, strict=True)), "", scale)

    def parse(row: Mapping[str, Any], place: str) -> _Said:
        try:
            return known(*map(row.get, _SAYING))
        except (JudgementError, TypeError):
            # What is wrong, perhaps by being a list, is told with its place.
            return _said(row, place, scale)

    return parse


def _said(row: Mapping[str, Any], place: str, scale: Scale | None) -> _Said:
    wrong = JudgementError
    status = text(row, "status", place, wrong, default="ok", allowed=STATUSES)
    framing = text(row, "framing", place, wrong, allowed=FRAMINGS)
    judge = _judge(row, place)
    criterion = text(row, "criterion", place, wrong)
    repeat = optional_whole(row, "repeat", place, wrong) or 0
    cue = text(row, "cue", place, wrong, default="none")
    order = text(row, "order", place, wrong, default="AB", allowed=("AB", "BA"))
    score, own = None, None
    if framing != "pairwise":
        score, own = _score(row, place, framing, criterion, status, scale)
    return _Said(
        judge=judge,
        framing=framing,
        criterion=criterion,
        repeat=repeat,
        cue=cue,
        order=order,
        status=status,
        score=score,
        scale=own,
    )


def _judge(row: Mapping[str, Any], place: str) -> str:
    name = text(row, "judge", place, JudgementError)
    if len(name) > _LONGEST_JUDGE:
        raise JudgementError(
            f"{place}: judge = {name[:40]!r}... has {len(name)} characters; "
            f"allowed: at most {_LONGEST_JUDGE}"
        )
    return name


def _check_one_scale(answer: Answer, scales: dict[tuple[str, ...], Answer]) -> None:
    """Refuse a second scale for one question to one judge."""
    if answer.scale is None:
        return
    key = (answer.judge, answer.framing, answer.criterion)
    first = scales.setdefault(key, answer)
    if first.scale != answer.scale:
        raise JudgementError(
            f"{answer.place}: {answer.judge!r} scores {answer.criterion!r} on the "
            f"scale {answer.scale}, but {first.scale} at {first.place}; allowed: one "
            "scale for a judge, framing and criterion"
        )


def _score(
    row: Mapping[str, Any],
    place: str,
    framing: str,
    criterion: str,
    status: str,
    scale: Scale | None,
) -> tuple[float | None, Scale | None]:
    value = row.get("score")
    name = row.get("column") or "score"
    if status not in SCORED:
        if not is_blank(value):
            raise JudgementError(
                f"{place}: {name} = {value!r} with status {status!r}; "
                "only ok and repaired carry a score"
            )
        return None, None
    if framing == "reference" and criterion == DIFFERENCE:
        return float(truth(value, name, place, JudgementError)), None
    score = number(value, name, place, JudgementError)
    own = _own_scale(row, place, scale)
    if not own.low <= score <= own.high:
        raise JudgementError(
            f"{place}: {name} = {value!r} with status {status!r} is outside the scale; "
            f"allowed: {own}"
        )
    return score, own


def _own_scale(row: Mapping[str, Any], place: str, scale: Scale | None) -> Scale:
    low = optional_number(row, "scale_min", place, JudgementError)
    high = optional_number(row, "scale_max", place, JudgementError)
    if low is None and high is None:
        if scale is None:
            raise JudgementError(
                f"{place}: the scale of the score is not stated; allowed: columns "
                "scale_min and scale_max, or a scale such as 1-5 for all"
            )
        return scale
    if low is None or high is None or not 0 < high - low < math.inf:
        raise JudgementError(
            f"{place}: scale_min = {low!r}, scale_max = {high!r} is no scale; "
            "allowed: two numbers, the lower first"
        )
    own = Scale(low=low, high=high)
    if scale is not None and scale != own:
        raise JudgementError(
            f"{place}: the file states the scale {own}, the argument {scale}; "
            "allowed: one and the same, or only one of them"
        )
    return own
