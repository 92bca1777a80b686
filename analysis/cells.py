"""One onset for each dimension and role of one judge and framing."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ..generator.errors import AnalysisError
from ..generator.workers import Crew, Progress, usable_processors
from .ceiling import Response
from .cell_fits import CellData, CellFit, fit_together
from .diagnostics.rows import diagnostic_rows
from .floor import floor_counts
from .inference.adjusting import adjust
from .inference.cells import Told, by_cell, told
from .results.diagnostic_rows import DiagnosticsRow, ResidualRow
from .results.made_with import Settings
from .results.onset_fit import OnsetFit
from .results.records import Onset, TierRow
from .table import Panel
from .tiers import tier_of, tier_rows
from .trend import trend

_CELL = ("judge", "framing", "dimension", "role", "unit")
_WORTH = 15
_PLAIN_WORTH = 60
"""Cells for which a process more is worth its start; of plain limits many."""
_COMPANY = 40
"""Cells that are fitted together at most: more gain nothing, and take memory."""
_FEWEST = 10
"""Cells in a share of many, at least: fewer take longer each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRows:
    """What the cells of judges and framings add to an audit's tables."""

    onsets: list[Onset] = field(default_factory=list)
    tiers: list[TierRow] = field(default_factory=list)
    diagnostics: list[DiagnosticsRow] = field(default_factory=list)
    residuals: list[ResidualRow] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trends:
    """Tests of whether the judge responds, in the family of its cells."""

    rho: float | None
    p: float
    q: float
    trend_p: float
    trend_q: float
    family_size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """One cell before it is fitted; without data when nothing in it was answered."""

    members: list[Response]
    answers: Told
    data: CellData | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPlan:
    """The cells of one judge and framing before they are fitted."""

    panel: Panel
    cells: list[_Cell]


def plan_cells(
    panel: Panel, found: Sequence[Response], settings: Settings
) -> PanelPlan:
    """Return the cells of one judge and framing: (dimension, role), never pooled.

    Raises
    ------
    AnalysisError
        When the stimuli of a cell differ in unit or in what is clearly visible.
    """
    controls = floor_counts(panel, found)
    stream = f"{panel.judge}\x1f{panel.framing}"
    cells = []
    for members in by_cell(found).values():
        _only(members, "unit")
        _only(members, "visible_anchor")
        said = told(members)
        data = _data(said, controls, settings, stream)
        cells.append(_Cell(members=members, answers=said, data=data))
    return PanelPlan(panel=panel, cells=cells)


