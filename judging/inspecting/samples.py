"""From a corpus to the samples of a task: one for each request."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..asking.order import cell, interleaved
from ..asking.pictures import Rows
from ..judgement import ORDERS
from ..protocol import Protocol
from ..requests.ask import Ask
from ..requests.build import shown_column, stimulus_request
from ..requests.request import Request, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """One request about one stimulus.

    Attributes
    ----------
    name : str
        Of the sample, one of its kind in the task.
    ask : int
        Which of the protocol's requests it is.
    order : str
        In which order pictures are shown.
    row : mapping
        The stimulus without images.
    """

    name: str
    ask: int
    order: str
    row: Mapping[str, Any]


def askings(
    protocol: Protocol,
    stimuli: Sequence[Mapping[str, Any]],
    *,
    limit: int | None = None,
    seed: int = 0,
) -> list[Asking]:
    """Return what is asked about which stimulus, every cell spread evenly.

    Identity controls have no instruction and are asked about under ``reference``
    alone; pairs are shown in both orders.

    Parameters
    ----------
    protocol : Protocol
        What is asked.
    stimuli : sequence of mapping
        Rows of the table `metadata`.
    limit : int, optional
        The first so many stimuli of the order.
    seed : int
        Of the order.
    """
    framing = protocol.framing
    fitting = [s for s in stimuli if framing == "reference" or s["kind"] != "identity"]
    ordered = interleaved(
        fitting, name=lambda s: str(s["stimulus_id"]), group=cell, seed=seed
    )[:limit]
    orders = ORDERS if framing == "pairwise" else ORDERS[:1]
    return [
        Asking(name=_name(protocol, row, ask, order), ask=ask, order=order, row=row)
        for row in ordered
        for order in orders
        for ask in range(len(protocol.asks))
    ]


def samples(
    protocol: Protocol, corpus: Rows, asked: Sequence[Asking]
) -> Iterator[dict[str, Any]]:
    """Yield the arguments of Inspect's `Sample` for each request, in order.

    The pictures of the requests are held in memory, each as the PNG that the
    corpus has.
    """
    from inspect_ai.model import (
        ChatMessageSystem,
        ChatMessageUser,
        ContentImage,
        ContentText,
    )

    detail = protocol.settings.image_detail
    pictures = _pictures(protocol, corpus, asked)
    for one in asked:
        ask = protocol.asks[one.ask]
        shown = {**one.row, **pictures[one.row["stimulus_id"]]}
        request = stimulus_request(protocol, ask, shown, order=one.order)
        content = [
            ContentText(text=part.text)
            if isinstance(part, Text)
            else ContentImage(
                image=f"data:image/png;base64,{part.base64}", detail=detail
            )
            for part in request.parts
        ]
        yield {
            "id": one.name,
            "input": [
                ChatMessageSystem(content=request.system),
                ChatMessageUser(content=content),
            ],
            "metadata": _metadata(protocol, ask, one, request),
        }


def _metadata(
    protocol: Protocol, ask: Ask, one: Asking, request: Request
) -> dict[str, Any]:
    return {
        "eyechart": 1,
        "stimulus_id": one.row["stimulus_id"],
        "framing": protocol.framing,
        "criteria": [criterion.name for criterion in ask.criteria],
        "order": one.order,
        "protocol": protocol.name,
        "protocol_sha256": protocol.digest(),
        "ask": one.ask,
        "request_sha256": request.digest(),
        "result": one.row["pixels_sha256"],
    }


def _name(protocol: Protocol, row: Mapping[str, Any], ask: int, order: str) -> str:
    parts = [str(row["stimulus_id"])]
    if len(protocol.asks) > 1:
        parts.append("+".join(c.name for c in protocol.asks[ask].criteria))
    if protocol.framing == "pairwise":
        parts.append(order)
    return "/".join(parts)


def _pictures(
    protocol: Protocol, corpus: Rows, asked: Sequence[Asking]
) -> dict[str, Mapping[str, Any]]:
    columns = {
        shown_column(name, one.order)
        for one in asked
        for name in protocol.asks[one.ask].images
    }
    ids = {one.row["stimulus_id"] for one in asked}
    rows = corpus.rows(columns=("stimulus_id", *sorted(columns)), ids=ids)
    return {row["stimulus_id"]: row for row in rows}
