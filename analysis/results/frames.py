"""Records as data frames and CSV text: one column a field, one row a record."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any, get_args, get_type_hints

import pandas as pd


def frame_of(record: type[Any], rows: Iterable[Any]) -> pd.DataFrame:
    """Return records as a data frame; what does not exist is NaN, NA or None.

    Examples
    --------
    >>> from eyechart.analysis.results.sensitivity_rows import AbbottOnset
    >>> list(frame_of(AbbottOnset, []).columns)[:3]
    ['onset', 'low', 'high']
    """
    frame = pd.DataFrame(
        [asdict(row) for row in rows], columns=[f.name for f in fields(record)]
    )
    for name, hint in get_type_hints(record).items():
        options = get_args(hint) or (hint,)
        if float in options:
            frame[name] = frame[name].astype("float64")
        elif int in options:
            absent = type(None) in options
            frame[name] = frame[name].astype("Int64" if absent else "int64")
    return frame


def csv_of(record: type[Any], rows: Sequence[Any]) -> str:
    """Return records as CSV; numbers in full, what does not exist empty."""
    names = [f.name for f in fields(record)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    for row in rows:
        values = (getattr(row, name) for name in names)
        writer.writerow("" if value is None else value for value in values)
    return out.getvalue()
