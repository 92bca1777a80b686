"""Rows of text files, each with the line where it starts."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ...generator.errors import EyechartError

Found = tuple[tuple[str, ...], list[tuple[str, dict[str, Any]]]]
_LONGEST_FIELD = 2**31 - 1
_SHORT = 200


def csv_rows(path: Path, error: type[EyechartError]) -> Found:
    """Return columns and rows of a CSV file: comma, UTF-8, BOM allowed.

    Fields may hold quoted commas, quotes and line ends. Blank lines are skipped.

    Raises
    ------
    EyechartError
        Of the type `error`: unreadable, not UTF-8, other delimiter, a row with
        another number of fields than the header, or a column named twice.
    """
    text = text_of(path, error)
    limit = csv.field_size_limit(_LONGEST_FIELD)
    try:
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        records = []
        start = 1
        for fields in reader:
            if fields:
                records.append((start, fields))
            start = reader.line_num + 1
    except csv.Error as problem:
        raise error(f"{path}: line {start}: is not CSV ({problem})") from problem
    finally:
        csv.field_size_limit(limit)
    if not records:
        return (), []
    header = [name.strip() for name in records[0][1]]
    _check_header(path, header, error)
    rows = []
    known: dict[str, str] = {}
    for line, fields in records[1:]:
        if len(fields) != len(header):
            raise error(
                f"{path}: line {line}: has {len(fields)} fields; allowed: "
                f"{len(header)}, as in the header"
            )
        values = _once(zip(header, fields, strict=True), known)
        rows.append((f"{path}: line {line}", values))
    return tuple(header), rows


def jsonl_rows(path: Path, error: type[EyechartError]) -> Found:
    """Return columns and rows of a JSON Lines file: UTF-8, one object a line.

    Blank lines are skipped.

    Raises
    ------
    EyechartError
        Of the type `error`: unreadable, not UTF-8, or a line that is no strict JSON
        object (NaN and Infinity are no JSON, and no key comes twice).
    """
    columns: dict[str, None] = {}
    rows = []
    known: dict[str, str] = {}
    constants: list[_Constant] = []

    def constant(name: str) -> _Constant:
        constants.append(_Constant(name))
        return constants[-1]

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return distinct(pairs, known)

    for number, line in enumerate(_lines(text_of(path, error)), 1):
        if not line.strip():
            continue
        place = f"{path}: line {number}"
        try:
            values = json.loads(
                line, parse_constant=constant, object_pairs_hook=object_of
            )
        except (ValueError, RecursionError) as problem:
            raise error(f"{place}: is not JSON ({problem})") from problem
        if constants:
            raise error(
                f"{place}: {_holder(values)} {constants[0]}, which is no JSON number; "
                "allowed: finite numbers, or null"
            )
        if not isinstance(values, dict):
            raise error(
                f"{place}: is a JSON {type(values).__name__}; allowed: an object"
            )
        columns.update(dict.fromkeys(values))
        rows.append((place, values))
    return tuple(columns), rows


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a text one by one, without a list of all."""
    # Not splitlines: U+2028 and others may stand inside a JSON string.
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


class _Constant(str):
    """NaN or Infinity, which are no JSON."""

    __slots__ = ()


def _holder(values: object) -> str:
    """Return which column of a line holds what is no number."""
    columns = values if isinstance(values, dict) else {}
    wrong = (name for name, value in columns.items() if _holds_constant(value))
    return next((f"{name} =" for name in wrong), "is")


def _holds_constant(value: object) -> bool:
    if isinstance(value, list | dict):
        parts = value.values() if isinstance(value, dict) else value
        return any(map(_holds_constant, parts))
    return isinstance(value, _Constant)


def distinct(pairs: list[tuple[str, Any]], known: dict[str, str]) -> dict[str, Any]:
    """Return a JSON object, each of its short texts held once in all rows.

    Raises
    ------
    ValueError
        When a key comes twice.
    """
    values = _once(pairs, known)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        message = f"key {twice!r} comes twice in an object"
        raise ValueError(message)
    return values


def _once(pairs: Iterable[tuple[str, Any]], known: dict[str, str]) -> dict[str, Any]:
    """Return a row whose short texts are those of earlier rows where they are equal.

    A million rows repeat their keys, ids and names; one copy of each is a third of
    the memory.
    """
    values = {}
    for key, value in pairs:
        if type(value) is str and len(value) <= _SHORT:
            value = known.setdefault(value, value)
        values[known.setdefault(key, key)] = value
    return values


def text_of(path: Path, error: type[EyechartError]) -> str:
    """Return the text of a file in UTF-8, without a mark at its beginning.

    Raises
    ------
    EyechartError
        Of the type `error`: unreadable, or not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as problem:
        raise error(f"{path}: cannot be read ({problem.strerror})") from problem
    except UnicodeDecodeError as problem:
        raise error(
            f"{path}: is not UTF-8 at byte {problem.start}; allowed: UTF-8"
        ) from problem


def _check_header(path: Path, header: list[str], error: type[EyechartError]) -> None:
    if len(header) == 1 and (";" in header[0] or "\t" in header[0]):
        raise error(
            f"{path}: line 1: columns are not separated by commas; allowed: commas, "
            "and a point in decimal numbers"
        )
    for name in header:
        if header.count(name) > 1:
            raise error(f"{path}: line 1: column {name!r} comes twice; allowed: once")
