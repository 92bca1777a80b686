"""Rows of a result file as they were found, before anything in them is believed."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...analysis.reading.lines import distinct, text_of
from ...analysis.reading.source import read_source
from ...generator.errors import JudgementError, suggest
from .tabbed import tabbed_rows

SUFFIXES = (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".pq")
_WORKBOOKS = (".xlsx", ".xls", ".ods")

ABSENT: Any = object()
"""What `look` returns where there is nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One row of a result file.

    Attributes
    ----------
    file : Path
        The file.
    place : str
        File and place in it, for messages.
    values : mapping
        What stands there, by column.
    """

    file: Path
    place: str
    values: Mapping[str, Any] = field(repr=False)

    def look(self, path: str) -> Any:
        """Return the value at a path such as ``scores.fit.0``, or `ABSENT`.

        A column of that very name is taken first.

        Examples
        --------
        >>> record = Record(file=Path("f"), place="f", values={"a": {"b": [3]}})
        >>> record.look("a.b.0")
        3
        """
        if path in self.values:
            return self.values[path]
        found: Any = self.values
        for step in path.split("."):
            if isinstance(found, Mapping):
                found = found.get(step, ABSENT)
            elif isinstance(found, list) and step.isdecimal():
                found = found[int(step)] if int(step) < len(found) else ABSENT
            else:
                return ABSENT
        return found


def read_records(path: Path, records: str | None) -> list[Record]:
    """Return the rows of a CSV, TSV, JSON, JSON Lines or Parquet file.

    Parameters
    ----------
    path : Path
        The file, told apart by its suffix.
    records : str or None
        Of a JSON document, where its list of rows is; None when the document
        is the list.

    Raises
    ------
    JudgementError
        When the file cannot be read, is of another kind, or holds no rows.
    """
    suffix = path.suffix.lower()
    if suffix in _WORKBOOKS:
        raise JudgementError(
            f"{path}: is a workbook, which is not read; allowed: the same saved as CSV "
            "in UTF-8, or written as .tsv or .json (VLMEvalKit: PRED_FORMAT=tsv)"
        )
    if suffix not in SUFFIXES:
        raise JudgementError(
            f"{path}: kind of file {suffix!r} is unknown; {suggest(suffix, SUFFIXES)}"
        )
    if records is not None and suffix != ".json":
        raise JudgementError(
            f"{path}: the mapping says where in a JSON document the records are; "
            "allowed: a .json file"
        )
    if suffix == ".json":
        found = list(_document(path, records))
    elif suffix in (".jsonl", ".ndjson"):
        found = list(_lines(path))
    elif suffix == ".tsv":
        found = [
            Record(file=path, place=place, values=values)
            for place, values in tabbed_rows(path, text_of(path, JudgementError))
        ]
    else:
        source = read_source(path, JudgementError, name="results")
        found = [Record(file=path, place=p, values=v) for p, v in source.rows]
    if not found:
        raise JudgementError(f"{path}: holds no records; allowed: at least one")
    return found


def _document(path: Path, records: str | None) -> Iterator[Record]:
    rows = _decode(text_of(path, JudgementError), str(path))
    if records is not None:
        whole = Record(file=path, place=str(path), values={"": rows})
        rows = whole.look(f".{records}")
    if not isinstance(rows, list):
        where = f" at {records!r}" if records is not None else ""
        raise JudgementError(
            f"{path}: holds no list{where}; allowed: a list of objects, and in the "
            "mapping 'records' that says where it is"
        )
    for number, values in enumerate(rows, 1):
        yield _record(path, f"{path}: record {number}", values)


def _lines(path: Path) -> Iterator[Record]:
    # Not splitlines: U+2028 and others may stand inside a JSON string.
    for number, line in enumerate(text_of(path, JudgementError).split("\n"), 1):
        if line.strip():
            place = f"{path}: line {number}"
            yield _record(path, place, _decode(line, place))


def _record(path: Path, place: str, values: Any) -> Record:
    if not isinstance(values, dict):
        raise JudgementError(f"{place}: is {values!r:.40}; allowed: an object")
    return Record(file=path, place=place, values=values)


def _decode(text: str, place: str) -> Any:
    try:
        return json.loads(text, parse_constant=_constant, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise JudgementError(f"{place}: is not JSON ({error})") from error


def _constant(name: str) -> None:
    # pandas and json write an empty cell as NaN.
    if name != "NaN":
        message = f"{name} is no JSON number"
        raise ValueError(message)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return distinct(pairs, {})
