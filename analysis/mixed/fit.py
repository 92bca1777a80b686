"""One onset for a population of series, each with a threshold of its own."""

import math
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import chi2

from ...generator.errors import AnalysisError
from ..arguments import check_share
from ..curve import NARROWEST, fit_curve
from ..families import get_family
from ..inference.tested_range import within_reach
from ..model.cell import Cell, make_cell
from ..model.scaled import Axis
from ..model.sigmoid import Family, middle, spread
from ..results.mixed_fit import MixedFit, MixedStatus
from .likelihood import Mixture, nodes_for
from .profile import LEAST_FLOOR, LOG_SD_AT, climbed, limits

LEAST_SERIES = 5
_STARTS_SD = (0.2, 1.0, 3.0)
_SAME = 1e-6


def fit_mixed(
    magnitude: ArrayLike,
    below: ArrayLike,
    series: Sequence[Hashable],
    *,
    controls: tuple[float, float] | None = None,
    floor: float | None = None,
    criterion: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
) -> MixedFit:
    """Fit a curve with a random intercept for each series.

        P = g + (1 - g) F(a + b ln m + sd u),   u ~ N(0, 1) for each series

    For crossed designs, in which each series is shown at several magnitudes and some
    series are harder than others: answers of one series are then alike, and a curve
    fitted to all of them as if independent is too flat and too sure. Any other
    grouping will do, such as the layout.

    Parameters
    ----------
    magnitude : sequence of float, shape (n,)
        Sizes of the error, above 0.
    below : sequence of bool, shape (n,)
        Whether each answer is below ceiling.
    series : sequence, shape (n,)
        What each answer belongs to; at least five in all.
    controls, floor, criterion, level, family
        As of `eyechart.fit_onset`. The floor is common to all series and estimated
        jointly with the curve.

    Returns
    -------
    MixedFit
        The onset is that of the median series, u = 0. Its limits are where the
        profile likelihood has dropped by half the chi-squared quantile from that of
        curves at least a fifth of the tested range wide, and open far beyond the
        tested range as of `eyechart.fit_onset`. `sd_p` is
        that of an even mixture of chi-squared with 0 and 1 degrees of freedom (Self
        and Liang 1987, JASA 82, 605-610), as 0 is the smallest sd.

    Raises
    ------
    AnalysisError
        When an argument is outside what is allowed, or there are too few series.
    UnknownNameError
        When there is no such family.
    """
    check_share("criterion", criterion)
    check_share("level", level)
    sigmoid = get_family(family)
    mixture, cell, axis = _mixture(
        magnitude, below, series, controls, floor, criterion, sigmoid
    )
    start = _start(mixture, cell, axis)
    best = max(
        climbed(mixture, [*start[:2], math.log(sd), start[3]]) for sd in _STARTS_SD
    )
    none = climbed(mixture, [*start[:2], -math.inf, start[3]], (LOG_SD_AT,))
    best = max(best, none)
    value, (xi, log_rate, log_sd, g) = best
    # As of plain curves, the drop is measured from those that are not too narrow.
    wide = math.log(spread(sigmoid) / (2 * NARROWEST))
    resolved = best if log_rate <= wide else climbed(mixture, best[1], (), wide)
    cut = resolved[0] - float(chi2.ppf(level, 1)) / 2
    low, high = limits(mixture, best, cut)
    rate, sd = math.exp(log_rate) / axis.half, math.exp(log_sd)
    status = _place(xi)
    low, high = within_reach(
        status,
        axis.magnitude(low),
        axis.magnitude(high),
        float(cell.magnitude[0]),
        float(cell.magnitude[-1]),
    )
    ratio = 2 * (value - none[0])
    density = float(sigmoid.density(np.array(middle(sigmoid))))
    return MixedFit(
        onset=axis.magnitude(xi) if status == "located" else None,
        low=low,
        high=high,
        status=status,
        sd=sd,
        sd_log_onset=sd / rate,
        sd_p=float(chi2.sf(ratio, 1)) / 2 if ratio > _SAME else 1.0,
        floor=g,
        rate=rate,
        width=spread(sigmoid) / rate,
        slope=density * rate,
        loglik=value,
        series=mixture.count,
        n=len(mixture.x),
        floor_n=int(cell.controls_total),
        criterion=criterion,
        level=level,
        family=family,
    )


def _place(xi: float) -> MixedStatus:
    """Return where an onset on the scaled axis lies, which is tested from -1 to 1."""
    if xi > 1:
        return "right_censored"
    return "left_censored" if xi < -1 else "located"


def _mixture(
    magnitude: ArrayLike,
    below: ArrayLike,
    series: Sequence[Hashable],
    controls: tuple[float, float] | None,
    floor: float | None,
    criterion: float,
    family: Family,
) -> tuple[Mixture, Cell, Axis]:
    sizes = np.atleast_1d(np.asarray(magnitude, dtype=np.float64))
    answers = np.atleast_1d(np.asarray(below, dtype=np.float64))
    cell = make_cell(
        sizes, answers, np.ones(len(sizes)), controls=controls, floor=floor
    )
    if len(series) != len(sizes):
        raise AnalysisError(
            f"series has {len(series)} values for {len(sizes)} answers; allowed: one "
            "for each"
        )
    names = {name: i for i, name in enumerate(dict.fromkeys(series))}
    if len(names) < LEAST_SERIES:
        raise AnalysisError(
            f"series: only {len(names)} different; allowed: at least {LEAST_SERIES}"
        )
    if len(cell.total) < 2 or not 0 < answers.sum() < len(answers):
        raise AnalysisError(
            f"below: {int(answers.sum())} of {len(answers)} answers at "
            f"{len(cell.total)} magnitudes; allowed: some but not all, at two or more"
        )
    if cell.observed_floor >= criterion:
        raise AnalysisError(
            f"floor {cell.observed_floor:.3g} reaches the criterion {criterion:g}; "
            "allowed: a floor under it"
        )
    axis = Axis.of(cell.log_magnitude)
    place = np.array([names[name] for name in series], dtype=np.intp)
    mixture = Mixture(
        family=family,
        x=axis.scaled(np.log(sizes)),
        below=answers,
        place=place,
        count=len(names),
        controls=cell,
        criterion=criterion,
        node=nodes_for(place),
    )
    return mixture, cell, axis


def _start(
    mixture: Mixture, cell: Cell, axis: Axis
) -> tuple[float, float, float, float]:
    """Return a start near the curve without series."""
    curve = fit_curve(cell, mixture.family, mixture.criterion)
    place = float(axis.scaled(np.array(curve.log_onset(mixture.criterion))))
    if curve.step is not None or not math.isfinite(place):
        place = 0.0
    rate = curve.rate * axis.half if 0 < curve.rate < math.inf else 3.0
    rate = min(max(rate, 0.3), 30.0)
    return (
        min(max(place, -2.0), 2.0),
        math.log(rate),
        0.0,
        max(curve.floor, LEAST_FLOOR),
    )
