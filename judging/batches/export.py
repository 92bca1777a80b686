"""Requests as batch files, for ``POST /v1/batches`` or ``vllm run-batch``."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...generator.errors import SpecError
from ...generator.files import write_whole
from ..asking.pictures import Pictures
from ..asking.plan import Corpus, Plan
from ..asking.task import Task
from ..keeping.standing import refused, standing
from .form import URL, check_spoken

_MOST_LINES = 50_000
_MOST_BYTES = 190_000_000
"""OpenAI API guide, batch: 50,000 requests and 200 MB a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was written.

    Attributes
    ----------
    requests : int
        How many, in all files.
    files : tuple of Path
        In order.
    """

    requests: int
    files: tuple[Path, ...]


def export_batches(
    plan: Plan,
    corpus: Corpus,
    path: Path,
    folder: Path,
    *,
    most_bytes: int = _MOST_BYTES,
) -> Exported:
    """Write the requests that a run would send now.

    Parameters
    ----------
    plan : Plan
        The run.
    corpus : Corpus
        Where the pictures are.
    path : Path
        Its judgement file.
    folder : Path
        Where the files go; must not hold any yet.
    most_bytes : int
        Size of each file at most.

    Raises
    ------
    UnknownNameError
        When the provider's batch files have another form.
    SpecError
        When the folder holds batch files already.
    CorpusError, JudgementError, FileWriteError
        When pictures or files are not to be had.
    """
    check_spoken(plan.judge)
    if folder.is_dir() and any(folder.glob("*.jsonl")):
        raise SpecError(
            f"{folder}: holds batch files already; allowed: a new or empty folder"
        )
    now = standing(plan, path)
    tasks, without = now.tasks, refused(plan.judge, now.last)
    files: list[Path] = []
    with Pictures(corpus, plan.judge, tasks) as pictures:
        for part in _parts(plan, tasks, pictures, without, most_bytes):
            files.append(folder / f"batch-{len(files) + 1:03}.jsonl")
            write_whole(files[-1], b"".join(part))
    return Exported(requests=len(tasks), files=tuple(files))


def _parts(
    plan: Plan,
    tasks: Sequence[Task],
    pictures: Pictures,
    without: frozenset[str],
    most_bytes: int,
) -> Iterator[list[bytes]]:
    lines: list[bytes] = []
    size = 0
    for task in tasks:
        line = _line(plan, task, pictures, without)
        if lines and (len(lines) >= _MOST_LINES or size + len(line) > most_bytes):
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    if lines:
        yield lines


def _line(plan: Plan, task: Task, pictures: Pictures, without: frozenset[str]) -> bytes:
    judge = plan.judge
    body = judge.provider.body(pictures.request(task), judge.model, without)
    content = {
        "custom_id": task.key,
        "method": "POST",
        "url": URL,
        "body": body.content,
    }
    return (json.dumps(content, allow_nan=False) + "\n").encode("ascii")
