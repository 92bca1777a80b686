"""Fits of cells, whole: onset, diagnostics and trend.

Processes that fit cells load this and what it needs, and nothing that reads tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from .armitage import trend_p
from .diagnostics.diagnose import Diagnostics, diagnose
from .model.together import together
from .onset import fit_onset
from .results.made_with import Settings
from .results.onset_fit import OnsetFit


@dataclass(frozen=True, slots=True, kw_only=True)
class CellData:
    """What the fit of one cell depends on.

    Attributes
    ----------
    magnitude, below : list of float, shape (n,)
        Answered stimuli, and whether each is below ceiling.
    tier : list of int or None, shape (n,)
    series : list of str or None, shape (n,)
    controls : (int, int)
        Controls below ceiling, and all that are answered.
    settings : Settings
        Of the whole audit.
    stream : str
        The same for all cells whose controls are redrawn alike.
    """

    magnitude: list[float]
    below: list[float]
    tier: list[int] | None
    series: list[str | None]
    controls: tuple[int, int]
    settings: Settings
    stream: str


class CellFit(NamedTuple):
    """An onset, how its curve sits on the data, and the p of a trend in them."""

    onset: OnsetFit
    diagnostics: Diagnostics
    trend_p: float


def fit_together(cells: Sequence[CellData]) -> list[CellFit]:
    """Fit cells side by side; each as it would be alone."""
    return together([partial(fit_cell, cell) for cell in cells])


def fit_cell(cell: CellData) -> CellFit:
    """Fit one cell, hold the fit against its data, and test for a trend."""
    settings = cell.settings
    data = cell.magnitude, cell.below, [1.0] * len(cell.below)
    onset = fit_onset(
        *data,
        controls=cell.controls,
        criterion=settings.criterion,
        level=settings.level,
        family=settings.family,
        lapse=settings.lapse,
        interval=settings.interval,
        tier=cell.tier,
        series=_stated(cell.series),
        replicates=settings.replicates,
        seed=settings.seed,
        stream=cell.stream,
    )
    diagnostics = diagnose(
        *data,
        onset,
        controls=cell.controls,
        lapse=settings.lapse,
        tier=cell.tier,
        series=cell.series,
    )
    p = trend_p(cell.magnitude, cell.below, cell.tier, settings.seed)
    return CellFit(onset, diagnostics, p)


def _stated(series: Sequence[str | None]) -> list[str] | None:
    """Return the series of all answers, or None when one is not stated."""
    known = [one for one in series if one is not None]
    return known if len(known) == len(series) else None