def worthwhile(cells: int, interval: str) -> int:
    """Return for how many processes there is work in so many cells."""
    worth = _PLAIN_WORTH if interval == "profile" else _WORTH
    return min(usable_processors(), cells // worth + 1)


def fit_cells(
    plans: Sequence[PanelPlan],
    settings: Settings,
    crew: Crew,
    progress: Progress | None = None,
) -> CellRows:
    """Fit cells, in this process and those of a crew.

    The p values of trends are adjusted over the cells of a judge and framing.

    Parameters
    ----------
    plans : sequence of PanelPlan
        Of any judges and framings.
    settings : Settings
        Of the whole audit.
    crew : Crew
        Other processes, or none.
    progress : callable, optional
        Told how many cells are done.
    """
    data = [c.data for plan in plans for c in plan.cells if c.data is not None]
    tasks = _shares(data, len(crew) + 1)
    shares = crew.share_out(fit_together, tasks, joining=True)
    fits = chain.from_iterable(shares)
    rows, done = CellRows(), 0
    total = sum(len(plan.cells) for plan in plans)
    for plan in plans:
        found = []
        for cell in plan.cells:
            found.append(None if cell.data is None else next(fits))
            done += 1
            if progress is not None:
                progress(done, total)
        for cell, fit, trends in zip(
            plan.cells, found, _trends(plan.cells, found), strict=True
        ):
            _add(rows, plan.panel, cell, trends, fit, settings)
    return rows


def _add(
    rows: CellRows,
    panel: Panel,
    cell: _Cell,
    trends: _Trends,
    fit: CellFit | None,
    settings: Settings,
) -> None:
    """Add what is known of one cell to the tables."""
    points = tier_rows(panel, cell.members, settings.level)
    onset = None if fit is None else fit.onset
    row = _onset(panel, cell.members, points, trends, onset, settings)
    rows.onsets.append(row)
    rows.tiers.extend(points)
    if fit is not None:
        names = {name: getattr(row, name) for name in _CELL}
        diagnosed, residuals = diagnostic_rows(fit.diagnostics, fit.onset, names)
        rows.diagnostics.append(diagnosed)
        rows.residuals.extend(residuals)


def _trends(cells: Sequence[_Cell], fits: Sequence[CellFit | None]) -> list[_Trends]:
    """Test every cell of one judge and framing, and adjust over all of them."""
    answers = [cell.answers for cell in cells]
    # The merit of the criterion `difference` is 1 - (they differ).
    found = [trend(one.magnitude, [-merit for merit in one.merit]) for one in answers]
    armitage = [1.0 if fit is None else fit.trend_p for fit in fits]
    q, trend_q = adjust([one.p for one in found]), adjust(armitage)
    return [
        _Trends(
            rho=one.rho,
            p=one.p,
            q=one.p if one_q is None else one_q,
            trend_p=p,
            trend_q=p if p_q is None else p_q,
            family_size=len(answers),
        )
        for one, one_q, p, p_q in zip(found, q, armitage, trend_q, strict=True)
    ]


def _data(
    answers: Told, controls: tuple[int, int], settings: Settings, stream: str
) -> CellData | None:
    """Return what to fit; None when nothing in the cell was answered."""
    if not answers.magnitude:
        return None
    return CellData(
        magnitude=answers.magnitude,
        below=answers.below,
        tier=answers.tier,
        series=answers.series,
        controls=controls,
        settings=settings,
        stream=stream,
    )


def _shares(cells: Sequence[CellData], workers: int) -> list[Sequence[CellData]]:
    """Return shares of the cells, ever smaller ones, so that no process waits long."""
    least = min(_FEWEST, max(len(cells) // workers, 1))
    rounds = 1 if workers == 1 else 2 * workers
    shares = []
    while cells:
        size = min(max(math.ceil(len(cells) / rounds), least), _COMPANY)
        shares.append(cells[:size])
        cells = cells[size:]
    return shares


def _onset(
    panel: Panel,
    members: Sequence[Response],
    points: Sequence[TierRow],
    trends: _Trends,
    fitted: OnsetFit | None,
    settings: Settings,
) -> Onset:
    first = members[0].stimulus
    onset = None if fitted is None else fitted.onset
    return Onset(
        judge=panel.judge,
        framing=panel.framing,
        dimension=first.dimension,
        role=first.role,
        unit=_only(members, "unit"),
        n=0 if fitted is None else fitted.n,
        n_missing=sum(r.below is None for r in members),
        floor=None if fitted is None else fitted.floor,
        floor_n=0 if fitted is None else fitted.floor_n,
        spearman=trends.rho,
        p=trends.p,
        q=trends.q,
        trend_p=trends.trend_p,
        trend_q=trends.trend_q,
        family_size=trends.family_size,
        status="too_few" if fitted is None else fitted.status,
        onset=onset,
        onset_low=None if fitted is None else fitted.low,
        onset_high=None if fitted is None else fitted.high,
        slope=None if fitted is None else fitted.slope,
        width=None if fitted is None else fitted.width,
        lapse=None if fitted is None else fitted.lapse,
        rise_p=None if fitted is None else fitted.rise_p,
        deviance_p=None if fitted is None else fitted.deviance_p,
        criterion=settings.criterion,
        level=settings.level,
        ci_method=settings.interval,
        tier_of_onset=tier_of(onset, points),
        visible_anchor=_only(members, "visible_anchor"),
        unidentified=None if fitted is None else fitted.unidentified,
        series=None if fitted is None else fitted.series,
    )


def _only(members: Iterable[Response], name: str) -> Any:
    """Return the one value of a column within a cell."""
    values = {getattr(r.stimulus, name): r.stimulus for r in members}
    if len(values) > 1:
        first = next(iter(values.values()))
        shown = " and ".join(
            sorted(f"{v!r} ({one.stimulus_id})" for v, one in values.items())
        )
        raise AnalysisError(
            f"stimuli of {first.dimension} {first.role}: {name} is {shown}; allowed: "
            "the same for every stimulus of a dimension and role"
        )
    return next(iter(values))
