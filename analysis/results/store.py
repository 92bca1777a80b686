"""Audits on disk: plain tables, the same bytes for the same input everywhere."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...generator.errors import AnalysisError
from ...generator.files import write_whole
from ..audit import Audit
from .diagnostic_rows import DiagnosticsRow, ResidualRow
from .frames import csv_of
from .records import FloorRow, MissingRow, Onset, Settings, TierRow
from .rows import load_rows


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
        onsets=load_rows(folder / "onsets.csv", Onset),
        floors=load_rows(folder / "floors.csv", FloorRow),
        tiers=load_rows(folder / "tiers.csv", TierRow),
        missing=load_rows(folder / "missing.csv", MissingRow),
        diagnostics=load_rows(folder / "diagnostics.csv", DiagnosticsRow),
        residuals=load_rows(folder / "residuals.csv", ResidualRow),
    )


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
