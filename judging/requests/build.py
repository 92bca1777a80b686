"""From a protocol and a stimulus to a request."""

from collections.abc import Iterator, Mapping
from typing import Any

from ...generator.drawing.encode import stored_png
from ...generator.errors import CorpusError, UnknownNameError, suggest
from ..judgement import ORDERS
from ..protocol import Protocol
from .ask import Ask
from .request import Picture, Request, Text
from .template import fill
from .wording import answer, questions, schema

_SHOWN = {
    "AB": {"first": "result", "second": "ground_truth"},
    "BA": {"first": "ground_truth", "second": "result"},
}
"""Columns behind the pictures of a pair, by order."""


def shown_column(picture: str, order: str) -> str:
    """Return the corpus column behind a picture of a protocol.

    Examples
    --------
    >>> shown_column("first", "BA")
    'ground_truth'
    """
    return _SHOWN[order].get(picture, picture)


def stimulus_request(
    protocol: Protocol, ask: Ask, row: Mapping[str, Any], *, order: str = "AB"
) -> Request:
    """Return what is sent to have a stimulus judged.

    Parameters
    ----------
    protocol, ask : Protocol, Ask
        What is asked: `ask` is one of ``protocol.asks``.
    row : mapping
        The stimulus, with the images and texts that the protocol shows.
    order : str
        Under framing ``pairwise``, ``"AB"`` shows the result first and the
        correct edit second, ``"BA"`` the other way round. Other framings have
        one order.

    Raises
    ------
    CorpusError
        When the row lacks something that is to be shown.
    UnknownNameError
        When there is no such order.
    """
    allowed = ORDERS if protocol.framing == "pairwise" else ORDERS[:1]
    if order not in allowed:
        raise UnknownNameError(
            f"order {order!r} under framing {protocol.framing!r}; "
            f"{suggest(order, allowed)}"
        )
    place = f"stimulus {row.get('stimulus_id')!r}"
    columns = {name: shown_column(name, order) for name in ask.images}
    pictures = {
        name: stored_png(_value(row, column, place), f"{place}, {column}")
        for name, column in columns.items()
    }
    texts = {name: _text(row, name, place) for name in ask.texts}
    return request(protocol, ask, texts=texts, pictures=pictures)


def request(
    protocol: Protocol,
    ask: Ask,
    *,
    texts: Mapping[str, str],
    pictures: Mapping[str, bytes],
) -> Request:
    """Return what is sent for these texts and pictures, wherever they come from.

    Parameters
    ----------
    protocol, ask : Protocol, Ask
        What is asked: `ask` is one of ``protocol.asks``.
    texts : mapping
        A value for each of ``ask.texts``.
    pictures : mapping
        A PNG for each of ``ask.images``.

    Raises
    ------
    CorpusError
        When a picture is no PNG.
    """
    low, high = protocol.scale_min, protocol.scale_max
    values = {
        **texts,
        "questions": questions(ask.criteria),
        "answer": answer(ask.criteria, low, high, protocol.rationale),
        "low": str(low),
        "high": str(high),
    }
    return Request(
        system=fill(ask.system, values),
        parts=tuple(_parts(protocol, ask, values, pictures)),
        schema=schema(ask.criteria, low, high, protocol.rationale),
        settings=protocol.settings,
    )


def _parts(
    protocol: Protocol,
    ask: Ask,
    values: Mapping[str, str],
    pictures: Mapping[str, bytes],
) -> Iterator[Text | Picture]:
    captions = dict(protocol.captions)
    if ask.before:
        yield Text(text=fill(ask.before, values))
    for name in ask.images:
        yield Text(text=captions[name])
        yield Picture(name=name, png=pictures[name])
    if ask.after:
        yield Text(text=fill(ask.after, values))


def _value(row: Mapping[str, Any], column: str, place: str) -> Any:
    if column not in row:
        raise CorpusError(f"{place}: column {column!r} is missing")
    return row[column]


def _text(row: Mapping[str, Any], column: str, place: str) -> str:
    value = _value(row, column, place)
    if not isinstance(value, str) or not value:
        raise CorpusError(f"{place}: {column} = {value!r}; allowed: any text but none")
    return value
