"""Where rows come from: a CSV, JSON Lines or Parquet file, or a data frame."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, overload

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from ...generator.errors import EyechartError, suggest
from .lines import csv_rows, jsonl_rows

Row = tuple[str, Mapping[str, Any]]
"""A place for messages, and the values by column."""

SUFFIXES = (".csv", ".jsonl", ".ndjson", ".json", ".parquet", ".pq")


class ColumnRows(Sequence[Row]):
    """The rows of columns, each put together when it is asked for.

    Parameters
    ----------
    name : str
        Of the table, for messages.
    columns : mapping of str to list
        Their values, all of one length.
    """

    __slots__ = ("_columns", "_name")

    def __init__(self, name: str, columns: Mapping[str, list[Any]]) -> None:
        self._name, self._columns = name, columns

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return list(self)[index]
        i = range(len(self))[index]
        values = {name: column[i] for name, column in self._columns.items()}
        return f"{self._name}: row {i + 1}", values

    def __iter__(self) -> Iterator[Row]:
        names = tuple(self._columns)
        for i, values in enumerate(zip(*self._columns.values(), strict=True), 1):
            yield f"{self._name}: row {i}", dict(zip(names, values, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A table as it was found, before anything in it is believed.

    Attributes
    ----------
    name : str
        The file's name with its folder, or what the frame is; for messages.
    columns : tuple of str
        Every column, in order.
    rows : sequence of (str, mapping)
        Place and values of each row.
    """

    name: str
    columns: tuple[str, ...]
    rows: Sequence[Row]


def read_source(
    given: str | Path | pd.DataFrame, error: type[EyechartError], *, name: str
) -> Source:
    """Return the rows of a file or data frame.

    Parameters
    ----------
    given : str, Path or DataFrame
        A file, told apart by its suffix, or a frame.
    error : type
        What to raise.
    name : str
        What a frame is called in messages.

    Raises
    ------
    EyechartError
        Of the type `error`: the file is missing, of an unknown kind, damaged, or
        not UTF-8.
    """
    if isinstance(given, pd.DataFrame):
        return _from_frame(given, name)
    path = Path(given)
    suffix = path.suffix.lower()
    if path.is_dir():
        raise error(f"{path}: is a folder; allowed: a file ({', '.join(SUFFIXES)})")
    if not path.exists():
        raise error(f"{path}: does not exist; allowed: a file ({', '.join(SUFFIXES)})")
    if suffix not in SUFFIXES:
        raise error(
            f"{path}: kind of file {suffix!r} is unknown; {suggest(suffix, SUFFIXES)}"
        )
    if suffix in (".parquet", ".pq"):
        return _from_parquet(path, error)
    columns, rows = (csv_rows if suffix == ".csv" else jsonl_rows)(path, error)
    return Source(name=str(path), columns=columns, rows=list(rows))


def concatenated(sources: Iterable[Source], name: str) -> Source:
    """Return the rows of several tables as one; columns may differ."""
    columns: dict[str, None] = {}
    rows: list[Row] = []
    for source in sources:
        columns.update(dict.fromkeys(source.columns))
        rows.extend(source.rows)
    return Source(name=name, columns=tuple(columns), rows=rows)


def _from_parquet(path: Path, error: type[EyechartError]) -> Source:
    try:
        # Not a name: some are patterns or URLs to Arrow. Not a file of Python's either:
        # a reading thread that lets go of one after the interpreter's end aborts.
        with pa.OSFile(str(path)) as file:
            table = pq.read_table(file)
    except OSError as problem:
        reason = problem.strerror or "damaged or truncated Parquet"
        raise error(f"{path}: cannot be read ({reason})") from problem
    except pa.ArrowException as problem:
        raise error(
            f"{path}: cannot be read (damaged, truncated or no Parquet)"
        ) from problem
    names = table.column_names
    columns = {n: table.column(i).to_pylist() for i, n in enumerate(names)}
    return Source(
        name=str(path), columns=tuple(names), rows=ColumnRows(str(path), columns)
    )


def _from_frame(frame: pd.DataFrame, name: str) -> Source:
    named = [level for level in frame.index.names if level is not None]
    frame = frame.reset_index(level=named) if named else frame
    names = [str(column) for column in frame.columns]
    columns = {n: _values(frame.iloc[:, i]) for i, n in enumerate(names)}
    return Source(name=name, columns=tuple(names), rows=ColumnRows(name, columns))


def _values(column: "pd.Series[Any]") -> list[Any]:
    """Return a column's values as Python's."""
    values = column.tolist()
    plain = isinstance(column.dtype, np.dtype) and column.dtype != object
    return values if plain else [_python(one) for one in values]


def _python(value: Any) -> Any:
    """Return a numpy scalar, which columns of objects may hold, as a Python value."""
    return value.item() if isinstance(value, np.generic) else value
