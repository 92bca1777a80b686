"""Audits on disk: plain tables, the same bytes for the same input everywhere."""

from pathlib import Path

from ...generator.files import write_whole
from ..audit import Audit
from .diagnostic_rows import DiagnosticsRow, ResidualRow
from .frames import csv_of
from .made_with import Settings
from .records import FloorRow, MissingRow, Onset, TierRow
from .rows import load_rows
from .strict_json import json_of, load_settings


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
    write_whole(folder / "settings.json", json_of(audit.settings))
    write_whole(folder / "onsets.json", json_of(audit.onsets))
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
    settings = load_settings(folder / "settings.json", Settings, "eyechart fit")
    return Audit(
        settings=settings,
        onsets=load_rows(folder / "onsets.csv", Onset),
        floors=load_rows(folder / "floors.csv", FloorRow),
        tiers=load_rows(folder / "tiers.csv", TierRow),
        missing=load_rows(folder / "missing.csv", MissingRow),
        diagnostics=load_rows(folder / "diagnostics.csv", DiagnosticsRow),
        residuals=load_rows(folder / "residuals.csv", ResidualRow),
    )
