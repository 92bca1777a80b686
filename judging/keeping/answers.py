"""The file of answers: what came back from a provider, as it came.

One JSON object a line, appended and forced to disk before anything is read
from it. It is what a run resumes from: judgements can be made from it again.
"""

import asyncio
import json
import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from ...generator.errors import JudgementError
from ...generator.files import FileWriteError
from .opening import open_locked, unwritable, write_all


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What came back once.

    Attributes
    ----------
    key : str
        Of the task.
    stimulus_id : str
        What it is about; for people.
    judge, url : str
        Who was asked, and where.
    time : str
        When it came, UTC.
    seconds : float or None
        How long it took; None when that is not known.
    sent : mapping
        The settings that were sent, in the provider's words.
    without : tuple of str
        Settings that were left out because the model refuses them.
    body : str
        The body of the response, any key blotted out.
    """

    key: str
    stimulus_id: str
    judge: str
    url: str
    time: str
    seconds: float | None
    sent: Mapping[str, Any]
    without: tuple[str, ...]
    body: str = field(repr=False)

    def to_json(self) -> str:
        """Return one line of pure ASCII, without its end."""
        return json.dumps(asdict(self), allow_nan=False)


_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "key": str,
    "stimulus_id": str,
    "judge": str,
    "url": str,
    "time": str,
    "seconds": (float, int, type(None)),
    "sent": dict,
    "without": list,
    "body": str,
}


def read_record(line: bytes, place: str) -> Record:
    """Read one line of a file of answers.

    Raises
    ------
    JudgementError
        When it is none.
    """
    try:
        values = json.loads(line)
    except ValueError as error:
        raise JudgementError(f"{place}: is not JSON ({error})") from error
    if not isinstance(values, dict) or values.keys() != _KINDS.keys():
        raise JudgementError(
            f"{place}: is no answer; allowed: an object with the keys "
            f"{', '.join(_KINDS)}"
        )
    for name, kind in _KINDS.items():
        if not isinstance(values[name], kind):
            raise JudgementError(f"{place}: {name} = {values[name]!r} is of no use")
    return Record(**values | {"without": tuple(values["without"])})


class Answers:
    """An append-only file of answers, locked until it is closed.

    What follows the last line end was being written when a process died: it
    is cut off.

    Parameters
    ----------
    path : Path
        Made with its folder when missing; otherwise continued.

    Raises
    ------
    JudgementError
        When it cannot be read, or another run is writing it.
    FileWriteError
        When it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = open_locked(path)
        try:
            os.ftruncate(self._file, _end_of_lines(self._file))
        except OSError as error:
            os.close(self._file)
            raise unwritable(path, error) from error
        self._waiting: list[tuple[bytes, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None

    def records(self) -> Iterator[Record]:
        """Yield the records, in the order in which they came.

        Raises
        ------
        JudgementError
            When a line is no record.
        """
        with os.fdopen(os.dup(self._file), "rb") as stream:
            stream.seek(0)
            for number, line in enumerate(stream, 1):
                yield read_record(line, f"{self._path}, line {number}")

    async def append(self, record: Record) -> None:
        """Write a record; return when it is on disk.

        Records that wait at the same time go to disk together.

        Raises
        ------
        FileWriteError
            When it cannot be written.
        """
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((f"{record.to_json()}\n".encode("ascii"), kept))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_all())
        await kept

    def append_now(self, records: Collection[Record]) -> None:
        """Write records; return when they are on disk.

        Raises
        ------
        FileWriteError
            When they cannot be written.
        """
        self._write("".join(f"{r.to_json()}\n" for r in records).encode("ascii"))

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            data = b"".join(line for line, _ in batch)
            try:
                await asyncio.to_thread(self._write, data)
            except FileWriteError as error:
                for _, kept in batch:
                    if not kept.done():
                        kept.set_exception(error)
                continue
            for _, kept in batch:
                if not kept.done():
                    kept.set_result(None)

    def _write(self, data: bytes) -> None:
        try:
            write_all(self._file, data)
            os.fsync(self._file)
        except OSError as error:
            raise unwritable(self._path, error) from error

    def close(self) -> None:
        """Close the file and let go of its lock."""
        os.close(self._file)

    def __enter__(self) -> "Answers":
        """Return the answers themselves."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()


_BLOCK = 1 << 16


def _end_of_lines(file: int) -> int:
    """Return the place after the last line end."""
    end = os.lseek(file, 0, os.SEEK_END)
    while end > 0:
        start = max(0, end - _BLOCK)
        os.lseek(file, start, os.SEEK_SET)
        found = os.read(file, end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
