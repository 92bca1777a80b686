"""The two files of a run: answers as they came, and judgements made from them."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from ...generator.files import write_whole
from ..asking.judge import Hosted
from ..asking.plan import Asked, Plan
from ..asking.task import Task
from ..clients.fields import ReplyError
from ..journal import Expected, Journal, Question
from ..judgement import from_json
from .answers import Answers, Record
from .rows import Outcome, judgements, read_outcome

SUFFIX = ".answers"
"""What the name of the file of answers has in addition."""

_FAILED = "api_error"
_SYNC_EVERY = 64


def answers_path(path: Path) -> Path:
    """Return the file of answers that belongs to a judgement file."""
    return path.with_name(path.name + SUFFIX)


def exists(path: Path) -> bool:
    """Tell whether a run into a judgement file has begun."""
    return path.exists() or answers_path(path).exists()


class Book:
    """What is answered, and what is not.

    Judgements that are missing are made from the answers, so a run that was
    killed loses neither. Questions that failed are open again: they were never
    answered.

    Parameters
    ----------
    path : Path
        The judgement file; the answers are in a file beside it.
    plan : Plan
        What is asked.

    Attributes
    ----------
    answers : Answers
        The file of answers.
    last : Record or None
        The last record that was in it.
    tokens : Counter
        As reported in all of them, in and out.

    Raises
    ------
    JudgementError
        When a file holds something else, or another run is writing it.
    FileWriteError
        When one cannot be written.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        judge = plan.judge
        self._judge = judge
        self._requested = plan.requested
        self._asked: dict[Question, Asked] = {}
        self._found: dict[str, Outcome] = {}
        self._failed: set[Question] = set()
        self.last: Record | None = None
        self.tokens: Counter[str] = Counter()
        self.answers = Answers(answers_path(path))
        try:
            _drop_failed(path)
            expected = Expected(
                judge=judge.name,
                requested=plan.requested,
                criteria={judge.protocol.framing: judge.criteria},
            )
            self._journal = Journal(path, expected, sync_every=_SYNC_EVERY)
        except BaseException:
            self.answers.close()
            raise
        try:
            self._catch_up(plan)
        except BaseException:
            self.close()
            raise

    @property
    def unanswered(self) -> int:
        """How many questions are open; those that failed now are among them."""
        return len(self._asked.keys() | self._failed)

    def open_tasks(self) -> list[Task]:
        """Return the requests that have no answer yet, in the order of the run."""
        return [
            task
            for asked in self._asked.values()
            for task in asked.tasks
            if task.key not in self._found
        ]

    def note(self, task: Task, outcome: Outcome) -> None:
        """Take down how a request ended; write judgements once they are whole.

        Raises
        ------
        JudgementError, FileWriteError
            When they cannot be written.
        """
        self._found[task.key] = outcome
        if outcome.reply is None:
            self._failed.add(task.question)
        self._write(self._asked[task.question])

    def _catch_up(self, plan: Plan) -> None:
        self._asked = {
            asked.question: asked
            for asked in plan.asked
            if asked.question not in self._journal.answered
        }
        keys = {task.key for asked in self._asked.values() for task in asked.tasks}
        for record in self.answers.records():
            self.last = record
            outcome = _outcome(self._judge, record)
            if outcome is None or outcome.reply is None:
                continue
            self.tokens.update(outcome.reply.usage)
            # The first answer counts; nobody chooses among several.
            if record.key in keys and record.key not in self._found:
                self._found[record.key] = outcome
        for asked in list(self._asked.values()):
            self._write(asked)

    def _write(self, asked: Asked) -> None:
        if any(task.key not in self._found for task in asked.tasks):
            return
        outcomes = [self._found[task.key] for task in asked.tasks]
        requested = self._requested[asked.question.stimulus_id]
        rows = judgements(self._judge, asked.row, asked.question, outcomes, requested)
        self._journal.append(rows)
        for task in asked.tasks:
            del self._found[task.key]
        del self._asked[asked.question]

    def close(self) -> None:
        """Force judgements to disk and let go of both files."""
        try:
            self._journal.close()
        finally:
            self.answers.close()

    def __enter__(self) -> "Book":
        """Return the book itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


def _outcome(judge: Hosted, record: Record) -> Outcome | None:
    try:
        return read_outcome(judge, record)
    except ReplyError:
        return None


def _drop_failed(path: Path) -> None:
    """Take out of a judgement file the questions that failed."""
    if not path.is_file():
        return
    content = path.read_bytes()
    if f'"{_FAILED}"'.encode() not in content:
        return
    rows = list(_rows(content, path))
    failed = {question for question, status, _ in rows if status == _FAILED}
    kept = [line for question, _, line in rows if question not in failed]
    if len(kept) < len(rows):
        write_whole(path, b"".join(kept))


def _rows(content: bytes, path: Path) -> Iterator[tuple[Question, str, bytes]]:
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        row = from_json(line, f"{path}, line {number}")
        question = Question(
            row.stimulus_id, row.framing, row.repeat, row.cue, row.order
        )
        yield question, row.status, line + b"\n"
