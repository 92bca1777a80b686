"""Where a run stands, told from its files without touching them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...generator.errors import JudgementError
from ..asking.estimate import estimate
from ..asking.judge import Hosted
from ..asking.plan import Asked, Plan
from ..asking.task import Task, stubbed
from ..clients.fields import ReplyError
from ..journal import Expected, Question, question_of, whole_answers
from ..judgement import from_json
from ..sending.ledger import counted
from .answers import Record, read_record
from .rows import Outcome, canvas, read_outcome

SUFFIX = ".answers"
"""What the name of the file of answers has in addition."""

BATCH = "batch"
"""Stands for the address of answers that a batch brought."""

FAILED = "api_error"
"""Status of a question that was never answered, and so is open."""


def answers_path(path: Path) -> Path:
    """Return the file of answers that belongs to a judgement file."""
    return path.with_name(path.name + SUFFIX)


def expected(plan: Plan) -> Expected:
    """Return what a judgement file must agree with to be continued by a plan."""
    judge = plan.judge
    return Expected(
        judge=judge.name,
        requested=plan.requested,
        criteria={judge.protocol.framing: judge.criteria},
        requests={
            asked.question: [task.key for task in asked.tasks] for asked in plan.asked
        },
    )


def refused(judge: Hosted, last: Record | None) -> frozenset[str]:
    """Return the settings that are left out from the start.

    Those that the model refused before are among them, so that they are sent once.

    Parameters
    ----------
    judge : Hosted
        Who is asked.
    last : Record or None
        The last answer that came.
    """
    without = judge.provider.without(judge.base_url)
    if last is not None and last.url in (judge.base_url, BATCH):
        without |= set(last.without)
    return without


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is in a file of answers.

    Attributes
    ----------
    found : mapping of str to Outcome
        The first answer to each request that is open, by its key.
    last : Record or None
        The last record.
    tokens : Counter
        Of all records, in and out: as reported, or as reckoned where they are
        not.
    """

    found: Mapping[str, Outcome]
    last: Record | None
    tokens: Counter[str]


def known(
    records: Iterable[Record], plan: Plan, answered: Collection[Question]
) -> Known:
    """Return what records say about a plan.

    Parameters
    ----------
    records : iterable of Record
        In the order in which they came.
    plan : Plan
        What is asked.
    answered : collection of Question
        Questions whose answers are written down already.
    """
    wanted = {
        task.key
        for asked in plan.asked
        if asked.question not in answered
        for task in asked.tasks
    }
    tasks = {task.key: task for asked in plan.asked for task in asked.tasks}
    found: dict[str, Outcome] = {}
    tokens: Counter[str] = Counter()
    last = None
    for record in records:
        last = record
        outcome = _outcome(plan.judge, record)
        _count(tokens, outcome, tasks, record, plan.judge)
        # The first answer counts; nobody chooses among several.
        if outcome is not None and record.key in wanted:
            found.setdefault(record.key, outcome)
    return Known(found=found, last=last, tokens=tokens)


def _outcome(judge: Hosted, record: Record) -> Outcome | None:
    try:
        return read_outcome(judge, record)
    except ReplyError:
        return None


def _count(
    tokens: Counter[str],
    outcome: Outcome | None,
    tasks: Mapping[str, Task],
    record: Record,
    judge: Hosted,
) -> None:
    reply = outcome.reply if outcome else None
    usage = reply.usage if reply else {}
    given, written = usage.get("input_tokens"), usage.get("output_tokens")
    if given is None or written is None:
        # A request of another plan is taken to be as long as one of this.
        task = tasks.get(record.key) or next(iter(tasks.values()), None)
        if task is None:
            return
        size = canvas(task.row)
        reckoned = estimate(stubbed(judge, task), judge.eyes, size)
        given, written = counted(usage, reckoned)
    tokens["input_tokens"] += given
    tokens["output_tokens"] += written


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a run would do now.

    Attributes
    ----------
    tasks : tuple of Task
        Requests that have no answer yet, in the order of the run.
    kept : int
        Questions that are answered.
    last : Record or None
        The last answer that came.
    """

    tasks: tuple[Task, ...]
    kept: int
    last: Record | None


def standing(plan: Plan, path: Path) -> Standing:
    """Return where a run into a judgement file stands; nothing is written.

    Raises
    ------
    JudgementError
        When a file belongs to another run, or cannot be read.
    """
    answered = _answered(path, plan)
    answers = known(_records(answers_path(path)), plan, answered)
    left = [asked for asked in plan.asked if asked.question not in answered]
    open_tasks = [_open(asked, answers.found) for asked in left]
    return Standing(
        tasks=tuple(task for tasks in open_tasks for task in tasks),
        kept=len(plan.asked) - sum(bool(tasks) for tasks in open_tasks),
        last=answers.last,
    )


def _open(asked: Asked, found: Mapping[str, Outcome]) -> list[Task]:
    return [task for task in asked.tasks if task.key not in found]


def _answered(path: Path, plan: Plan) -> set[Question]:
    content = _read(path)
    answered, _ = whole_answers(content, path, expected(plan))
    return answered - failed_questions(content, path)


def failed_questions(content: bytes, path: Path) -> set[Question]:
    """Return the questions of a judgement file that failed."""
    if f'"{FAILED}"'.encode() not in content:
        return set()
    rows = (
        from_json(line, f"{path}, line {number}")
        for number, line in enumerate(content.split(b"\n")[:-1], 1)
    )
    return {question_of(row) for row in rows if row.status == FAILED}


def _records(path: Path) -> Iterator[Record]:
    for number, line in enumerate(_read(path).split(b"\n")[:-1], 1):
        yield read_record(line, f"{path}, line {number}")


def _read(path: Path) -> bytes:
    if not path.exists():
        return b""
    try:
        return path.read_bytes()
    except OSError as error:
        raise JudgementError(f"{path}: cannot be read ({error.strerror})") from error
