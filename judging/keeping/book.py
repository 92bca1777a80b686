"""The two files of a run: answers as they came, and judgements made from them."""

from collections import Counter
from pathlib import Path
from types import TracebackType

from ...generator.files import write_whole
from ..asking.plan import Asked, Plan
from ..asking.task import Task
from ..journal import Expected, Journal, Question, question_of, whole_answers
from ..judgement import from_json
from .answers import Answers, Record
from .rows import Outcome, judgements
from .standing import answers_path, expected, failed_questions, known

_SYNC_EVERY = 64


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
        Of all of them, in and out: as reported, or as reckoned where they are
        not.

    Raises
    ------
    JudgementError
        When a file holds something else, or another run is writing it.
    FileWriteError
        When one cannot be written.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self._judge = plan.judge
        self._requested = plan.requested
        self._asked: dict[Question, Asked] = {}
        self._found: dict[str, Outcome] = {}
        self._failed: set[Question] = set()
        self.last: Record | None = None
        self.tokens: Counter[str] = Counter()
        self.answers = Answers(answers_path(path))
        try:
            wanted = expected(plan)
            _drop_failed(path, wanted)
            self._journal = Journal(path, wanted, sync_every=_SYNC_EVERY)
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
        answers = known(self.answers.records(), plan, self._journal.answered)
        self.last, self.tokens = answers.last, answers.tokens
        self._found = dict(answers.found)
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


def _drop_failed(path: Path, wanted: Expected) -> None:
    """Take out of a judgement file the questions that failed, if it is this run's."""
    if not path.is_file():
        return
    content = path.read_bytes()
    failed = failed_questions(content, path)
    if failed:
        whole_answers(content, path, wanted)
        lines = content.split(b"\n")[:-1]
        kept = [
            line + b"\n"
            for number, line in enumerate(lines, 1)
            if question_of(from_json(line, f"{path}, line {number}")) not in failed
        ]
        write_whole(path, b"".join(kept))
