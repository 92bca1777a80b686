"""From judgements to an audit: floors, curves and onsets of every judge."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from .arguments import check_seed, check_share
from .ceiling import check_score, responses
from .cells import fit_cells
from .families import get_family
from .floor import floor_rows, missing_rows
from .interval import check_interval
from .reading.scale import parse_scale
from .results.records import FloorRow, MissingRow, Onset, Settings, TierRow
from .table import read_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CellKey = tuple[str, str, str, str]
Tabular = str | Path | pd.DataFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """Everything that was found, table by table.

    Attributes
    ----------
    onsets : tuple of Onset
        Sorted by judge, framing, dimension and role.
    floors : tuple of FloorRow
    tiers : tuple of TierRow
    missing : tuple of MissingRow
    settings : Settings
    """

    onsets: tuple[Onset, ...]
    floors: tuple[FloorRow, ...]
    tiers: tuple[TierRow, ...]
    missing: tuple[MissingRow, ...]
    settings: Settings

    @property
    def cells(self) -> dict[CellKey, tuple[Onset, tuple[TierRow, ...]]]:
        """Onset and tiers by (judge, framing, dimension, role)."""
        points: dict[CellKey, list[TierRow]] = {}
        for row in self.tiers:
            key = (row.judge, row.framing, row.dimension, row.role)
            points.setdefault(key, []).append(row)
        keys = ((o.judge, o.framing, o.dimension, o.role) for o in self.onsets)
        return {
            key: (onset, tuple(points.get(key, ())))
            for key, onset in zip(keys, self.onsets, strict=True)
        }

    def to_frame(self) -> pd.DataFrame:
        """Return the onsets as a data frame, one row each, in the order of `Onset`."""
        from .results.store import onset_frame

        return onset_frame(self.onsets)

    def save(self, folder: str | Path) -> Path:
        """Write every table into `folder`; return the path of onsets.csv.

        Raises
        ------
        FileWriteError
            When a file cannot be written.
        """
        from .results.store import save_audit

        return save_audit(self, Path(folder))

    @staticmethod
    def load(folder: str | Path) -> "Audit":
        """Return the audit that `save` wrote; equal to the one saved.

        Raises
        ------
        AnalysisError
            When a table is missing or not as `save` writes it.
        """
        from .results.store import load_audit

        return load_audit(Path(folder))

    def plot(self) -> "Figure":
        """Draw the curves of every cell."""
        from .figures.curves import draw_curves

        return draw_curves(self)


def fit(
    judgements: Tabular | Sequence[Tabular],
    stimuli: Tabular,
    *,
    criterion: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
    interval: str = "profile",
    score: str = "any",
    scale: str | None = None,
    seed: int = 0,
) -> Audit:
    """Fit every cell of every judge.

    Only baseline answers count: repeat 0, no cue, order AB.

    Parameters
    ----------
    judgements : path, DataFrame or sequence of them
        Judgements in long or wide form.
    stimuli : path or DataFrame
        A corpus folder or a metadata table.
    criterion : float
        Total probability below ceiling at the onset.
    level : float
        Confidence level of every interval.
    family : str
        Family of sigmoids.
    interval : str
        Kind of interval of the onset.
    score : str
        "any", "mean" or the name of a criterion: what counts as below ceiling.
    scale : str, optional
        Such as "1-5": the scale of judgements that do not state theirs.
    seed : int
        Seed of the Monte Carlo p values.

    Returns
    -------
    Audit

    Raises
    ------
    CorpusError, JudgementError, AnalysisError, UnknownNameError
        With place, value and what is allowed.
    """
    check_share("criterion", criterion)
    check_share("level", level)
    check_seed(seed)
    get_family(family)
    check_interval(interval)
    given = [judgements] if isinstance(judgements, Tabular) else list(judgements)
    own_scale = None if scale is None else parse_scale(scale)
    table = read_table(given, stimuli, own_scale)
    check_score(score, table)
    settings = Settings(
        criterion=float(criterion),
        level=float(level),
        family=family,
        interval=interval,
        score=score,
        scale=scale,
        seed=int(seed),
        judgements=tuple(_name(one) for one in given),
        stimuli=_name(stimuli),
        version=_version(),
    )
    onsets: list[Onset] = []
    floors: list[FloorRow] = []
    tiers: list[TierRow] = []
    missing: list[MissingRow] = []
    for panel in table.panels:
        found = responses(panel, table.stimuli, score)
        floors += floor_rows(panel, table.stimuli, found, score, level)
        missing += missing_rows(panel, found)
        rows, points = fit_cells(panel, found, settings)
        onsets += rows
        tiers += points
    return Audit(
        onsets=tuple(onsets),
        floors=tuple(floors),
        tiers=tuple(tiers),
        missing=tuple(missing),
        settings=settings,
    )


def _name(given: Tabular) -> str:
    return "data frame" if isinstance(given, pd.DataFrame) else Path(given).name


def _version() -> str:
    try:
        return version("eyechart")
    except PackageNotFoundError:
        return "not installed"
