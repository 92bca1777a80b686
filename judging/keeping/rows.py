"""From answers as they came to judgements."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...generator.errors import CorpusError
from ..asking.estimate import size_seen
from ..asking.judge import Hosted
from ..clients.fields import decode_body
from ..clients.provider import Reply
from ..computed import computed
from ..importing.replied import judgements_of, read_answer
from ..journal import Question
from ..judgement import Judgement
from ..replies.reading import Reading
from ..requests.ask import Ask
from ..vision.effective import effective_magnitude
from ..vision.resizing import Size
from .answers import Record

_LONGEST_NOTE = 2000
_DETAILS = frozenset({"detail", "mediaResolution"})
"""Settings, as providers call them, on which the size of pictures depends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one request ended.

    Attributes
    ----------
    record : Record or None
        What came back; None when it failed for good.
    reply : Reply or None
        What was replied; None when it failed.
    note : str
        Why it failed.
    """

    record: Record | None = None
    reply: Reply | None = None
    note: str = ""


def read_outcome(judge: Hosted, record: Record) -> Outcome:
    """Return what a record holds.

    Raises
    ------
    ReplyError
        When it is no reply.
    """
    payload = decode_body(record.body.encode("utf-8", "surrogateescape"))
    return Outcome(record=record, reply=judge.provider.read(payload))


def judgements(
    judge: Hosted,
    row: Mapping[str, Any],
    question: Question,
    outcomes: Sequence[Outcome],
    requested: Mapping[str, Any],
) -> tuple[Judgement, ...]:
    """Return one judgement for each criterion, in order.

    Of a pair, the score is about the result whatever the order: 1 when it is
    preferred to the correct edit, 0 for a tie, -1 when it is not.

    Parameters
    ----------
    judge : Hosted
        Who was asked.
    row : mapping
        The stimulus without images.
    question : Question
        What.
    outcomes : sequence of Outcome
        One for each of the protocol's requests.
    requested : mapping
        The column of that name.
    """
    base = {
        "stimulus_id": question.stimulus_id,
        "judge": judge.name,
        "framing": question.framing,
        "repeat": question.repeat,
        "cue": question.cue,
        "order": question.order,
        "requested": requested,
    }
    found: dict[str, Judgement] = {}
    for ask, outcome in zip(judge.protocol.asks, outcomes, strict=True):
        for one in _of_ask(judge, ask, outcome, base, row):
            found[one.criterion] = one
    ordered = [found[criterion.name] for criterion in judge.protocol.criteria]
    return (*ordered, *computed(judge.protocol, ordered))


def _of_ask(
    judge: Hosted,
    ask: Ask,
    outcome: Outcome,
    base: Mapping[str, Any],
    row: Mapping[str, Any],
) -> Iterator[Judgement]:
    record, reply = outcome.record, outcome.reply
    values = dict(base)
    if record is None or reply is None:
        reading = Reading(status="api_error", scores={})
        values |= {"raw": outcome.note[:_LONGEST_NOTE]}
    else:
        reading = read_answer(judge.protocol, ask, reply.text, reply.finish)
        seen = _seen(judge, row, record)
        values |= {
            "raw": reply.text,
            "sent": {**record.sent, "url": record.url, **seen["sent"]},
            "usage": {
                **reply.usage,
                "model": reply.model,
                "finish": reply.reason,
                "seconds": record.seconds,
                "request": record.key,
            },
            "image_size_seen": seen["size"],
            "time": record.time,
        }
    yield from judgements_of(judge.protocol, ask, reading, values)


def _seen(judge: Hosted, row: Mapping[str, Any], record: Record) -> dict[str, Any]:
    """Return what the judge saw: the size of pictures, and what is left of an error.

    Where the detail that decides about it was refused, nobody knows.
    """
    rule = judge.eyes.rule
    size = size_seen(judge.eyes, canvas(row))
    refused = rule is not None and rule.detail and _DETAILS & set(record.without)
    if rule is None or size is None or refused:
        return {"size": None, "sent": {}}
    sent: dict[str, Any] = {"resize_rule": rule.name}
    if row["kind"] == "degraded":
        try:
            sent["effective_magnitude"] = effective_magnitude(row, rule)
        except CorpusError:
            # Noise has no magnitude once it is resized.
            sent["effective_magnitude"] = None
    return {"size": f"{size[0]}x{size[1]}", "sent": sent}


def canvas(row: Mapping[str, Any]) -> Size:
    """Return the size of a stimulus, px.

    Raises
    ------
    CorpusError
        When the row does not state it.
    """
    try:
        width, height = map(int, row["canvas"].split("x"))
    except (AttributeError, ValueError, KeyError) as error:
        raise CorpusError(
            f"stimulus {row.get('stimulus_id')!r}: canvas = {row.get('canvas')!r}; "
            "allowed: such as '896x672'"
        ) from error
    return width, height
