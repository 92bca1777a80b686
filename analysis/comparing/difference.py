"""The difference of two onsets of one judge, such as instructed and incidental."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

from ..arguments import check_lapse, check_share
from ..curve import Curve, fit_curve
from ..families import get_family
from ..inference.crossing import around, limits
from ..intervals.condensed import condensed, places
from ..intervals.infinity import over_criterion
from ..model.cell import Cell, make_cell
from ..model.ends import floor_bounds
from ..model.extremes import binomial
from ..model.scaled import Axis
from ..onset import fit_onset
from ..results.comparison_rows import OnsetDifference
from ..results.onset_fit import OnsetFit
from .joint import Joint

CURVED = ("located", "separated", "left_censored", "right_censored", "flat")
"""Statuses of cells that have a curve; others are not compared."""

_BEYOND = 1.2
_MOST_MAGNITUDES = 1024
"""Neighbours are put together where more magnitudes are distinct."""


class Answers(NamedTuple):
    """Answers at each magnitude: sizes, how many are below ceiling, how many in all."""

    magnitude: ArrayLike
    below: ArrayLike
    total: ArrayLike


def onset_difference(
    first: Answers,
    second: Answers,
    *,
    controls: tuple[float, float] | None = None,
    floor: float | None = None,
    criterion: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
    lapse: float | str = 0.0,
    seed: int = 0,
    fits: tuple[OnsetFit, OnsetFit] | None = None,
) -> OnsetDifference:
    """Compare two onsets of one judge that rest on the same controls.

    Both curves have a slope of their own and one floor, estimated from all answers
    together; an estimated lapse is each curve's own. The limits are where the log
    likelihood, maximised over everything but the difference of the log onsets, has
    dropped by half the chi-squared quantile. Drops are measured from curves at least
    a fifth of the tested range wide, as those of a single onset are.

    Parameters
    ----------
    first, second : Answers
        Of two roles, say; magnitudes in one unit.
    controls, floor, criterion, level, family, lapse, seed
        As of `eyechart.fit_onset`.
    fits : (OnsetFit, OnsetFit), optional
        Fits of both with the same settings, when they have been made.

    Returns
    -------
    OnsetDifference
        With limits on a ratio scale: exp(difference) is second onset over first. A
        side on which the likelihood never drops is infinite; so is each side on
        which an onset lies outside its tested range, or is flat, and so are both where
        the floor may be the criterion.

    Raises
    ------
    AnalysisError
        When an argument is outside what is allowed.
    UnknownNameError
        When there is no such family.

    Examples
    --------
    >>> early = Answers([1, 2, 4, 8, 16], [2, 6, 15, 19, 20], [20] * 5)
    >>> late = Answers([1, 2, 4, 8, 16], [1, 2, 6, 15, 19], [20] * 5)
    >>> found = onset_difference(early, late, controls=(2, 60))
    >>> round(found.difference, 2), found.low > 0
    (0.71, True)
    """
    check_share("criterion", criterion)
    check_share("level", level)
    sigmoid = get_family(family)
    cells = tuple(
        make_cell(
            *answers,
            controls=controls,
            floor=floor,
            lapse=check_lapse(lapse, criterion),
        )
        for answers in (first, second)
    )
    known = fits or tuple(
        fit_onset(
            *answers,
            controls=controls,
            floor=floor,
            criterion=criterion,
            level=level,
            family=family,
            lapse=lapse,
            interval="profile",
            seed=seed,
        )
        for answers in (first, second)
    )
    statuses = (known[0].status, known[1].status)
    if not all(status in CURVED for status in statuses):
        return OnsetDifference(
            difference=None,
            low=None,
            high=None,
            p=None,
            slope_ratio=None,
            slope_p=None,
            first_status=statuses[0],
            second_status=statuses[1],
            level=level,
        )
    first_cell, second_cell = (
        condensed(cell, places(cell, _MOST_MAGNITUDES)) for cell in cells
    )
    pair = (first_cell, second_cell)
    axis = Axis.of(np.concatenate([cell.log_magnitude for cell in pair]))
    curves = [fit_curve(cell, sigmoid, criterion) for cell in pair]
    peaks = [_peak(axis, curve, criterion) for curve in curves]
    joint = Joint(
        family=sigmoid,
        cells=pair,
        x=(axis.scaled(pair[0].log_magnitude), axis.scaled(pair[1].log_magnitude)),
        criterion=criterion,
        peaks=(peaks[0], peaks[1]),
    )
    apart = joint.largest()[1]
    best = joint.largest(resolved=True)[0]
    shared = joint.largest(shared_rate=True, resolved=True)[0]
    ratio = max(2 * (best - shared), 0.0)
    low, high = _honest(*_limits(joint, best, level, axis), cells, known)
    located = known[0].onset is not None and known[1].onset is not None
    return OnsetDifference(
        difference=apart * axis.half if located else None,
        low=low,
        high=high,
        p=_p(2 * (best - float(joint.profile(np.zeros(1))[0]))),
        slope_ratio=ratio,
        slope_p=_p(ratio),
        first_status=statuses[0],
        second_status=statuses[1],
        level=level,
    )


def _peak(axis: Axis, curve: Curve, criterion: float) -> float:
    """Return about where an onset lies on the scaled axis, never far outside."""
    place = curve.log_onset(criterion)
    if curve.step is not None:
        place = (curve.step.last_low + curve.step.first_high) / 2
    return float(np.clip(axis.scaled(np.array(place)), -_BEYOND, _BEYOND))


def _limits(joint: Joint, best: float, level: float, axis: Axis) -> tuple[float, float]:
    """Return the profile limits of the difference of natural-log onsets.

    Where the floor may be the criterion, either onset may be 0.
    """
    cut = best - float(chi2.ppf(level, 1)) / 2
    if _over_criterion(joint) >= cut:
        return -math.inf, math.inf
    grid = around(joint.largest()[1])
    low, high = limits(joint.profile, grid, cut)
    return low * axis.half, high * axis.half


def _over_criterion(joint: Joint) -> float:
    """Return the largest log likelihood of two curves whose floor is the criterion."""
    first, criterion = joint.cells[0], joint.criterion
    if first.floor is not None:
        return -math.inf
    floor = floor_bounds(first, criterion)[1]
    twice = binomial(first.controls_below, first.controls_total, floor)
    values = [over_criterion(cell, joint.family, criterion) for cell in joint.cells]
    return sum(values) - float(twice)


def _p(ratio: float) -> float:
    return float(chi2.sf(max(ratio, 0.0), 1))


def _honest(
    low: float,
    high: float,
    cells: Sequence[Cell],
    fits: Sequence[OnsetFit],
) -> tuple[float, float]:
    """Return limits that claim nothing about magnitudes that were not tested."""
    late = [fit.status in ("right_censored", "flat") for fit in fits]
    early = [fit.status in ("left_censored", "flat") for fit in fits]
    if late[1] or early[0]:
        high = math.inf
    if late[0] or early[1]:
        low = -math.inf
    # The other side rests on the tested range: an onset is beyond it, or it is not.
    first, second = fits[0].onset, fits[1].onset
    if late[1] and first is not None:
        low = min(low, float(cells[1].log_magnitude[-1]) - math.log(first))
    if late[0] and second is not None:
        high = max(high, math.log(second) - float(cells[0].log_magnitude[-1]))
    return low, high
