"""Reading a reply: scores when it gives them, and otherwise why not.

The whole reply is taken as JSON first, then a fenced object, then the one
balanced object; thoughts are dropped with their content. What is not there is
never guessed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..rubric import Criterion
from .decode import Members, NotJsonError, decode
from .refusals import declines
from .scan import Found, Span, scan
from .values import UNPARSED, Value, read_value

FINISHES = ("stop", "length", "refusal", "other")
"""Why a model stopped: done, out of tokens, kept from answering, another reason."""

_AROUND = " \t\r\n\ufeff\u200b\u2060\u00a0"
"""Blanks and marks around a reply that say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a reply says.

    Attributes
    ----------
    status : str
        One of `judgement.STATUSES`, other than ``"api_error"``.
    scores : mapping
        Score of each criterion; empty unless the status is ``"ok"`` or
        ``"repaired"``.
    note : str
        Why there are none, in a few words.
    """

    status: str
    scores: Mapping[str, int | bool]
    note: str = ""


def read_reply(
    text: str,
    criteria: Sequence[Criterion],
    scale: tuple[int, int],
    *,
    finish: str = "stop",
) -> Reading:
    """Return what a reply says about the criteria.

    Either every criterion gets a score or none does.

    Parameters
    ----------
    text : str
        The reply.
    criteria : sequence of Criterion
        What was asked.
    scale : tuple of int
        Its lower and upper end.
    finish : str
        One of `FINISHES`.

    Examples
    --------
    >>> fit = Criterion(name="fit", question="", boolean=False, holistic=False,
    ...                 anchors=())
    >>> read_reply('Here: {"fit": "4/5"}', [fit], (1, 5)).status
    'repaired'
    >>> read_reply('{"fit": 6}', [fit], (1, 5)).status
    'out_of_range'
    """
    if finish == "refusal":
        return _nothing("refusal", "the provider reports a refusal")
    if finish == "length":
        return _nothing("truncated", "the provider reports that the limit was reached")
    stripped = text.strip(_AROUND)
    if not stripped:
        return _nothing("unparsed", "the reply is empty")
    names = [criterion.name for criterion in criteria]
    try:
        whole, mended = decode(stripped)
    except NotJsonError:
        whole, mended = None, False
    if isinstance(whole, Members):
        if not _carries(whole, names):
            return _without(stripped, "the object has none of the criteria")
        return _scores(whole, criteria, scale, mended=mended)
    chosen = _choose(scan(stripped), names)
    if isinstance(chosen, Reading):
        return chosen
    members, mended = chosen
    return _scores(members, criteria, scale, mended=mended or whole is not None)


def _nothing(status: str, note: str) -> Reading:
    return Reading(status=status, scores={}, note=note)


def _without(prose: str, note: str) -> Reading:
    if declines(prose):
        return _nothing("refusal", "the reply declines")
    return _nothing("unparsed", note)


def _carries(members: Members, names: Collection[str]) -> bool:
    return any(key in names for key, _ in members)


def _choose(found: Found, names: Sequence[str]) -> tuple[Members, bool] | Reading:
    """Return the one object that answers, or why there is none."""
    answers = [
        (span, value, mended)
        for span in found.spans
        for value, mended in [_decoded(span)]
        if (_carries(value, names) if value is not None else _names(span.text, names))
    ]
    answers = [answer for answer in answers if answer[0].fenced] or answers
    if found.cut and (not answers or _names(found.cut, names)):
        return _cut(found.cut)
    if not answers:
        return _without("".join(found.prose), "the reply holds no answer")
    if len(answers) > 1:
        return _nothing("unparsed", f"the reply holds {len(answers)} answers")
    _, members, mended = answers[0]
    if members is None:
        return _nothing("unparsed", "the answer is not JSON")
    return members, mended


def _decoded(span: Span) -> tuple[Members | None, bool]:
    try:
        value, mended = decode(span.text)
    except NotJsonError:
        return None, False
    return (value, mended) if isinstance(value, Members) else (None, False)


def _names(text: str, names: Sequence[str]) -> bool:
    return any(name in text for name in names)


def _cut(text: str) -> Reading:
    # A stray quote hides the last brace of an object that is not cut.
    if text.rstrip().endswith("}") and text.count('"') % 2:
        return _nothing("unparsed", "the answer is not JSON")
    return _nothing("truncated", "the answer breaks off")


def _scores(
    members: Members,
    criteria: Sequence[Criterion],
    scale: tuple[int, int],
    *,
    mended: bool,
) -> Reading:
    found = {c.name: _value(members.values_of(c.name), c, scale) for c in criteria}
    statuses = {value.status for value in found.values()}
    for status in ("unparsed", "out_of_range"):
        if status in statuses:
            bad = [name for name, value in found.items() if value.status == status]
            return _nothing(status, f"{', '.join(bad)}: no score on the scale")
    scores = {n: v.score for n, v in found.items() if v.score is not None}
    repaired = mended or "repaired" in statuses
    return Reading(status="repaired" if repaired else "ok", scores=scores)


def _value(values: list[Any], criterion: Criterion, scale: tuple[int, int]) -> Value:
    """Return what the members of one name say; those that differ say nothing."""
    read = [read_value(value, criterion, *scale) for value in values]
    if not read or any(value.score != read[0].score for value in read):
        return UNPARSED
    if len(read) > 1 and read[0].status == "ok":
        return Value(status="repaired", score=read[0].score)
    return read[0]
