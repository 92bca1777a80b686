"""The pictures of a run, at hand in any order."""

import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol

from ...generator.drawing.encode import stored_png
from ..requests.build import stimulus_request
from ..requests.request import Request
from .judge import Hosted
from .task import Task, columns_of


class Rows(Protocol):
    """The part of a corpus that holds pictures."""

    def rows(
        self,
        *,
        columns: Sequence[str] | None = None,
        ids: Collection[str] | None = None,
    ) -> Iterable[Mapping[str, Any]]:
        """Return the stimuli of these ids, in corpus order."""


class Pictures:
    """PNG files in one unnamed file, each of them once.

    A corpus is read in its own order, one row group at a time; a run goes
    through it in another.

    Parameters
    ----------
    corpus : Rows
        Where they are.
    judge : Hosted
        Who is to see them.
    tasks : collection of Task
        For what.

    Raises
    ------
    CorpusError
        When one is missing.
    """

    def __init__(self, corpus: Rows, judge: Hosted, tasks: Collection[Task]) -> None:
        self._judge = judge
        self._file = tempfile.TemporaryFile()  # noqa: SIM115
        self._places: dict[str, tuple[int, int]] = {}
        wanted: dict[str, dict[str, str]] = {}
        for task in tasks:
            known = wanted.setdefault(task.question.stimulus_id, {})
            for column in self._columns(task):
                known[column] = task.pixels[column]
        columns = sorted({name for known in wanted.values() for name in known})
        if not wanted:
            return
        for row in corpus.rows(columns=("stimulus_id", *columns), ids=set(wanted)):
            name = row["stimulus_id"]
            for column, digest in wanted[name].items():
                if digest not in self._places:
                    png = stored_png(row[column], f"stimulus {name!r}, {column}")
                    self._places[digest] = self._file.tell(), len(png)
                    self._file.write(png)

    def request(self, task: Task) -> Request:
        """Return what is sent for a task."""
        images = {c: {"bytes": self._png(task.pixels[c])} for c in self._columns(task)}
        return stimulus_request(
            self._judge.protocol,
            self._judge.protocol.asks[task.ask],
            {**task.row, **images},
            order=task.question.order,
        )

    def close(self) -> None:
        """Let go of the file, which then is gone."""
        self._file.close()

    def __enter__(self) -> "Pictures":
        """Return the pictures themselves."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close them."""
        self.close()

    def _columns(self, task: Task) -> tuple[str, ...]:
        return columns_of(self._judge.protocol.asks[task.ask], task.question.order)

    def _png(self, digest: str) -> bytes:
        place, size = self._places[digest]
        self._file.seek(place)
        return self._file.read(size)
