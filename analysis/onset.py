"""One onset: the magnitude at which a judge starts to penalise, or why there is none.

The status says what the data can carry; the decision table is in docs/method.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ..generator.errors import AnalysisError
from .arguments import check_lapse, check_seed, check_share
from .curve import Curve, fit_curve
from .families import get_family
from .inference.draws import check_replicates
from .inference.tested_range import within_reach
from .interval import (
    DEFAULT,
    Fitted,
    Limits,
    Series,
    check_interval,
    onset_limits,
)
from .model.cell import Cell, distinct_tiers, grouped, make_cell
from .model.chance import fall_p, generator, may_fall, misfit, own_fit, rise_p
from .model.extremes import Step
from .model.sigmoid import Array, Family, middle
from .results.onset_fit import OnsetFit, Status
from .series import count_series, series_of

LEAST_ANSWERS = 10
LEAST_MAGNITUDES = 3
LEAST_CONTROLS = 5
RISE_ALPHA = 0.05
FALL_ALPHA = 0.025


def fit_onset(
    magnitude: ArrayLike,
    below: ArrayLike,
    total: ArrayLike,
    *,
    controls: tuple[float, float] | None = None,
    floor: float | None = None,
    criterion: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
    lapse: float | str = 0.0,
    interval: str = DEFAULT,
    tier: Sequence[int] | None = None,
    series: Sequence[str] | None = None,
    replicates: int = 1999,
    seed: int = 0,
    stream: str = "",
) -> OnsetFit:
    """Fit one curve and find its onset.

    Parameters
    ----------
    magnitude : sequence of float, shape (n,)
        Sizes of the error, above 0, in any unit; equal ones are added up.
    below, total : sequence of int, shape (n,)
        Answers below ceiling and all answers at each magnitude; single stimuli are
        0 or 1 of 1.
    controls : (int, int), optional
        Controls below ceiling, and all controls: the floor is estimated.
    floor : float, optional
        The floor, when it is known. Exactly one of `controls` and `floor`.
    criterion : float
        Total probability below ceiling at the onset.
    level : float
        Confidence level of the limits.
    family : str
        Name of a family of sigmoids.
    lapse : float or "estimated"
        Distance of the curve's upper end from 1: how often the judge misses what is
        unmissable.
    interval : str
        Kind of interval: "calibrated" or "profile" likelihood, or a "parametric",
        "percentile" or (by series) "cluster" bootstrap.
    tier : sequence of int, shape (n,), optional
        Groups for the tests of rise, fall and misfit, within which the percentile
        bootstrap draws; by default neighbouring magnitudes.
    series : sequence of str, shape (n,), optional
        Series of each entry, which the cluster bootstrap draws whole.
    replicates : int
        Data sets of a bootstrap.
    seed : int
        Seed of the Monte Carlo p values and of every interval that is drawn.
    stream : str
        Bootstraps of cells that name the same stream redraw their controls alike.

    Returns
    -------
    OnsetFit
        Scales exactly with the unit of `magnitude`.

    Raises
    ------
    AnalysisError
        When an argument is outside what is allowed, or there is no answer at all.
    UnknownNameError
        When there is no such family.

    Examples
    --------
    Gap detection, 84 controls and 12 trials at each of seven sizes (data of Baker
    et al. 2008, Laterality 13, 1-21):

    >>> fit = fit_onset(
    ...     [2, 3, 4, 5, 6, 7, 8], [2, 6, 9, 12, 10, 12, 10], [12] * 7, controls=(2, 84)
    ... )
    >>> fit.status, round(fit.onset, 4), round(fit.low, 2), round(fit.high, 2)
    ('located', 4.2206, 3.46, 5.27)
    """
    check_share("criterion", criterion)
    check_share("level", level)
    check_seed(seed)
    check_interval(interval)
    check_replicates(replicates)
    sigmoid = get_family(family)
    cell = make_cell(
        magnitude,
        below,
        total,
        controls=controls,
        floor=floor,
        lapse=check_lapse(lapse, criterion),
    )
    if cell.answers == 0:
        raise AnalysisError("total: no answers at any magnitude; allowed: at least one")
    groups = grouped(cell, distinct_tiers(magnitude, total, tier))
    asked = _Asked(
        family=family,
        criterion=criterion,
        level=level,
        interval=interval,
        tier=distinct_tiers(magnitude, total, tier),
        series=series_of(series, magnitude, below, total, interval),
        replicates=replicates,
        seed=seed,
        stream=stream,
    )
    return _record(cell, _decide(cell, groups, sigmoid, asked), asked)


# Of answers that no rising curve fits, which therefore exclude no onset.
_OPEN = Limits(low=0.0, high=math.inf)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    family: str
    criterion: float
    level: float
    interval: str
    tier: Array | None
    series: Series | None
    replicates: int
    seed: int
    stream: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    status: Status
    curve: Curve | None = None
    limits: Limits | None = None
    rise: float | None = None
    misfit: tuple[float, float] | None = None


def _decide(cell: Cell, groups: Cell, family: Family, asked: _Asked) -> _Found:
    """Go down the decision table; the first row that applies is the status."""
    criterion, seed = asked.criterion, asked.seed
    few = cell.answers < LEAST_ANSWERS or len(cell.total) < LEAST_MAGNITUDES
    if few or (cell.floor is None and cell.controls_total < LEAST_CONTROLS):
        return _Found(status="too_few")
    if cell.observed_floor >= criterion:
        return _Found(status="floor_above_criterion")
    own = own_fit(groups, family)
    fit = misfit(groups, family, generator(seed, "misfit"), own)
    falls = may_fall(groups, FALL_ALPHA)
    if falls and fall_p(groups, generator(seed, "fall")) < FALL_ALPHA:
        return _Found(status="decreasing", limits=_OPEN, misfit=fit)
    curve = fit_curve(cell, family, criterion)
    rise = rise_p(groups, family, generator(seed, "rise"), own)
    limits = _limits(cell, curve, asked)
    status = "flat" if rise >= RISE_ALPHA else _place(cell, curve, criterion)
    return _Found(
        status=status,
        curve=curve,
        limits=_honest(status, limits, curve, cell),
        rise=rise,
        misfit=fit,
    )


def _limits(cell: Cell, curve: Curve, asked: _Asked) -> Limits:
    fitted = Fitted(
        cell=cell,
        curve=curve,
        criterion=asked.criterion,
        level=asked.level,
        tier=asked.tier,
        series=asked.series,
        replicates=asked.replicates,
        seed=asked.seed,
        stream=asked.stream,
    )
    return onset_limits(asked.interval, fitted)


def _place(cell: Cell, curve: Curve, criterion: float) -> Status:
    """Return where the criterion is passed: before, in or after the tested range."""
    if curve.step is not None:
        low, high = curve.step.last_low, curve.step.first_high
    else:
        low = high = curve.log_onset(criterion)
    if high > cell.log_magnitude[-1]:
        return "right_censored"
    if low < cell.log_magnitude[0]:
        return "left_censored"
    return "separated" if curve.step is not None else "located"


def _honest(status: Status, limits: Limits, curve: Curve, cell: Cell) -> Limits:
    """Return limits that claim nothing about magnitudes far from those tested."""
    smallest, largest = float(cell.magnitude[0]), float(cell.magnitude[-1])
    low, high = within_reach(status, limits.low, limits.high, smallest, largest)
    if status == "separated" and curve.step is not None:
        last, first = _gap(cell, curve.step)
        low, high = min(low, last), max(high, first)
    return replace(limits, low=low, high=high)


def _record(cell: Cell, found: _Found, asked: _Asked) -> OnsetFit:
    curve, limits = found.curve, found.limits
    observed = cell.floor is not None or cell.controls_total > 0
    floor = cell.observed_floor if observed else None
    curved = curve is not None and 0 < curve.rate < np.inf
    return OnsetFit(
        onset=None if curve is None else _point(cell, found, curve, asked.criterion),
        low=None if limits is None else limits.low,
        high=None if limits is None else limits.high,
        status=found.status,
        floor=floor if curve is None else curve.floor,
        slope=None if curve is None else curve.slope,
        width=None if curve is None else curve.width,
        threshold=_threshold(curve) if curve is not None and curved else None,
        lapse=None if curve is None else curve.lapse,
        loglik=None if curve is None else curve.loglik,
        deviance=None if found.misfit is None else found.misfit[0],
        deviance_p=None if found.misfit is None else found.misfit[1],
        rise_p=found.rise,
        n=cell.answers,
        floor_n=int(cell.controls_total),
        criterion=asked.criterion,
        level=asked.level,
        family=asked.family,
        interval=asked.interval,
        unidentified=None if limits is None else limits.unidentified,
        series=None if limits is None else count_series(asked.series),
    )


def _point(cell: Cell, found: _Found, curve: Curve, criterion: float) -> float | None:
    """Return the onset as a number, where there is one.

    Every onset inside the gap of a step is equally likely. The middle of the gap (on
    the log axis) stands for them only when the limits reach beyond it on both sides:
    the gap is then less than what chance leaves open.
    """
    if found.status == "located":
        return float(np.exp(curve.log_onset(criterion)))
    if found.status != "separated" or curve.step is None or found.limits is None:
        return None
    low, high = _gap(cell, curve.step)
    if found.limits.low < low and high < found.limits.high:
        return float(np.sqrt(low * high))
    return None


def _gap(cell: Cell, step: Step) -> tuple[float, float]:
    """Return the tested magnitudes between which a step inside the range lies."""
    index = np.searchsorted(cell.log_magnitude, (step.last_low, step.first_high))
    low, high = cell.magnitude[index]
    return float(low), float(high)


def _threshold(curve: Curve) -> float:
    with np.errstate(over="ignore", under="ignore"):
        return float(np.exp((middle(curve.family) - curve.intercept) / curve.rate))
