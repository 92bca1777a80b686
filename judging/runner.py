"""Putting an observer through a corpus."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ..generator.errors import CorpusError, UnknownNameError, suggest
from .journal import Expected, Journal, Question
from .observers.observer import Observer, Row, requested

FRAMINGS = ("instruction", "reference")
_SYNC_EVERY = 64
_IMAGES = ("source", "ground_truth", "result")


class Table(Protocol):
    """The part of a table of metadata that is needed."""

    @property
    def column_names(self) -> list[str]:
        """Names of its columns."""

    def select(self, columns: list[str]) -> "Table":
        """Return some of its columns."""

    def to_pylist(self) -> list[dict[str, Any]]:
        """Return its rows."""


class Corpus(Protocol):
    """The part of a corpus that is needed."""

    def metadata(self) -> Table:
        """Return all stimuli without their images, in corpus order."""

    def rows(
        self,
        *,
        columns: Sequence[str] | None = None,
        ids: Collection[str] | None = None,
    ) -> Iterable[Mapping[str, Any]]:
        """Return the stimuli of these ids, in corpus order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a run did.

    Attributes
    ----------
    asked, kept : int
        Answers given now, and answers that the file held already.
    """

    asked: int
    kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """What to ask of each stimulus.

    Attributes
    ----------
    framings : tuple of str
        From `FRAMINGS`. Identity controls have no instruction and are asked
        about under ``reference`` alone.
    repeats : int
        How often.
    """

    framings: tuple[str, ...] = FRAMINGS
    repeats: int = 1

    def of(self, stimulus: Row) -> Iterator[Question]:
        """Return the questions about one stimulus, in the order of the file."""
        for framing in self.framings:
            if framing == "instruction" and stimulus["kind"] == "identity":
                continue
            for repeat in range(self.repeats):
                yield Question(stimulus["stimulus_id"], framing, repeat)


def run(
    observer: Observer,
    corpus: Corpus,
    path: Path,
    *,
    questions: Questions = Questions(),
    limit: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Tally:
    """Let `observer` judge a corpus into a judgement file.

    Answers that the file holds are kept; the others are given in corpus order.
    A run that was killed and started again ends with the bytes of a run that
    was not.

    Parameters
    ----------
    observer : Observer
        Who judges.
    corpus : Corpus
        What is judged.
    path : Path
        The file, continued when it exists.
    questions : Questions
        What to ask.
    limit : int or None
        Judge the first so many stimuli only.
    progress : callable or None
        Called as ``progress(done, total)`` after each answer.

    Raises
    ------
    JudgementError
        When the file belongs to another judge or corpus.
    CorpusError
        When the corpus cannot be judged.
    UnknownNameError
        When the observer does not answer under a framing.
    FileWriteError
        When the file cannot be written.
    """
    for framing in questions.framings:
        if framing not in observer.criteria:
            raise UnknownNameError(
                f"judge {observer.name!r} does not answer under framing {framing!r}; "
                f"{suggest(framing, observer.criteria)}"
            )
    stimuli = _stimuli(observer, corpus)
    observer.check(stimuli)
    notes = {s["stimulus_id"]: requested(s, observer.settings) for s in stimuli}
    expected = Expected(
        judge=observer.name, requested=notes, criteria=observer.criteria
    )
    asked = [question for s in stimuli[:limit] for question in questions.of(s)]
    with Journal(path, expected, sync_every=_SYNC_EVERY) as journal:
        kept = sum(question in journal.answered for question in asked)
        missing = {q.stimulus_id for q in asked if q not in journal.answered}
        done = kept
        for row in _rows(observer, corpus, stimuli, missing):
            for question in questions.of(row):
                if question not in journal.answered:
                    journal.append(
                        observer.judge(row, question.framing, question.repeat)
                    )
                    done += 1
                    if progress is not None:
                        progress(done, len(asked))
    return Tally(asked=done - kept, kept=kept)


def _stimuli(observer: Observer, corpus: Corpus) -> list[dict[str, Any]]:
    """Return what the observer looks at, without the images."""
    table = corpus.metadata()
    wanted = ("stimulus_id", "kind", *observer.columns)
    names = [name for name in wanted if name not in _IMAGES]
    for name in names:
        if name not in table.column_names:
            raise CorpusError(
                f"the corpus has no column {name!r}, which judge {observer.name!r} "
                f"needs; {suggest(name, table.column_names)}"
            )
    return table.select(names).to_pylist()


def _rows(
    observer: Observer,
    corpus: Corpus,
    stimuli: list[dict[str, Any]],
    missing: Collection[str],
) -> Iterable[Row]:
    if not any(name in _IMAGES for name in observer.columns):
        return (s for s in stimuli if s["stimulus_id"] in missing)
    if not missing:
        return ()
    columns = ("stimulus_id", "kind", *observer.columns)
    return corpus.rows(columns=columns, ids=missing)
