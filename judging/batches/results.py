"""What a batch brought, taken into the files of a run."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...generator.errors import JudgementError
from ..asking.plan import Plan
from ..asking.task import Task, stubbed
from ..clients.fields import ReplyError
from ..clients.provider import Provider
from ..keeping.answers import Record
from ..keeping.book import Book
from ..keeping.rows import read_outcome
from ..keeping.standing import BATCH, refused
from .form import check_spoken


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What was taken in.

    Attributes
    ----------
    taken, kept, unanswered : int
        Requests answered by these files, questions answered before, and open.
    failures : Counter
        Lines that brought no answer, by kind; they are to be asked again.
    """

    taken: int
    kept: int
    unanswered: int
    failures: Counter[str]


def import_batches(plan: Plan, path: Path, files: tuple[Path, ...]) -> Imported:
    """Take in what a batch brought.

    Lines about questions that are answered already are passed over, so files
    may be taken in again.

    Parameters
    ----------
    plan : Plan
        The run whose requests were exported.
    path : Path
        Its judgement file.
    files : tuple of Path
        What the provider, or vLLM, wrote.

    Raises
    ------
    UnknownNameError
        When the provider's batch files have another form.
    JudgementError
        When a file is none, holds requests of another run, or two different
        answers to one request.
    """
    check_spoken(plan.judge)
    known = {task.key: task for asked in plan.asked for task in asked.tasks}
    failures: Counter[str] = Counter()
    bodies: dict[str, str] = {}
    for file in files:
        for key, found, place in _lines(file, known, plan.judge.provider):
            if found.failure:
                failures[found.failure] += 1
            elif bodies.setdefault(key, found.body) != found.body:
                raise JudgementError(
                    f"{place}: a second answer to request {key!r} that differs from "
                    "the first; allowed: one answer to each"
                )
    with Book(path, plan) as book:
        kept = len(plan.asked) - book.unanswered
        wanted = [task for task in book.open_tasks() if task.key in bodies]
        without = refused(plan.judge, book.last)
        records = [_record(plan, task, bodies[task.key], without) for task in wanted]
        book.answers.append_now(records)
        taken = 0
        for task, record in zip(wanted, records, strict=True):
            try:
                book.note(task, read_outcome(plan.judge, record))
                taken += 1
            except ReplyError:
                failures["no reply"] += 1
        return Imported(
            taken=taken, kept=kept, unanswered=book.unanswered, failures=failures
        )


@dataclass(frozen=True, slots=True)
class _Found:
    body: str
    failure: str


def _lines(
    path: Path, known: Mapping[str, Task], provider: Provider
) -> Iterator[tuple[str, _Found, str]]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise JudgementError(f"{path}: cannot be read ({error.strerror})") from error
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        try:
            values = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise JudgementError(f"{place}: is not JSON ({error})") from error
        key = values.get("custom_id") if isinstance(values, dict) else None
        if not isinstance(key, str):
            raise JudgementError(f"{place}: has no custom_id, so is no result")
        if key not in known:
            raise JudgementError(
                f"{place}: custom_id {key!r} is not of this run; allowed: results of "
                "requests that were exported with the same corpus, judge, protocol "
                "and options"
            )
        yield key, _found(values, provider), place


def _found(values: Mapping[str, Any], provider: Provider) -> _Found:
    response = values.get("response")
    if not isinstance(response, dict):
        error = values.get("error")
        code = error.get("code") if isinstance(error, dict) else None
        return _Found("", str(code or "no response"))
    status, body = response.get("status_code", 200), response.get("body")
    if status != 200 and not (status == 400 and provider.declines(body)):
        return _Found("", f"HTTP {status}")
    return _Found(body if isinstance(body, str) else json.dumps(body), "")


def _record(plan: Plan, task: Task, body: str, without: frozenset[str]) -> Record:
    judge = plan.judge
    sent = judge.provider.body(stubbed(judge, task), judge.model, without).sent
    return Record(
        key=task.key,
        stimulus_id=task.question.stimulus_id,
        judge=judge.name,
        url=BATCH,
        time=datetime.now(UTC).isoformat(timespec="milliseconds"),
        seconds=None,
        sent=sent,
        without=tuple(sorted(without)),
        body=body,
    )
