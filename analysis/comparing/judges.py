"""Two judges on the same stimuli: how far apart their onsets are."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...generator.errors import AnalysisError
from ..arguments import check_seed, check_share
from ..families import get_family
from ..inference.draws import (
    check_replicates,
    crossed,
    drawn_weights,
    percentile_limits,
)
from ..inference.weighted import Weighted, fit_weighted, positions
from ..model.chance import generator
from ..model.scaled import Axis
from ..model.sigmoid import Array
from ..onset import fit_onset
from ..results.onset_fit import OnsetFit, Status
from ..tiers import neighbours
from .difference import CURVED

_UNDER_CRITERION = 1 - 1e-6
_ENOUGH = 1e-5


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """How far apart the onsets of two judges are on the same stimuli.

    Attributes
    ----------
    difference : float or None
        ln(second onset / first onset), when both are located.
    low, high : float or None
        Percentile limits, -inf and inf possible; None without two curves.
    unidentified : float or None
        Share of replicates in which an onset does not exist.
    first, second : OnsetFit
        What each judge's answers alone give.
    """

    difference: float | None
    low: float | None
    high: float | None
    unidentified: float | None
    first: OnsetFit
    second: OnsetFit


def paired_difference(
    magnitude: ArrayLike,
    below: tuple[ArrayLike, ArrayLike],
    controls: tuple[ArrayLike, ArrayLike],
    *,
    series: Sequence[Hashable | None] | None = None,
    tier: Sequence[int] | None = None,
    criterion: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
    replicates: int = 999,
    seed: int = 0,
) -> PairedDifference:
    """Compare two judges who answered the same stimuli and controls.

    Parameters
    ----------
    magnitude : sequence of float, shape (n,)
        Sizes of the error.
    below : (sequence of bool, sequence of bool), each of shape (n,)
        What the first and the second judge scored below ceiling.
    controls : (sequence of bool, sequence of bool), each of shape (m,)
        The same of the flawless controls.
    series : sequence, shape (n,), optional
        Where a series comes more than once, whole series are drawn.
    tier : sequence of int, shape (n,), optional
        Strata within which stimuli are drawn otherwise; by default groups of
        neighbouring magnitudes.
    criterion, level, family : float, float, str
        As of `eyechart.fit_onset`.
    replicates : int
        Bootstrap replicates.
    seed : int
        Seed of every draw.

    Returns
    -------
    PairedDifference
        A stimulus that is drawn is drawn for both judges, and so is a control: what
        is hard for both cancels. A replicate in which an onset is never reached has
        it at inf (always: -inf); where both are infinite alike the replicate counts
        against both limits.

    Raises
    ------
    AnalysisError
        When an argument is outside what is allowed.
    UnknownNameError
        When there is no such family.
    """
    check_share("criterion", criterion)
    check_share("level", level)
    check_seed(seed)
    check_replicates(replicates)
    sizes = np.asarray(magnitude, dtype=np.float64)
    answers = [_answers(one, len(sizes), "below") for one in below]
    flawless = [
        _answers(one, len(np.atleast_1d(controls[0])), "controls") for one in controls
    ]
    fits = [
        fit_onset(
            sizes,
            k,
            np.ones(len(sizes)),
            controls=(float(c.sum()), float(len(c))),
            criterion=criterion,
            level=level,
            family=family,
            interval="profile",
            tier=tier,
            seed=seed,
        )
        for k, c in zip(answers, flawless, strict=True)
    ]
    low = high = lost = difference = None
    if fits[0].status in CURVED and fits[1].status in CURVED:
        strata = neighbours(sizes.tolist()) if tier is None else tier
        rng = generator(seed, "judges")
        weights = drawn_weights(rng, replicates, crossed(series or []), strata)
        drawn = drawn_weights(rng, replicates, None, [0] * len(flawless[0]))
        axis = Axis.of(np.log(sizes))
        first, second = (
            _onsets(axis, sizes, k, c, weights, drawn, criterion, family)
            for k, c in zip(answers, flawless, strict=True)
        )
        lost = float((np.isinf(first) | np.isinf(second)).mean())
        with np.errstate(invalid="ignore"):
            low, high = percentile_limits((second - first) * axis.half, level)
        low, high = _honest(low, high, fits[0].status, fits[1].status)
    if fits[0].onset is not None and fits[1].onset is not None:
        difference = float(np.log(fits[1].onset / fits[0].onset))
    return PairedDifference(
        difference=difference,
        low=low,
        high=high,
        unidentified=lost,
        first=fits[0],
        second=fits[1],
    )


def _answers(values: ArrayLike, n: int, name: str) -> Array:
    found = np.atleast_1d(np.asarray(values, dtype=np.float64))
    if found.shape != (n,):
        raise AnalysisError(
            f"{name}: {found.size} answers where the other has {n}; allowed: one "
            "for each"
        )
    return found


def _onsets(
    axis: Axis,
    sizes: Array,
    below: Array,
    controls: Array,
    weights: Array,
    drawn: Array,
    criterion: float,
    family: str,
) -> Array:
    """Return the onset of each replicate on the scaled axis."""
    sigmoid = get_family(family)
    data = Weighted(
        below=weights * below,
        total=weights,
        controls_below=drawn @ controls,
        controls_total=drawn.sum(axis=1),
    )
    bounds = (0.0, criterion * _UNDER_CRITERION)
    x = axis.scaled(np.log(sizes))
    theta, _ = fit_weighted(sigmoid, x, data, bounds, starts=1, enough=_ENOUGH)
    return positions(sigmoid, theta, criterion)


def _honest(
    low: float, high: float, first: Status, second: Status
) -> tuple[float, float]:
    """Return limits that are open where an onset lies outside its tested range."""
    late, early = ("right_censored", "flat"), ("left_censored", "flat")
    if second in late or first in early:
        high = np.inf
    if first in late or second in early:
        low = -np.inf
    return low, high
