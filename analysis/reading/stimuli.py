"""What was shown: one record a stimulus, from a corpus or a metadata table."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from ...generator.errors import CorpusError, suggest
from .source import Source, concatenated, read_source
from .values import is_blank, number, optional_number, optional_whole, text

DEGRADED = "degraded"
CONTROLS = ("flawless", "unedited", "identity", "sham")
KINDS = (DEGRADED, *CONTROLS)
ROLES = ("instructed", "incidental", "bystander")
_WRITTEN_LAST = "README.md"
_REQUIRED = ("stimulus_id", "kind", "dimension", "role", "magnitude")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stimulus:
    """One stimulus or control.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    dimension, role : str
        What is wrong and where; "" for controls.
    magnitude : float
        Size of the error in `unit`, above 0; 0 for controls.
    tier : int or None
    unit, series_id : str or None
    visible_anchor : float or None
        Magnitude that counts as clearly visible.
    """

    stimulus_id: str
    kind: str
    dimension: str
    role: str
    magnitude: float
    tier: int | None
    unit: str | None
    series_id: str | None
    visible_anchor: float | None


def read_stimuli(given: str | Path | pd.DataFrame) -> dict[str, Stimulus]:
    """Return the stimuli by id.

    Parameters
    ----------
    given : str, Path or DataFrame
        A corpus folder (its `metadata/*.parquet` are read), or a table in a CSV,
        JSON Lines or Parquet file or a frame with the columns ``stimulus_id, kind,
        dimension, role, magnitude`` and, if there, ``tier, unit, series_id,
        visible_anchor``.

    Raises
    ------
    CorpusError
        With file, line or row, value and what is allowed.
    """
    return stimuli_of(stimuli_source(given))


def stimuli_of(source: Source) -> dict[str, Stimulus]:
    """Return the stimuli in the rows of a table, by id.

    Raises
    ------
    CorpusError
        With file, line or row, value and what is allowed.
    """
    for column in _REQUIRED:
        if source.rows and column not in source.columns:
            raise CorpusError(
                f"{source.name}: column {column!r} is missing; "
                f"{_nearest(column, source.columns)}"
            )
    found: dict[str, Stimulus] = {}
    places: dict[str, str] = {}
    for place, row in source.rows:
        stimulus = _stimulus(row, place)
        name = stimulus.stimulus_id
        if name in found:
            raise CorpusError(
                f"{place}: stimulus_id {name!r} comes twice (first at "
                f"{places[name]}); allowed: once"
            )
        found[name], places[name] = stimulus, place
    if not found:
        raise CorpusError(f"{source.name}: holds no stimuli; allowed: at least one row")
    return found


def stimuli_source(given: str | Path | pd.DataFrame) -> Source:
    """Return the rows of a corpus folder or a metadata table, not yet believed.

    Raises
    ------
    CorpusError
        When there is none, or it cannot be read.
    """
    if isinstance(given, pd.DataFrame) or not Path(given).is_dir():
        return read_source(given, CorpusError, name="stimuli")
    folder = Path(given) / "metadata"
    shards = sorted(folder.iterdir()) if folder.is_dir() else []
    # Hidden files are parts of shards that are still being written.
    shards = [p for p in shards if p.suffix == ".parquet" and p.name[0] != "."]
    if not shards:
        raise CorpusError(
            f"{given}: holds no metadata/*.parquet; allowed: a corpus folder, or a "
            "metadata table (CSV, JSON Lines, Parquet)"
        )
    if not (Path(given) / _WRITTEN_LAST).is_file():
        raise CorpusError(
            f"{given}: has no {_WRITTEN_LAST}, so its rendering has not finished; "
            "allowed: a finished corpus, or a metadata table"
        )
    sources = (read_source(path, CorpusError, name="stimuli") for path in shards)
    return concatenated(sources, str(given))


def _stimulus(row: Mapping[str, Any], place: str) -> Stimulus:
    kind = text(row, "kind", place, CorpusError, allowed=KINDS)
    degraded = kind == DEGRADED
    return Stimulus(
        stimulus_id=text(row, "stimulus_id", place, CorpusError),
        kind=kind,
        dimension=text(row, "dimension", place, CorpusError) if degraded else "",
        role=text(row, "role", place, CorpusError, allowed=ROLES) if degraded else "",
        magnitude=_magnitude(row, place, degraded),
        tier=optional_whole(row, "tier", place, CorpusError) if degraded else None,
        unit=text(row, "unit", place, CorpusError, default="") or None,
        series_id=text(row, "series_id", place, CorpusError, default="") or None,
        visible_anchor=_anchor(row, place),
    )


def _magnitude(row: Mapping[str, Any], place: str, degraded: bool) -> float:
    value = row.get("magnitude")
    if not degraded and is_blank(value):
        return 0.0
    found = number(value, "magnitude", place, CorpusError)
    if degraded and not found > 0:
        raise CorpusError(
            f"{place}: magnitude = {value!r} of a degraded stimulus; allowed: above 0 "
            "(direction is a column of its own)"
        )
    if not degraded and found != 0:
        raise CorpusError(f"{place}: magnitude = {value!r} of a control; allowed: 0")
    return found


def _anchor(row: Mapping[str, Any], place: str) -> float | None:
    found = optional_number(row, "visible_anchor", place, CorpusError)
    if found is not None and not found > 0:
        raise CorpusError(
            f"{place}: visible_anchor = {row['visible_anchor']!r}; allowed: above 0"
        )
    return found


def _nearest(column: str, columns: tuple[str, ...]) -> str:
    return suggest(column, columns).replace("allowed:", "found:")
