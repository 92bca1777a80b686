"""Abbott's corrected criterion: the share of the way from the floor to 1."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

from ..arguments import check_seed, check_share
from ..curve import Curve, fit_curve, resolved_loglik
from ..families import get_family
from ..inference.crossing import around, limits
from ..inference.tested_range import within_reach
from ..intervals.condensed import condensed, places
from ..model.cell import Cell, distinct_tiers, grouped, make_cell
from ..model.chance import generator, rise_p
from ..model.scaled import Axis
from ..model.sigmoid import Array, Family
from ..onset import LEAST_ANSWERS, LEAST_CONTROLS, LEAST_MAGNITUDES, RISE_ALPHA
from ..results.sensitivity_rows import AbbottOnset, SensitivityStatus
from .abbott_profile import HIGHEST_FLOOR, PinnedShare

_MOST_MAGNITUDES = 1024
"""For limits, neighbours are put together where more magnitudes are distinct."""


def abbott_onset(
    magnitude: ArrayLike,
    below: ArrayLike,
    total: ArrayLike,
    *,
    controls: tuple[float, float] | None = None,
    floor: float | None = None,
    share: float = 0.5,
    level: float = 0.95,
    family: str = "logistic",
    tier: Sequence[int] | None = None,
    seed: int = 0,
) -> AbbottOnset:
    """Return the magnitude at which (P - g) / (1 - g) reaches `share`.

    Abbott (1925, Journal of Economic Entomology 18, 265-267) corrects a share for
    what happens without a dose. Unlike the onset of `eyechart.fit_onset`, which is at
    one total probability for all judges, this criterion moves with the floor g: a
    judge that docks half of all flawless work must dock three quarters. It exists
    for every floor below 1.

    Parameters
    ----------
    magnitude, below, total, controls, floor, level, family, tier, seed
        As of `eyechart.fit_onset`.
    share : float
        Corrected share at the onset; F of the curve has this value there.

    Returns
    -------
    AbbottOnset
        Limits by profile likelihood, the floor profiled; 0 and inf possible. It is
        the benchmark dose of BMDS at an extra risk of `share` (pybmds 25.2 agrees).

    Raises
    ------
    AnalysisError
        When an argument is outside what is allowed.
    UnknownNameError
        When there is no such family.

    Examples
    --------
    A judge with a floor above .75, for whom there is no onset in total probability:

    >>> found = abbott_onset(
    ...     [1, 2, 4, 8, 16], [16, 16, 18, 19, 20], [20] * 5, controls=(64, 80)
    ... )
    >>> found.status, round(found.floor, 2)
    ('located', 0.8)
    """
    check_share("level", level)
    check_share("share", share)
    check_seed(seed)
    sigmoid = get_family(family)
    cell = make_cell(magnitude, below, total, controls=controls, floor=floor)
    few = cell.answers < LEAST_ANSWERS or len(cell.total) < LEAST_MAGNITUDES
    found = _Found()
    if not few and (cell.floor is not None or cell.controls_total >= LEAST_CONTROLS):
        found = _found(
            cell, sigmoid, share, level, distinct_tiers(magnitude, total, tier), seed
        )
    return AbbottOnset(
        onset=found.onset,
        low=found.low,
        high=found.high,
        status=found.status,
        floor=found.floor,
        share=share,
        rise_p=found.rise,
        n=cell.answers,
        floor_n=int(cell.controls_total),
        level=level,
        family=family,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    status: SensitivityStatus = "too_few"
    onset: float | None = None
    low: float | None = None
    high: float | None = None
    floor: float | None = None
    rise: float | None = None


def _found(
    cell: Cell,
    family: Family,
    share: float,
    level: float,
    tiers: Array | None,
    seed: int,
) -> _Found:
    curve = fit_curve(cell, family, HIGHEST_FLOOR)
    rise = rise_p(grouped(cell, tiers), family, generator(seed, "abbott"))
    place = _place(curve, share)
    near = condensed(cell, places(cell, _MOST_MAGNITUDES))
    best = curve if near is cell else fit_curve(near, family, HIGHEST_FLOOR)
    axis = Axis.of(near.log_magnitude)
    cut = resolved_loglik(near, best, HIGHEST_FLOOR) - float(chi2.ppf(level, 1)) / 2
    pinned = PinnedShare(
        family=family, cell=near, x=axis.scaled(near.log_magnitude), share=share
    )
    centre = float(np.clip(axis.scaled(np.array(place)), -1.0, 1.0))
    ends = limits(pinned.profile, around(centre), cut)
    low, high = (axis.magnitude(end) for end in ends)
    status = _status(cell, curve, place) if rise < RISE_ALPHA else "flat"
    smallest, largest = float(cell.magnitude[0]), float(cell.magnitude[-1])
    low, high = within_reach(status, low, high, smallest, largest)
    return _Found(
        status=status,
        onset=float(np.exp(place)) if status == "located" else None,
        low=low,
        high=high,
        floor=curve.floor,
        rise=rise,
    )


def _place(curve: Curve, share: float) -> float:
    """Return ln m at which F is `share`; infinite when it never is."""
    if curve.step is not None:
        return (curve.step.last_low + curve.step.first_high) / 2
    return curve.log_onset(curve.floor + (1 - curve.floor) * share)


def _status(cell: Cell, curve: Curve, place: float) -> SensitivityStatus:
    if place > cell.log_magnitude[-1]:
        return "right_censored"
    if place < cell.log_magnitude[0]:
        return "left_censored"
    return "separated" if curve.step is not None else "located"
