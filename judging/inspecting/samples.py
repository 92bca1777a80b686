"""From a corpus to the samples of a task: one for each request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..asking.order import cell, interleaved
from ..asking.pictures import Rows
from ..judgement import ORDERS
from ..protocol import Protocol
from ..requests.ask import Ask
from ..requests.build import shown_column, stimulus_request
from ..requests.request import Picture, Request, Text


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
    protocol: Protocol, corpus: Rows, asked: Sequence[Asking], folder: Path
) -> list[dict[str, Any]]:
    """Return the arguments of Inspect's `Sample` for each request, in order.

    Parameters
    ----------
    protocol : Protocol
        What is asked.
    corpus : Rows
        Where the pictures are; it is read once, in its own order.
    asked : sequence of Asking
        Which requests.
    folder : Path
        Gets the pictures, each once, as the PNG file that the corpus has. Inspect
        reads them when it asks.
    """
    about: dict[str, list[Asking]] = {}
    for one in asked:
        about.setdefault(one.row["stimulus_id"], []).append(one)
    columns = {
        shown_column(name, one.order)
        for one in asked
        for name in protocol.asks[one.ask].images
    }
    found = {}
    for pictures in corpus.rows(columns=("stimulus_id", *sorted(columns)), ids=about):
        for one in about[pictures["stimulus_id"]]:
            shown = {**one.row, **pictures}
            found[one.name] = _sample(protocol, one, shown, folder)
    return [found[one.name] for one in asked]


def _sample(
    protocol: Protocol, one: Asking, shown: Mapping[str, Any], folder: Path
) -> dict[str, Any]:
    from inspect_ai.model import (
        ChatMessageSystem,
        ChatMessageUser,
        ContentImage,
        ContentText,
    )

    ask, detail = protocol.asks[one.ask], protocol.settings.image_detail
    request = stimulus_request(protocol, ask, shown, order=one.order)
    content = [
        ContentText(text=part.text)
        if isinstance(part, Text)
        else ContentImage(image=_stored(part, folder), detail=detail)
        for part in request.parts
    ]
    return {
        "id": one.name,
        "input": [
            ChatMessageSystem(content=request.system),
            ChatMessageUser(content=content),
        ],
        "metadata": _metadata(protocol, ask, one, request),
    }


def _stored(picture: Picture, folder: Path) -> str:
    path = folder / f"{picture.sha256}.png"
    if not path.exists():
        path.write_bytes(picture.png)
    return str(path)


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
