"""Answers on disk: appended one by one, never asked for twice.

The file is a plain judgement file. An answer is the rows of all criteria of
one stimulus, framing, repeat, cue and order; it is written by one call and
counts once it is whole, so a kill loses at most the answer that was being
written.
"""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from ..generator.errors import JudgementError
from .judgement import NO_CUE, Judgement, from_json
from .keeping.opening import open_locked, unwritable, write_all


class Question(NamedTuple):
    """What is answered once in the file of one judge."""

    stimulus_id: str
    framing: str
    repeat: int = 0
    cue: str = NO_CUE
    order: str = "AB"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What the rows of a file must agree with to be continued.

    Attributes
    ----------
    judge : str
        Name in every row.
    requested : mapping
        Column `requested` of each stimulus by its id: settings of the judge
        and digest of the picture.
    criteria : mapping
        Criteria of an answer, in order, by framing.
    requests : mapping
        Digests of all that is shown, by question, where rows state them as
        ``usage.request``.
    """

    judge: str
    requested: Mapping[str, Mapping[str, Any]]
    criteria: Mapping[str, tuple[str, ...]]
    requests: Mapping[Question, Collection[str]] = field(default_factory=dict)


class Journal:
    """An append-only judgement file.

    Parameters
    ----------
    path : Path
        Made with its folder when missing; otherwise continued. It is locked
        until it is closed.
    expected : Expected
        What its rows must agree with.
    sync_every : int
        How many answers may be in the system's memory before they are forced
        to disk. A killed process loses none of them, a failing machine may:
        1 for answers that cost money, more for answers that are computed.

    Raises
    ------
    JudgementError
        When the file belongs to another judge, other settings or another
        corpus, holds something else, is no regular file, or is being written
        by another run.
    FileWriteError
        When it cannot be written.
    """

    def __init__(self, path: Path, expected: Expected, *, sync_every: int = 1) -> None:
        self._path = path
        self._expected = expected
        self._sync_every = sync_every
        self._unsynced = 0
        self._file = open_locked(path)
        try:
            content = _content(self._file, path)
            self.answered, whole = whole_answers(content, path, expected)
            _truncate(self._file, whole, path)
        except BaseException:
            os.close(self._file)
            raise

    def append(self, answer: Sequence[Judgement]) -> None:
        """Write the rows of one answer.

        Raises
        ------
        JudgementError
            When the rows are no answer that is still missing.
        FileWriteError
            When they cannot be written.
        """
        question = question_of(answer[0])
        criteria = self._expected.criteria[question[1]]
        if tuple(row.criterion for row in answer) != criteria or any(
            question_of(row) != question for row in answer
        ):
            raise JudgementError(
                f"{self._path}: {told(question)} is not answered whole"
            )
        if question in self.answered:
            raise self._refused(question, "is answered already")
        data = "".join(row.to_json() + "\n" for row in answer).encode()
        try:
            self._write(data)
        except OSError as error:
            raise unwritable(self._path, error) from error
        self.answered.add(question)

    def _refused(self, question: Question, problem: str) -> JudgementError:
        return JudgementError(f"{self._path}: {told(question)} {problem}")

    def close(self) -> None:
        """Force the answers to disk and close the file.

        Raises
        ------
        FileWriteError
            When they do not get there.
        """
        try:
            os.fsync(self._file)
        except OSError as error:
            raise unwritable(self._path, error) from error
        finally:
            os.close(self._file)

    def __enter__(self) -> "Journal":
        """Return the journal itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the journal."""
        self.close()

    def _write(self, data: bytes) -> None:
        write_all(self._file, data)
        self._unsynced += 1
        if self._unsynced >= self._sync_every:
            os.fsync(self._file)
            self._unsynced = 0


def _content(file: int, path: Path) -> bytes:
    try:
        with os.fdopen(file, "rb", closefd=False) as stream:
            return stream.read()
    except OSError as error:
        raise JudgementError(f"{path}: cannot be read ({error.strerror})") from error


def _truncate(file: int, size: int, path: Path) -> None:
    try:
        os.ftruncate(file, size)
    except OSError as error:
        raise unwritable(path, error) from error


def told(question: Question) -> str:
    """Return a question in words, leaving out what is as usual.

    Examples
    --------
    >>> told(Question("s1", "pairwise", order="BA"))
    "'s1' under 'pairwise', repeat 0, order BA"
    """
    text = f"{question.stimulus_id!r} under {question.framing!r}"
    text += f", repeat {question.repeat}"
    if question.cue != NO_CUE:
        text += f", cue {question.cue!r}"
    return text + (f", order {question.order}" if question.order != "AB" else "")


def question_of(row: Judgement) -> Question:
    """Return what a row answers."""
    return Question(row.stimulus_id, row.framing, row.repeat, row.cue, row.order)


_START = b'{"stimulus_id": "'


def whole_answers(
    content: bytes, path: Path, expected: Expected
) -> tuple[set[Question], int]:
    """Return the questions answered and how many bytes their answers take.

    What follows the last line end was being written when the process died.

    Raises
    ------
    JudgementError
        When the content is not that of a judgement file that `expected` continues.
    """
    if b"\n" not in content and content[: len(_START)] != _START[: len(content)]:
        # One line without its end may be anything: it is not ours to cut off.
        raise JudgementError(
            f"{path}: is no judgement file; allowed: a new file or a judgement file"
        )
    answered: set[Question] = set()
    rows: list[Judgement] = []
    start = end = 0
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        place = f"{path}, line {number}"
        row = from_json(line, place)
        _check_row(row, place, expected)
        if rows and question_of(row) != question_of(rows[0]):
            raise JudgementError(
                f"{place}: the answer to {told(question_of(rows[0]))} before it lacks "
                f"criterion {expected.criteria[rows[0].framing][len(rows)]!r}"
            )
        end += len(line) + 1
        rows.append(row)
        wanted = expected.criteria[row.framing]
        if row.criterion != wanted[len(rows) - 1]:
            raise JudgementError(
                f"{place}: criterion {row.criterion!r} stands where "
                f"{wanted[len(rows) - 1]!r} must be"
            )
        if len(rows) == len(wanted):
            if question_of(row) in answered:
                raise JudgementError(
                    f"{place}: {told(question_of(row))} is answered twice"
                )
            answered.add(question_of(row))
            rows, start = [], end
    return answered, start


def _check_row(row: Judgement, place: str, expected: Expected) -> None:
    another = "choose another file with -o"
    if row.judge != expected.judge:
        raise JudgementError(
            f"{place}: is of judge {row.judge!r}, not {expected.judge!r}; {another}"
        )
    if row.framing not in expected.criteria:
        names = ", ".join(expected.criteria)
        raise JudgementError(
            f"{place}: framing {row.framing!r} is not asked by this judge; "
            f"allowed: {names}"
        )
    if row.stimulus_id not in expected.requested:
        raise JudgementError(
            f"{place}: stimulus {row.stimulus_id!r} is not in this corpus; {another}"
        )
    now = expected.requested[row.stimulus_id]
    if row.requested != now:
        told = " and ".join(_differences(row.requested or {}, now))
        raise JudgementError(f"{place}: was judged with {told}; {another}")
    request = (row.usage or {}).get("request")
    known = expected.requests.get(question_of(row))
    if request is not None and known is not None and request not in known:
        raise JudgementError(
            f"{place}: was judged with other texts or pictures, by their digest "
            f"({request!r}); {another}"
        )


_TOLD = {"settings": "other settings", "result": "another picture, by its digest"}


def _differences(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for name in sorted(then.keys() | now.keys()):
        old, new = then.get(name, "nothing"), now.get(name, "nothing")
        if old != new:
            yield f"{_TOLD.get(name, f'another {name}')} ({old!r}, now {new!r})"
