"""Two judges on the same stimuli: how far apart their onsets are."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...generator.errors import AnalysisError
from ..arguments import check_lapse
from ..asked import Asked
from ..families import get_family
from ..inference.condensing import condense
from ..inference.draws import crossed, drawn_weights, percentile_limits
from ..model.chance import generator
from ..model.climb import climb
from ..model.likelihood import Counts
from ..model.positions import positions
from ..model.scaled import Axis
from ..model.sigmoid import Array
from ..onset import fit_onset
from ..results.onset_fit import OnsetFit, Status
from ..tiers import neighbours
from .difference import CURVED

_UNDER = 1 - 1e-6
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
    lapse: float | str = 0.0,
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
    criterion, level, family, lapse
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
    asked = Asked(
        criterion=criterion,
        level=level,
        family=family,
        lapse=lapse,
        replicates=replicates,
        seed=seed,
    )
    stage = make_stage(magnitude, np.size(controls[0]), series, tier, asked)
    first, second = (stage.side(k, c) for k, c in zip(below, controls, strict=True))
    return stage.difference(first, second)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One judge on a stage: its onset, and that of each replicate, if it has any."""

    fit: OnsetFit
    drawn: Array | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What two or more judges answered: every judge on it meets the same draws.

    Attributes
    ----------
    magnitude : ndarray, shape (n,)
        Sizes of the error.
    tier : sequence of int, shape (n,), or None
        As of the stimuli.
    weights, controls : ndarray, shape (replicates, n) and (replicates, m)
        How often each stimulus, and each flawless control, is drawn.
    """

    magnitude: Array
    tier: Sequence[int] | None
    weights: Array
    controls: Array
    asked: Asked

    def side(self, below: ArrayLike, controls: ArrayLike) -> Side:
        """Fit what one judge scored below ceiling, and its replicates."""
        answers = _answers(below, len(self.magnitude), "below")
        flawless = _answers(controls, self.controls.shape[1], "controls")
        asked = self.asked
        fit = fit_onset(
            self.magnitude,
            answers,
            np.ones(len(answers)),
            controls=(float(flawless.sum()), float(len(flawless))),
            criterion=asked.criterion,
            level=asked.level,
            family=asked.family,
            lapse=asked.lapse,
            interval="profile",
            tier=self.tier,
            seed=asked.seed,
        )
        curved = fit.status in CURVED
        return Side(fit=fit, drawn=self._drawn(answers, flawless) if curved else None)

    def difference(self, first: Side, second: Side) -> PairedDifference:
        """Return how far apart two judges are, draw by draw."""
        low = high = lost = difference = None
        fits = first.fit, second.fit
        if first.drawn is not None and second.drawn is not None:
            lost = float((np.isinf(first.drawn) | np.isinf(second.drawn)).mean())
            half = Axis.of(np.log(self.magnitude)).half
            with np.errstate(invalid="ignore"):
                apart = (second.drawn - first.drawn) * half
            low, high = percentile_limits(apart, self.asked.level)
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

    def _drawn(self, below: Array, controls: Array) -> Array:
        """Return the onset of each replicate on the scaled axis."""
        asked, criterion = self.asked, self.asked.criterion
        logs = np.log(self.magnitude)
        near = condense(Axis.of(logs).scaled(logs))
        data = Counts(
            below=near.summed(self.weights * below),
            total=near.summed(self.weights),
            controls_below=self.controls @ controls,
            controls_total=self.controls.sum(axis=1),
        )
        bounds = (0.0, criterion * _UNDER)
        given = check_lapse(asked.lapse, criterion)
        lapses = (0.0, (1 - criterion) * _UNDER) if given is None else (given, given)
        sigmoid = get_family(asked.family)
        theta, _ = climb(sigmoid, near.x, data, bounds, lapse=lapses, enough=_ENOUGH)
        ends = theta[:, 3] if given is None else given
        return positions(sigmoid, theta, ends, criterion)


def make_stage(
    magnitude: ArrayLike,
    controls: int,
    series: Sequence[Hashable | None] | None,
    tier: Sequence[int] | None,
    asked: Asked,
) -> Stage:
    """Draw the replicates that every judge on a stage meets.

    Parameters
    ----------
    magnitude : sequence of float, shape (n,)
        Sizes of the error.
    controls : int
        Number of flawless controls.
    series, tier : sequence, shape (n,), or None
        Whole series are drawn where one comes more than once; else stimuli within
        tiers, or within groups of neighbouring magnitudes.
    asked : Asked
        Replicates, seed, and what the curves are fitted with.
    """
    sizes = np.asarray(magnitude, dtype=np.float64)
    strata = neighbours(sizes.tolist()) if tier is None else tier
    rng = generator(asked.seed, "judges")
    whole = crossed(series or [])
    return Stage(
        magnitude=sizes,
        tier=tier,
        weights=drawn_weights(rng, asked.replicates, whole, strata),
        controls=drawn_weights(rng, asked.replicates, None, [0] * controls),
        asked=asked,
    )


def _answers(values: ArrayLike, n: int, name: str) -> Array:
    found = np.atleast_1d(np.asarray(values, dtype=np.float64))
    if found.shape != (n,):
        raise AnalysisError(
            f"{name}: {found.size} answers where the other has {n}; allowed: one "
            "for each"
        )
    return found


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
