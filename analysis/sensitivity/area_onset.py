"""The magnitude from which a judge's scores tell an error from flawless work."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...generator.errors import AnalysisError
from ..arguments import check_area, check_seed, check_share
from ..families import get_family
from ..inference.condensing import Condensed, condense
from ..inference.draws import check_replicates, crossed, drawn_weights
from ..inference.tested_range import within_reach
from ..model.chance import generator
from ..model.climb import climb
from ..model.likelihood import Counts
from ..model.positions import positions
from ..model.scaled import Axis
from ..model.sigmoid import Array, Family
from ..onset import LEAST_ANSWERS, LEAST_CONTROLS, LEAST_MAGNITUDES, RISE_ALPHA
from ..results.sensitivity_rows import AreaOnset, SensitivityStatus
from ..tiers import neighbours
from .area import beaten, placements
from .area_limits import CHANCE, Wins, area_limits, largest_drop

_PERMUTATIONS = 199
_TIE = 1e-4
_ENOUGH = 1e-5


def area_onset(
    magnitude: ArrayLike,
    score: ArrayLike,
    controls: ArrayLike,
    *,
    target: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
    tier: Sequence[int] | None = None,
    series: Sequence[Hashable | None] | None = None,
    replicates: int = 999,
    seed: int = 0,
) -> AreaOnset:
    """Fit the area under the ROC curve as it grows with the magnitude.

        area(m) = 1/2 + 1/2 F(a + b ln m),   b >= 0

    is fitted to the placement of each stimulus among the controls (the share of
    controls scored above it, ties half), whose mean at m is area(m), by the
    binomial quasi-likelihood: the regression of the area of Dodd and Pepe (2003,
    JASA 98, 409-417). The floor is .5 by definition, so that no judge is too strict.

    Parameters
    ----------
    magnitude, score : sequence of float, shape (n,)
        Sizes of the error, above 0, and scores of the stimuli, higher is better.
    controls : sequence of float, shape (m,)
        Scores of flawless work.
    target : float
        Area at the onset, above .5.
    level : float
        Confidence level of the limits.
    family : str
        Name of a family of sigmoids.
    tier : sequence of int, shape (n,), optional
        Strata of the bootstrap; by default groups of neighbouring magnitudes.
    series : sequence, shape (n,), optional
        Where a series comes more than once, whole series are drawn.
    replicates : int
        Bootstrap replicates.
    seed : int
        Seed of the bootstrap and of the permutations.

    Returns
    -------
    AreaOnset
        Limits where the profile of the quasi-likelihood has dropped by what stimuli
        and controls drawn anew make it drop; infinite where it never does.

    Raises
    ------
    AnalysisError
        When an argument is outside what is allowed.
    UnknownNameError
        When there is no such family.

    Examples
    --------
    >>> found = area_onset(
    ...     [1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8],
    ...     [5, 4, 5, 4, 5, 4, 3, 4, 3, 2, 3, 2],
    ...     [5, 4, 5, 5, 4, 5, 4, 5],
    ...     replicates=99,
    ... )
    >>> found.status, round(found.onset, 2)
    ('located', 2.5)
    """
    check_share("level", level)
    check_area("target", target)
    check_seed(seed)
    check_replicates(replicates)
    sigmoid = get_family(family)
    data = _data(magnitude, score, controls)
    few = len(data.score) < LEAST_ANSWERS or len(data.controls) < LEAST_CONTROLS
    status: SensitivityStatus = "too_few"
    onset = low = high = rise = lost = None
    if not few and len(np.unique(data.magnitude)) >= LEAST_MAGNITUDES:
        place = _places(sigmoid, data.x, _alone(data), target)[0]
        near = condense(data.x)
        own = _alone(data).at(near)
        best = _places(sigmoid, near.x, own, target)[1]
        rise = _rise_p(sigmoid, data, near, generator(seed, "area", "rise"))
        drawn = _drawn(data, tier, series, replicates, seed).at(near)
        found, tops = _places(sigmoid, near.x, drawn, target)
        lost = float(np.isinf(found).mean())
        # Without an onset the replicates are asked at the nearest tested magnitude.
        middle = float(np.clip(place[0], -1.0, 1.0))
        drop = largest_drop(sigmoid, near.x, drawn, tops, middle, target, level)
        ends = area_limits(sigmoid, near.x, own, float(best[0]), middle, drop, target)
        status = "flat" if rise >= RISE_ALPHA else _status(data, float(place[0]))
        low, high = _magnitudes(data, ends, status)
        onset = data.axis.magnitude(float(place[0])) if status == "located" else None
    return AreaOnset(
        onset=onset,
        low=low,
        high=high,
        status=status,
        rise_p=rise,
        unidentified=lost,
        n=len(data.score),
        controls=len(data.controls),
        target=target,
        level=level,
        family=family,
        replicates=replicates,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Data:
    magnitude: Array
    score: Array
    controls: Array
    axis: Axis

    @property
    def x(self) -> Array:
        return self.axis.scaled(np.log(self.magnitude))


def _data(magnitude: ArrayLike, score: ArrayLike, controls: ArrayLike) -> _Data:
    sizes = np.atleast_1d(np.asarray(magnitude, dtype=np.float64))
    scores = np.atleast_1d(np.asarray(score, dtype=np.float64))
    flawless = np.atleast_1d(np.asarray(controls, dtype=np.float64))
    if sizes.shape != scores.shape or sizes.ndim != 1:
        raise AnalysisError(
            f"magnitude and score have {sizes.size} and {scores.size} values; allowed: "
            "one of each for every stimulus"
        )
    if not (np.isfinite(sizes).all() and (sizes > 0).all()):
        raise AnalysisError(
            "magnitude: not all are finite and above 0; allowed: only such"
        )
    for name, values in (("score", scores), ("controls", flawless)):
        if not np.isfinite(values).all():
            raise AnalysisError(f"{name}: not all are finite; allowed: finite numbers")
    return _Data(
        magnitude=sizes,
        score=scores,
        controls=flawless,
        axis=Axis.of(np.log(sizes) if len(sizes) else np.zeros(1)),
    )


def _check_lengths(
    data: _Data, tier: Sequence[int] | None, series: Sequence[Hashable | None] | None
) -> None:
    for name, values in (("tier", tier), ("series", series)):
        if values is not None and len(values) != len(data.score):
            raise AnalysisError(
                f"{name} has {len(values)} values for {len(data.score)} stimuli; "
                "allowed: one for each"
            )


def _fits(family: Family, x: Array, wins: Wins) -> tuple[Array, Array]:
    """Fit the placements of each data set."""
    none = np.zeros(len(wins.won))
    data = Counts(
        below=wins.won, total=wins.total, controls_below=none, controls_total=none
    )
    bounds = (CHANCE, CHANCE)
    if len(none) == 1:
        return climb(family, x, data, bounds)
    return climb(family, x, data, bounds, enough=_ENOUGH)


def _places(family: Family, x: Array, wins: Wins, target: float) -> tuple[Array, Array]:
    """Return where the area is at its target, and the largest quasi-likelihoods."""
    theta, value = _fits(family, x, wins)
    # A mean placement at or under .5 fits nothing better than chance does.
    told = value > _at_chance(wins) + _TIE
    return np.where(told, positions(family, theta, 0.0, target), np.inf), value


def _alone(data: _Data) -> Wins:
    """Return the placements as they were found."""
    placed = placements(data.controls, data.score)[None, :]
    return Wins(won=placed, total=np.ones_like(placed))


def _drawn(
    data: _Data,
    tier: Sequence[int] | None,
    series: Sequence[Hashable | None] | None,
    replicates: int,
    seed: int,
) -> Wins:
    """Return placements and weights of redrawn stimuli among redrawn controls."""
    _check_lengths(data, tier, series)
    strata = neighbours(data.magnitude.tolist()) if tier is None else tier
    whole = crossed(series or [])
    rng = generator(seed, "area", "bootstrap")
    weights = drawn_weights(rng, replicates, whole, strata)
    drawn = drawn_weights(rng, replicates, None, [0] * len(data.controls))
    # Scores have few levels, and all stimuli of one level the same placement.
    levels, level = np.unique(data.score, return_inverse=True)
    wins = drawn @ beaten(data.controls, levels) / len(data.controls)
    return Wins(won=wins[:, level] * weights, total=weights)


def _at_chance(wins: Wins) -> Array:
    return np.asarray(wins.total.sum(axis=1) * np.log(CHANCE))


def _rise_p(
    family: Family, data: _Data, near: Condensed, rng: np.random.Generator
) -> float:
    """Return the p of the rise when scores are dealt anew to stimuli and controls."""
    pool = np.concatenate([data.controls, data.score])
    m = len(data.controls)
    dealt = [placements(data.controls, data.score)]
    for row in rng.permuted(np.tile(pool, (_PERMUTATIONS, 1)), axis=1):
        dealt.append(placements(row[:m], row[m:]))
    won = np.stack(dealt)
    wins = Wins(won=won, total=np.ones_like(won)).at(near)
    gain = _fits(family, near.x, wins)[1] - _at_chance(wins)
    if gain[0] <= _TIE:
        return 1.0
    return float((1 + (gain[1:] >= gain[0] - _TIE).sum()) / (1 + _PERMUTATIONS))


def _status(data: _Data, place: float) -> SensitivityStatus:
    if place > data.x.max():
        return "right_censored"
    return "left_censored" if place < data.x.min() else "located"


def _magnitudes(
    data: _Data, limits: tuple[float, float], status: SensitivityStatus
) -> tuple[float, float]:
    """Return the limits in the unit, open where they would be extrapolated."""
    low, high = (data.axis.magnitude(place) for place in limits)
    smallest, largest = float(data.magnitude.min()), float(data.magnitude.max())
    return within_reach(status, low, high, smallest, largest)
