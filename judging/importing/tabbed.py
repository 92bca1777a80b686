"""Rows of a TSV file: a tab between fields, quotes as in CSV."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from ...generator.errors import JudgementError

_LONGEST_FIELD = 2**31 - 1
"""Characters; data sets keep pictures in base 64 in a column."""


def tabbed_rows(path: Path, text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the place and the values of each row; blank lines are skipped.

    Parameters
    ----------
    path : Path
        The file, for messages.
    text : str
        What is in it.

    Raises
    ------
    JudgementError
        When it is no TSV, a row has another number of fields than the header, or a
        column is named twice.
    """
    rows = _fields(path, text)
    header = [name.strip() for name in next(rows, (1, [""]))[1]]
    for name in header:
        if header.count(name) > 1:
            raise JudgementError(
                f"{path}: line 1: column {name!r} comes twice; allowed: once"
            )
    for line, fields in rows:
        if len(fields) != len(header):
            raise JudgementError(
                f"{path}: line {line}: has {len(fields)} fields; allowed: "
                f"{len(header)}, as in the header"
            )
        yield f"{path}: line {line}", dict(zip(header, fields, strict=True))


def _fields(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True)
    limit = csv.field_size_limit(_LONGEST_FIELD)
    start = 1
    try:
        for fields in reader:
            if fields:
                yield start, fields
            start = reader.line_num + 1
    except csv.Error as problem:
        raise JudgementError(
            f"{path}: line {start}: is not TSV ({problem})"
        ) from problem
    finally:
        csv.field_size_limit(limit)
