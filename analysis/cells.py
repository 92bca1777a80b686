"""One onset for each dimension and role of one judge and framing."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..generator.errors import AnalysisError
from .ceiling import Response
from .floor import floor_counts
from .onset import fit_onset
from .results.onset_fit import OnsetFit
from .results.records import Onset, Settings, TierRow
from .table import Panel
from .tiers import tier_of, tier_rows
from .trend import Trend, adjusted, trend


def fit_cells(
    panel: Panel, found: Sequence[Response], settings: Settings
) -> tuple[list[Onset], list[TierRow]]:
    """Return onsets and tiers of the cells of one judge and framing.

    Cells are (dimension, role), sorted and never pooled; the p values of their
    trends are adjusted together.

    Raises
    ------
    AnalysisError
        When the stimuli of a cell differ in unit or in what is clearly visible.
    """
    controls = floor_counts(panel, found)
    cells: dict[tuple[str, str], list[Response]] = {}
    for response in found:
        if response.stimulus.dimension:
            key = (response.stimulus.dimension, response.stimulus.role)
            cells.setdefault(key, []).append(response)
    ordered = [cells[key] for key in sorted(cells)]
    trends = [_trend(members) for members in ordered]
    adjusted_p = adjusted([t.p for t in trends])
    onsets, tiers = [], []
    for members, slope, q in zip(ordered, trends, adjusted_p, strict=True):
        points = tier_rows(panel, members, settings.level)
        fitted = _fit(members, controls, settings)
        onsets.append(_onset(panel, members, points, fitted, slope, q, settings))
        tiers += points
    return onsets, tiers


def _trend(members: Iterable[Response]) -> Trend:
    """Correlate magnitude with the lost score, or with "they differ"."""
    # The merit of the criterion `difference` is 1 - (they differ).
    pairs = [(r.stimulus.magnitude, -r.merit) for r in members if r.merit is not None]
    return trend([m for m, _ in pairs], [penalty for _, penalty in pairs])


def _fit(
    members: Iterable[Response],
    controls: tuple[int, int],
    settings: Settings,
) -> OnsetFit | None:
    """Fit one cell; None when nothing in it was answered."""
    answered = [r for r in members if r.below is not None]
    if not answered:
        return None
    tiers = [r.stimulus.tier for r in answered]
    stated = [tier for tier in tiers if tier is not None]
    return fit_onset(
        [r.stimulus.magnitude for r in answered],
        [float(r.below is True) for r in answered],
        [1.0] * len(answered),
        controls=controls,
        criterion=settings.criterion,
        level=settings.level,
        family=settings.family,
        interval=settings.interval,
        tier=stated if len(stated) == len(answered) else None,
        seed=settings.seed,
    )


def _onset(
    panel: Panel,
    members: Sequence[Response],
    points: Sequence[TierRow],
    fitted: OnsetFit | None,
    slope: Trend,
    q: float,
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
        spearman=slope.rho,
        p=slope.p,
        q=q,
        status="too_few" if fitted is None else fitted.status,
        onset=onset,
        onset_low=None if fitted is None else fitted.low,
        onset_high=None if fitted is None else fitted.high,
        slope=None if fitted is None else fitted.slope,
        width=None if fitted is None else fitted.width,
        lapse=None if fitted is None else fitted.lapse,
        deviance_p=None if fitted is None else fitted.deviance_p,
        criterion=settings.criterion,
        level=settings.level,
        ci_method=settings.interval,
        tier_of_onset=tier_of(onset, points),
        visible_anchor=_only(members, "visible_anchor"),
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
