"""Tasks: every request of a run, each with the key by which it is known again."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ...generator.streams import Stream
from ..journal import Question
from ..judgement import ORDERS
from ..requests.ask import Ask
from ..requests.build import shown_column, stimulus_request
from ..requests.request import Request, Text
from .judge import Hosted
from .order import cell, interleaved

_EMPTY_PNG = {"bytes": b"\x89PNG\r\n\x1a\n"}
"""Stands for pictures where only their digests count."""

Pixels = Mapping[str, str]
"""Digests of the pixels of a stimulus, by column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One request.

    Attributes
    ----------
    key : str
        SHA-256 of stimulus, provider, model, texts, pixels of the pictures, form
        of the answer, settings, repeat, cue and order.
    question : Question
        Which answer it is part of.
    ask : int
        Which of the protocol's requests it is.
    row : mapping
        The stimulus without images.
    pixels : mapping of str to str
        Digests of its pictures, by column.
    """

    key: str
    question: Question
    ask: int
    row: Mapping[str, Any] = field(repr=False)
    pixels: Pixels = field(repr=False)


def task(
    judge: Hosted, row: Mapping[str, Any], pixels: Pixels, question: Question, ask: int
) -> Task:
    """Return a request about a stimulus; no picture is looked at.

    Raises
    ------
    CorpusError
        When the row lacks a text that is to be shown.
    """
    request = _stubbed(judge, row, question, ask)
    content = {
        # Two stimuli may show the same pictures; neither has the other's answer.
        "stimulus": question.stimulus_id,
        "provider": judge.provider.name,
        "model": judge.model,
        "system": request.system,
        "parts": list(_told(request, pixels, question.order)),
        "schema": request.schema,
        "settings": asdict(request.settings),
        "repeat": question.repeat,
        "cue": question.cue,
        "order": question.order,
    }
    key = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    return Task(key=key, question=question, ask=ask, row=row, pixels=pixels)


def stubbed(judge: Hosted, task: Task) -> Request:
    """Return the request of a task with empty files instead of its pictures."""
    return _stubbed(judge, task.row, task.question, task.ask)


def _stubbed(
    judge: Hosted, row: Mapping[str, Any], question: Question, ask: int
) -> Request:
    asked = judge.protocol.asks[ask]
    columns = columns_of(asked, question.order)
    stub = {**row, **dict.fromkeys(columns, _EMPTY_PNG)}
    return stimulus_request(judge.protocol, asked, stub, order=question.order)


def columns_of(ask: Ask, order: str) -> tuple[str, ...]:
    """Return the image columns that are shown, in the order in which they are."""
    return tuple(shown_column(name, order) for name in ask.images)


def _told(request: Request, pixels: Pixels, order: str) -> Iterator[tuple[str, str]]:
    for part in request.parts:
        if isinstance(part, Text):
            yield "text", part.text
        else:
            yield "pixels", pixels[shown_column(part.name, order)]


def questions(
    judge: Hosted,
    stimuli: Sequence[Mapping[str, Any]],
    *,
    repeats: int = 1,
    limit: int | None = None,
    seed: int = 0,
) -> Iterator[tuple[Mapping[str, Any], Question]]:
    """Yield what is asked about which stimulus, in the order of the run.

    Every repeat is a round of its own. Pairs are shown in both orders, one half
    of them in either order first. Identity controls have no instruction and are
    asked about under ``reference`` alone.

    Parameters
    ----------
    judge : Hosted
        Who is asked.
    stimuli : sequence of mapping
        Rows of the table `metadata`.
    repeats : int
        How often each question is asked.
    limit : int, optional
        Ask about the first so many stimuli of the order only.
    seed : int
        Of the order.
    """
    framing = judge.protocol.framing
    fitting = [s for s in stimuli if framing == "reference" or s["kind"] != "identity"]
    ordered = interleaved(
        fitting, name=lambda s: str(s["stimulus_id"]), group=cell, seed=seed
    )[:limit]
    passes = ORDERS if framing == "pairwise" else ORDERS[:1]
    for repeat in range(repeats):
        for number in range(len(passes)):
            for row in ordered:
                name = row["stimulus_id"]
                turn = 0
                if len(passes) > 1:
                    turn = Stream(seed, "run", "order", name, str(repeat)).below(2)
                order = passes[(number + turn) % len(passes)]
                yield row, Question(name, framing, repeat, order=order)
