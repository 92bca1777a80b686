"""Audits on disk: plain tables, the same bytes for the same input everywhere."""

import json
import math
import types
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

import pandas as pd

from ...generator.errors import AnalysisError
from ...generator.files import write_whole
from ..audit import Audit
from ..reading.lines import csv_rows
from .diagnostic_rows import DiagnosticsRow, ResidualRow
from .frames import csv_of
from .ranges import check_ranges
from .records import FloorRow, MissingRow, Onset, Settings, TierRow

R = TypeVar("R")


def save_audit(audit: Audit, folder: Path) -> Path:
    """Write an audit; return the path of onsets.csv, which is written last.

    Numbers are written in full (the shortest text that reads back the same);
    infinite limits are ``inf``; what does not exist is an empty cell, or null.

    Raises
    ------
    FileWriteError
        When a file cannot be written.
    """
    write_whole(folder / "floors.csv", csv_of(FloorRow, audit.floors))
    write_whole(folder / "tiers.csv", csv_of(TierRow, audit.tiers))
    write_whole(folder / "missing.csv", csv_of(MissingRow, audit.missing))
    write_whole(folder / "diagnostics.csv", csv_of(DiagnosticsRow, audit.diagnostics))
    write_whole(folder / "residuals.csv", csv_of(ResidualRow, audit.residuals))
    write_whole(folder / "settings.json", _json(asdict(audit.settings)))
    write_whole(folder / "onsets.json", _json([asdict(o) for o in audit.onsets]))
    path = folder / "onsets.csv"
    write_whole(path, csv_of(Onset, audit.onsets))
    return path


def load_audit(folder: Path) -> Audit:
    """Return the audit that `save_audit` wrote into `folder`.

    Raises
    ------
    AnalysisError
        When a file is missing or its content is not as written, or a number is
        none that an audit can hold.
    """
    settings = _load_settings(folder / "settings.json")
    return Audit(
        settings=settings,
        onsets=_load(folder / "onsets.csv", Onset),
        floors=_load(folder / "floors.csv", FloorRow),
        tiers=_load(folder / "tiers.csv", TierRow),
        missing=_load(folder / "missing.csv", MissingRow),
        diagnostics=_load(folder / "diagnostics.csv", DiagnosticsRow),
        residuals=_load(folder / "residuals.csv", ResidualRow),
    )


def onset_frame(onsets: Iterable[Onset]) -> pd.DataFrame:
    """Return onsets as a data frame; what does not exist is NaN or NA."""
    frame = pd.DataFrame(
        [asdict(onset) for onset in onsets], columns=[f.name for f in fields(Onset)]
    )
    for name, hint in get_type_hints(Onset).items():
        if float in (get_args(hint) or (hint,)):
            frame[name] = frame[name].astype("float64")
    frame["tier_of_onset"] = frame["tier_of_onset"].astype("Int64")
    return frame


def _json(value: Any) -> str:
    text = json.dumps(_strict(value), indent=2, ensure_ascii=False, allow_nan=False)
    return text + "\n"


def _strict(value: Any) -> Any:
    """Replace infinities by their names, which strict JSON can hold."""
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, Mapping):
        return {key: _strict(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_strict(one) for one in value]
    return value


def _load(path: Path, record: type[R]) -> tuple[R, ...]:
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
    options = get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
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
    literal = get_args(hint)
    if literal and str not in options and value not in literal:
        raise AnalysisError(
            f"{place} = {value!r} is unknown; allowed: {', '.join(literal)}"
        )
    return value


def _load_settings(path: Path) -> Settings:
    try:
        values = json.loads(path.read_bytes())
        values["judgements"] = tuple(values["judgements"])
        return Settings(**values)
    except OSError as problem:
        raise AnalysisError(
            f"{path}: cannot be read ({problem.strerror}); allowed: a folder written "
            "by eyechart fit"
        ) from problem
    except (ValueError, TypeError, KeyError) as problem:
        raise AnalysisError(
            f"{path}: does not hold the settings of an audit; allowed: as written by "
            "eyechart fit"
        ) from problem
