"""From judgements to an audit: floors, curves and onsets of every judge."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from ..generator.workers import Crew, Progress, usable_processors
from .arguments import check_workers
from .asked import Asked, Judgements, Tabular, made, read_asked
from .ceiling import responses
from .cell_fits import fit_together
from .cells import PanelPlan, fit_cells, plan_cells, worthwhile
from .floor import floor_rows, missing_rows
from .interval import DEFAULT, check_interval
from .presets import with_preset
from .results.diagnostic_rows import DiagnosticsRow, ResidualRow
from .results.made_with import Settings
from .results.records import FloorRow, MissingRow, Onset, TierRow

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_USUAL = {
    "criterion": 0.75,
    "family": "logistic",
    "lapse": 0.0,
    "interval": DEFAULT,
}
CellKey = tuple[str, str, str, str]


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
    diagnostics : tuple of DiagnosticsRow
        One for each answered cell.
    residuals : tuple of ResidualRow
        Tiers of answered cells.
    settings : Settings
    """

    onsets: tuple[Onset, ...]
    floors: tuple[FloorRow, ...]
    tiers: tuple[TierRow, ...]
    missing: tuple[MissingRow, ...]
    settings: Settings
    diagnostics: tuple[DiagnosticsRow, ...] = ()
    residuals: tuple[ResidualRow, ...] = ()

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
        from .results.frames import frame_of

        return frame_of(Onset, self.onsets)

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

        audit = load_audit(Path(folder))
        check_interval(audit.settings.interval)
        return audit

    def plot(self) -> "Figure":
        """Draw the curves of every cell."""
        from .figures.curves import draw_curves

        return draw_curves(self)


def fit(
    judgements: Judgements,
    stimuli: Tabular,
    *,
    criterion: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
    lapse: float | str = 0.0,
    interval: str = DEFAULT,
    score: str = "any",
    scale: str | None = None,
    replicates: int = 1999,
    seed: int = 0,
    preset: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
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
    lapse : float or "estimated"
        Distance of every curve's upper end from 1.
    interval : str
        Kind of interval of the onset: "calibrated", "profile", "parametric",
        "percentile" or "cluster".
    score : str
        "any", "mean" or the name of a criterion: what counts as below ceiling.
    scale : str, optional
        Such as "1-5": the scale of judgements that do not state theirs.
    replicates : int
        Data sets of a bootstrap interval. Those of one judge and framing have their
        floor redrawn alike, replicate by replicate.
    seed : int
        Seed of the Monte Carlo p values and of every interval that is drawn.
    preset : str, optional
        "published-audit": the procedure of the published audit, which are percentile
        bootstrap limits of the onset at 75 %.
    workers : int, optional
        Processes; by default one a usable processor when there is work for them. The
        result does not depend on it.
    progress : callable, optional
        Told after each cell how many are done, and of how many.

    Returns
    -------
    Audit

    Raises
    ------
    CorpusError, JudgementError, AnalysisError, UnknownNameError
        With place, value and what is allowed.
    """
    chosen = with_preset(
        preset,
        {
            "criterion": criterion,
            "family": family,
            "lapse": lapse,
            "interval": interval,
        },
        _USUAL,
    )
    interval = chosen.pop("interval")
    asked = Asked(
        **chosen,
        level=level,
        score=score,
        scale=scale,
        replicates=replicates,
        seed=seed,
    )
    check_interval(interval)
    check_workers(workers)
    with Crew() as crew:
        if workers is not None:
            crew.hire(min(workers, usable_processors()) - 1, fit_together)
        table = read_asked(judgements, stimuli, score, scale)
        wanted = workers or worthwhile(table.cells, interval)
        crew.hire(min(wanted, table.cells) - 1, fit_together)
        settings = Settings(**made(asked, table), interval=interval, preset=preset)
        plans: list[PanelPlan] = []
        floors: list[FloorRow] = []
        missing: list[MissingRow] = []
        for panel in table.panels:
            found = responses(panel, table.stimuli, score)
            floors += floor_rows(panel, table.stimuli, found, score, level)
            missing += missing_rows(panel, found)
            plans.append(plan_cells(panel, found, settings))
        rows = fit_cells(plans, settings, crew, progress)
    return Audit(
        onsets=tuple(rows.onsets),
        floors=tuple(floors),
        tiers=tuple(rows.tiers),
        missing=tuple(missing),
        settings=settings,
        diagnostics=tuple(rows.diagnostics),
        residuals=tuple(rows.residuals),
    )
