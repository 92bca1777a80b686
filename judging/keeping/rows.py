"""From answers as they came to judgements."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...generator.errors import CorpusError
from ..asking.estimate import size_seen
from ..asking.judge import Hosted
from ..clients.fields import decode_body
from ..clients.provider import Reply
from ..journal import Question
from ..judgement import SCORED, STATUSES, Judgement
from ..replies.reading import Reading, read_reply
from ..requests.ask import Ask
from ..rubric import Criterion
from ..vision.effective import effective_magnitude
from ..vision.resizing import Size
from .answers import Record

_LONGEST_NOTE = 2000


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
    seen = _seen(judge, row)
    found: dict[str, Judgement] = {}
    for ask, outcome in zip(judge.protocol.asks, outcomes, strict=True):
        for one in _of_ask(judge, ask, outcome, base, seen):
            found[one.criterion] = one
    ordered = [found[criterion.name] for criterion in judge.protocol.criteria]
    return (*ordered, *_composite(judge, ordered, base))


def _of_ask(
    judge: Hosted,
    ask: Ask,
    outcome: Outcome,
    base: Mapping[str, Any],
    seen: Mapping[str, Any],
) -> Iterator[Judgement]:
    record, reply = outcome.record, outcome.reply
    values = dict(base)
    if record is None or reply is None:
        reading = Reading(status="api_error", scores={})
        values |= {"raw": outcome.note[:_LONGEST_NOTE]}
    else:
        scale = judge.protocol.scale_min, judge.protocol.scale_max
        reading = read_reply(reply.text, ask.criteria, scale, finish=reply.finish)
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
    for criterion in ask.criteria:
        score = reading.scores.get(criterion.name)
        if values["order"] == "BA" and criterion.choices and score is not None:
            score = -score
        yield Judgement(
            criterion=criterion.name,
            score=score,
            status=reading.status,
            **_scale(judge, criterion),
            **values,
        )


def _scale(judge: Hosted, criterion: Criterion) -> dict[str, Any]:
    if criterion.boolean:
        return {"scale_min": None, "scale_max": None}
    return {
        "scale_min": judge.protocol.scale_min,
        "scale_max": judge.protocol.scale_max,
    }


def _composite(
    judge: Hosted, rows: Sequence[Judgement], base: Mapping[str, Any]
) -> Iterator[Judgement]:
    """Yield what is computed from the answers, when there is such a thing."""
    composite = judge.protocol.composite
    if composite is None:
        return
    used = {name for group in composite.groups for name in group}
    parts = [row for row in rows if row.criterion in used]
    status = max((row.status for row in parts), key=STATUSES.index)
    scores = {row.criterion: row.score for row in parts if row.score is not None}
    yield Judgement(
        criterion=composite.name,
        score=composite.score(scores) if status in SCORED else None,
        status=status,
        scale_min=judge.protocol.scale_min,
        scale_max=judge.protocol.scale_max,
        image_size_seen=parts[0].image_size_seen,
        time=max((row.time for row in parts if row.time), default=None),
        **base,
    )


def _seen(judge: Hosted, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the judge saw: the size of pictures, and what is left of an error."""
    rule = judge.eyes.rule
    size = size_seen(judge.eyes, canvas(row))
    if rule is None or size is None:
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
