"""Rows of a saved table, read back as the records that they were."""

from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from ...generator.errors import AnalysisError
from ..reading.lines import csv_rows
from .field_types import options_of
from .ranges import check_ranges

R = TypeVar("R")
_TRUTHS = {"True": True, "False": False}


def load_rows(path: Path, record: type[R]) -> tuple[R, ...]:
    """Return the rows of a table that `csv_of` wrote.

    Raises
    ------
    AnalysisError
        When the file is missing or its columns are not the fields of `record`, or a
        value is none that its field can hold.
    """
    columns, rows = csv_rows(path, AnalysisError)
    hints = get_type_hints(record)
    if columns != tuple(hints):
        raise AnalysisError(
            f"{path}: has the columns {', '.join(columns) or 'none'}; allowed: "
            f"{', '.join(hints)}"
        )
    records = []
    for place, row in rows:
        values = {
            name: _typed(row[name], hint, f"{place}: {name}")
            for name, hint in hints.items()
        }
        check_ranges(values, place)
        records.append(record(**values))
    return tuple(records)


def _typed(value: str, hint: Any, place: str) -> Any:
    """Return a cell as the type of its field."""
    options = options_of(hint)
    if value == "" and type(None) in options:
        return None
    for kind in (int, float):
        if kind in options:
            try:
                return kind(value)
            except ValueError as problem:
                raise AnalysisError(
                    f"{place} = {value!r} is no {kind.__name__}; allowed: a number"
                ) from problem
    allowed = list(_TRUTHS) if bool in options else _named(options)
    if allowed and value not in allowed:
        raise AnalysisError(
            f"{place} = {value!r} is unknown; allowed: {', '.join(allowed)}"
        )
    return _TRUTHS[value] if bool in options else value


def _named(options: tuple[Any, ...]) -> list[str]:
    """Return the values of a field that may hold certain texts only."""
    literals = [one for one in options if get_origin(one) is Literal]
    return [name for literal in literals for name in get_args(literal)]
