"""One onset for each dimension and role of one judge and framing."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Any

from ..generator.errors import AnalysisError
from ..generator.workers import Progress, share_out, usable_processors
from .ceiling import Response
from .diagnostics.diagnose import Diagnostics, diagnose
from .diagnostics.rows import diagnostic_rows
from .floor import floor_counts
from .inference.adjusting import adjust
from .inference.cells import Told, by_cell, told
from .model.together import together
from .onset import fit_onset
from .results.diagnostic_rows import DiagnosticsRow, ResidualRow
from .results.made_with import Settings
from .results.onset_fit import OnsetFit
from .results.records import Onset, TierRow
from .table import Panel
from .tiers import tier_of, tier_rows
from .trend import trend, trend_p

_CELL = ("judge", "framing", "dimension", "role", "unit")
_WORTH = 15
_PLAIN_WORTH = 150
"""Cells for which a process more is worth its start; of plain limits many."""
_COMPANY = 40
"""Cells that are fitted together at most: more gain nothing, and take memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRows:
    """What the cells of judges and framings add to an audit's tables."""

    onsets: list[Onset] = field(default_factory=list)
    tiers: list[TierRow] = field(default_factory=list)
    diagnostics: list[DiagnosticsRow] = field(default_factory=list)
    residuals: list[ResidualRow] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """What the fit of one cell depends on."""

    answers: Told
    controls: tuple[int, int]
    settings: Settings
    stream: str


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
class CellPlan:
    """One cell before it is fitted."""

    panel: Panel
    members: list[Response]
    points: list[TierRow]
    trends: _Trends
    task: _Task | None


def plan_cells(
    panel: Panel, found: Sequence[Response], settings: Settings
) -> list[CellPlan]:
    """Return the cells of one judge and framing.

    Cells are (dimension, role), sorted and never pooled; the p values of their
    trends are adjusted together.
    """
    controls = floor_counts(panel, found)
    stream = f"{panel.judge}\x1f{panel.framing}"
    cells = list(by_cell(found).values())
    answers = [told(members) for members in cells]
    return [
        CellPlan(
            panel=panel,
            members=members,
            points=tier_rows(panel, members, settings.level),
            trends=trends,
            task=_task(said, controls, settings, stream),
        )
        for members, said, trends in zip(
            cells, answers, _trends(answers, settings.seed), strict=True
        )
    ]


def fit_cells(
    plans: Sequence[CellPlan],
    settings: Settings,
    workers: int | None = None,
    progress: Progress | None = None,
) -> CellRows:
    """Fit cells, in this process or in several.

    Parameters
    ----------
    plans : sequence of CellPlan
        Of any judges and framings.
    settings : Settings
        Of the whole audit.
    workers : int, optional
        Processes; by default one a usable processor when there is work for them.
    progress : callable, optional
        Told how many cells are done.

    Raises
    ------
    AnalysisError
        When the stimuli of a cell differ in unit or in what is clearly visible.
    """
    for plan in plans:
        _only(plan.members, "unit")
        _only(plan.members, "visible_anchor")
    tasks = [plan.task for plan in plans if plan.task is not None]
    if workers is None:
        worth = _PLAIN_WORTH if settings.interval == "profile" else _WORTH
        workers = min(usable_processors(), len(tasks) // worth + 1)
    rows = CellRows()
    groups = _grouped(tasks, workers)
    fits = chain.from_iterable(share_out(_fitted_together, groups, workers))
    for done, plan in enumerate(plans, 1):
        fitted, found = (None, None) if plan.task is None else next(fits)
        row = _onset(plan, fitted, settings)
        rows.onsets.append(row)
        rows.tiers.extend(plan.points)
        if fitted is not None and found is not None:
            cell = {name: getattr(row, name) for name in _CELL}
            diagnosed, residuals = diagnostic_rows(found, fitted, cell)
            rows.diagnostics.append(diagnosed)
            rows.residuals.extend(residuals)
        if progress is not None:
            progress(done, len(plans))
    return rows


def _trends(answers: Sequence[Told], seed: int) -> list[_Trends]:
    """Test every cell of one judge and framing, and adjust over all of them."""
    # The merit of the criterion `difference` is 1 - (they differ).
    found = [trend(one.magnitude, [-merit for merit in one.merit]) for one in answers]
    armitage = [trend_p(one, seed) for one in answers]
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


def _task(
    answers: Told, controls: tuple[int, int], settings: Settings, stream: str
) -> _Task | None:
    """Return what to fit; None when nothing in the cell was answered."""
    if not answers.magnitude:
        return None
    return _Task(answers=answers, controls=controls, settings=settings, stream=stream)


def _grouped(tasks: Sequence[_Task], workers: int) -> list[Sequence[_Task]]:
    """Return equal shares of the cells, as many for each process."""
    rounds = math.ceil(len(tasks) / (workers * _COMPANY))
    size = max(math.ceil(len(tasks) / max(workers * rounds, 1)), 1)
    return [tasks[first : first + size] for first in range(0, len(tasks), size)]


def _fitted_together(tasks: Sequence[_Task]) -> list[tuple[OnsetFit, Diagnostics]]:
    return together([partial(_fitted, task) for task in tasks])


def _fitted(task: _Task) -> tuple[OnsetFit, Diagnostics]:
    answers, settings = task.answers, task.settings
    fitted = fit_onset(
        answers.magnitude,
        answers.below,
        [1.0] * len(answers.below),
        controls=task.controls,
        criterion=settings.criterion,
        level=settings.level,
        family=settings.family,
        lapse=settings.lapse,
        interval=settings.interval,
        tier=answers.tier,
        series=_stated(answers.series),
        replicates=settings.replicates,
        seed=settings.seed,
        stream=task.stream,
    )
    found = diagnose(
        answers.magnitude,
        answers.below,
        [1.0] * len(answers.below),
        fitted,
        controls=task.controls,
        lapse=settings.lapse,
        tier=answers.tier,
        series=answers.series,
    )
    return fitted, found


def _stated(series: Sequence[str | None]) -> list[str] | None:
    """Return the series of all answers, or None when one is not stated."""
    known = [one for one in series if one is not None]
    return known if len(known) == len(series) else None


def _onset(plan: CellPlan, fitted: OnsetFit | None, settings: Settings) -> Onset:
    panel, members = plan.panel, plan.members
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
        spearman=plan.trends.rho,
        p=plan.trends.p,
        q=plan.trends.q,
        trend_p=plan.trends.trend_p,
        trend_q=plan.trends.trend_q,
        family_size=plan.trends.family_size,
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
        tier_of_onset=tier_of(onset, plan.points),
        visible_anchor=_only(members, "visible_anchor"),
        unidentified=None if fitted is None else fitted.unidentified,
        series=None if fitted is None else fitted.series,
    )


def _only(members: Iterable[Response], name: str) -> Any:
    """Return the one value of a column within a cell."""
    values = {getattr(r.stimulus, name): r.stimulus for r in members}
    if len(values) > 1:
        first = next(iter(values.values()))
        shown = ", ".join(sorted(repr(value) for value in values))
        raise AnalysisError(
            f"stimuli of {first.dimension} {first.role}: {name} is {shown}; allowed: "
            "the same for every stimulus of a dimension and role"
        )
    return next(iter(values))
