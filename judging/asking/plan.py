"""A run before anything is sent: every question and its requests."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ...generator.errors import CorpusError, suggest
from ..journal import Question
from .judge import Hosted
from .pictures import Rows
from .task import Pixels, Task, columns_of, questions, task

_COLUMNS = ("stimulus_id", "kind", "canvas", "pixels_sha256")
_CELLS = ("dimension", "role", "magnitude", "unit", "direction")
"""Of errors; controls have none of them."""


class Line(Protocol):
    """The part of a line of a manifest that is needed."""

    @property
    def stimulus_id(self) -> str:
        """The stimulus."""

    @property
    def pixels(self) -> Mapping[str, str | None]:
        """Digests of its pictures, by column."""


class Corpus(Rows, Protocol):
    """The part of a corpus that is needed."""

    def metadata(self) -> Any:
        """Return a table of all stimuli without their images."""

    def manifest(self) -> Iterable[Line]:
        """Return the lines of the manifest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question of a run.

    Attributes
    ----------
    question : Question
        What is asked.
    row : mapping
        The stimulus without images.
    tasks : tuple of Task
        The requests, one for each of the protocol's.
    """

    question: Question
    row: Mapping[str, Any] = field(repr=False)
    tasks: tuple[Task, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All questions of a run.

    Attributes
    ----------
    judge : Hosted
        Who is asked.
    asked : tuple of Asked
        In the order of the run.
    requested : mapping
        Column `requested` of every stimulus of the corpus, by its id.
    """

    judge: Hosted
    asked: tuple[Asked, ...]
    requested: Mapping[str, Mapping[str, Any]] = field(repr=False)


def plan_run(
    judge: Hosted,
    corpus: Corpus,
    *,
    repeats: int = 1,
    limit: int | None = None,
    seed: int = 0,
) -> Plan:
    """Return what is to be asked about a corpus; no picture is looked at.

    Parameters
    ----------
    judge : Hosted
        Who is asked.
    corpus : Corpus
        About what.
    repeats, limit, seed
        As for `task.questions`.

    Raises
    ------
    CorpusError
        When the corpus lacks a column, or manifest and metadata disagree.
    """
    stimuli = _stimuli(judge, corpus)
    pixels = {line.stimulus_id: line.pixels for line in corpus.manifest()}
    orders = questions(judge, stimuli, repeats=repeats, limit=limit, seed=seed)
    asked = tuple(
        _asked(judge, row, _known(judge, row, pixels), question)
        for row, question in orders
    )
    settings = judge.settings
    requested = {
        row["stimulus_id"]: {**settings, "result": row["pixels_sha256"]}
        for row in stimuli
    }
    return Plan(judge=judge, asked=asked, requested=requested)


def _asked(
    judge: Hosted, row: Mapping[str, Any], pixels: Pixels, question: Question
) -> Asked:
    numbers = range(len(judge.protocol.asks))
    tasks = tuple(task(judge, row, pixels, question, number) for number in numbers)
    return Asked(question=question, row=row, tasks=tasks)


def _stimuli(judge: Hosted, corpus: Corpus) -> list[dict[str, Any]]:
    table = corpus.metadata()
    texts = {name for ask in judge.protocol.asks for name in ask.texts}
    names = [*_COLUMNS, *sorted(texts), *_CELLS]
    for name in names:
        if name not in table.column_names:
            raise CorpusError(
                f"the corpus has no column {name!r}, which judge {judge.name!r} "
                f"needs; {suggest(name, table.column_names)}"
            )
    rows: list[dict[str, Any]] = table.select(names).to_pylist()
    return rows


def _columns(judge: Hosted) -> tuple[str, ...]:
    """Return the image columns that a protocol shows."""
    asks = judge.protocol.asks
    return tuple(sorted({name for ask in asks for name in columns_of(ask, "AB")}))


def _known(
    judge: Hosted,
    row: Mapping[str, Any],
    pixels: Mapping[str, Mapping[str, str | None]],
) -> Pixels:
    name = row["stimulus_id"]
    known = {c: d for c, d in pixels.get(name, {}).items() if d is not None}
    if known.get("result") != row["pixels_sha256"]:
        raise CorpusError(
            f"stimulus {name!r}: the manifest knows its result as "
            f"{known.get('result')!r}, the metadata as {row['pixels_sha256']!r}; "
            "allowed: the same digest"
        )
    for column in _columns(judge):
        if column not in known:
            raise CorpusError(
                f"stimulus {name!r}: the manifest has no digest of its {column}, which "
                f"judge {judge.name!r} is shown; {suggest(column, known)}"
            )
    return known
