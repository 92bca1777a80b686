"""From a reply that somebody else asked for to judgements."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...generator.errors import JudgementError, suggest
from ..judgement import Judgement
from ..protocol import Protocol
from ..replies.reading import Reading, read_reply
from ..requests.ask import Ask
from ..rubric import Criterion


def ask_about(protocol: Protocol, criterion: str | None, place: str) -> Ask:
    """Return the request of a protocol that asks about a criterion.

    Parameters
    ----------
    protocol : Protocol
        What was asked.
    criterion : str or None
        A criterion; None where a protocol asks once.
    place : str
        For messages.

    Raises
    ------
    JudgementError
        When there is no such request, or it takes a criterion to tell which.
    """
    if criterion is None:
        if len(protocol.asks) > 1:
            raise JudgementError(
                f"{place}: protocol {protocol.name!r} makes {len(protocol.asks)} "
                "requests; allowed: a mapping with [criterion], which tells what a "
                "reply is about"
            )
        return protocol.asks[0]
    for ask in protocol.asks:
        if criterion in (asked.name for asked in ask.criteria):
            return ask
    names = [asked.name for asked in protocol.criteria]
    raise JudgementError(
        f"{place}: criterion {criterion!r} is none of protocol {protocol.name!r}; "
        f"{suggest(criterion, names)}"
    )


def read_answer(protocol: Protocol, ask: Ask, text: str, finish: str) -> Reading:
    """Return what a reply to a request of a protocol says."""
    scale = protocol.scale_min, protocol.scale_max
    return read_reply(text, ask.criteria, scale, finish=finish)


def judgements_of(
    protocol: Protocol, ask: Ask, reading: Reading, base: Mapping[str, Any]
) -> Iterator[Judgement]:
    """Yield a judgement for each criterion of a request.

    Of a pair, the score is about the result whatever the order.

    Parameters
    ----------
    protocol, ask : Protocol, Ask
        What was asked.
    reading : Reading
        What was replied.
    base : mapping
        The other columns.
    """
    for criterion in ask.criteria:
        score = reading.scores.get(criterion.name)
        if base["order"] == "BA" and criterion.choices and score is not None:
            score = -score
        yield Judgement(
            criterion=criterion.name,
            score=score,
            status=reading.status,
            **_scale(protocol, criterion),
            **base,
        )


def _scale(protocol: Protocol, criterion: Criterion) -> dict[str, Any]:
    if criterion.boolean:
        return {"scale_min": None, "scale_max": None}
    return {"scale_min": protocol.scale_min, "scale_max": protocol.scale_max}
