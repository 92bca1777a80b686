"""From scores that somebody else read to judgements."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...analysis.reading.values import is_blank, number, truth
from ...generator.errors import JudgementError
from ..judgement import Judgement
from .failure import Failure
from .question import SKIP, Question
from .records import ABSENT, Record

_WHOLE = re.compile(r"-?[0-9]+")


def failed(failures: Sequence[Failure], record: Record) -> str | None:
    """Return the status of an answer that is none; None when it is one."""
    found = (failure.status for failure in failures if failure.holds(record))
    return next(found, None)


def kept(record: Record, path: str) -> str | None:
    """Return a reply as it was kept, or the record's value in JSON."""
    found = record.look(path) if path else None
    if isinstance(found, str):
        return found
    if found is ABSENT or is_blank(found):
        return None
    return json.dumps(found, default=str)


def scored(
    question: Question, record: Record, base: Mapping[str, Any]
) -> Iterator[Judgement]:
    """Yield the judgement that a record holds on one question, if it was asked.

    A score outside its scale is no score: its status is ``out_of_range``.

    Parameters
    ----------
    question : Question
        Where the score is.
    record : Record
        The row.
    base : mapping
        The other columns.

    Raises
    ------
    JudgementError
        When there is neither a score nor a stated reason.
    """
    criterion = question.criterion.text(record)
    found = record.look(question.column)
    blank = found is ABSENT or is_blank(found)
    status = failed(question.failures, record)
    if status is None and blank:
        status = _blank(question, record)
        if status == SKIP:
            return
    boolean = criterion in question.boolean
    low, high = (None, None) if boolean else _scale(question, record)
    score: float | bool | None = None
    if status is None:
        score = _score(question, record, found, boolean=boolean)
        status = "ok"
        if low is not None and high is not None and not low <= score <= high:
            status, score = "out_of_range", None
    raw = kept(record, question.raw)
    if raw is None and status != "ok":
        raw = kept(record, question.column)
    yield Judgement(
        criterion=criterion,
        score=score,
        scale_min=low,
        scale_max=high,
        status=status,
        raw=raw,
        **base,
    )


def _blank(question: Question, record: Record) -> str:
    if not question.blank:
        raise JudgementError(
            f"{record.place}: {question.column} is empty; allowed: a score, or in the "
            "mapping 'blank' that says what an empty one means"
        )
    return question.blank


def _score(
    question: Question, record: Record, found: object, *, boolean: bool
) -> float | bool:
    if boolean:
        return truth(found, question.column, record.place, JudgementError)
    value = number(found, question.column, record.place, JudgementError)
    return int(value) if _WHOLE.fullmatch(str(found).strip()) else value


def _scale(question: Question, record: Record) -> tuple[float, float]:
    if question.scale:
        low, high = question.scale
    elif question.scale_columns:
        low, high = (
            number(_present(record, path), path, record.place, JudgementError)
            for path in question.scale_columns
        )
    else:
        raise JudgementError(
            f"{record.place}: the scale of {question.column} is not stated; allowed: "
            "in the mapping scale, or scale_min and scale_max"
        )
    if low >= high:
        raise JudgementError(
            f"{record.place}: the scale goes from {low:g} to {high:g}; allowed: two "
            "numbers, the lower first"
        )
    return _plain(low), _plain(high)


def _present(record: Record, path: str) -> object:
    found = record.look(path)
    return None if found is ABSENT else found


def _plain(value: float) -> float:
    return int(value) if value.is_integer() else value
