"""The data of one curve: answers at each magnitude, and the controls."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...generator.errors import AnalysisError
from .sigmoid import Array

Places = NDArray[np.intp]
GROUPS = 8
MOST_GROUPS = 12
MOST_ANSWERS = 999_999_999
"""NumPy draws samples without replacement from no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Answers of one judge on one dimension and role, and what ends their curve has.

    Attributes
    ----------
    magnitude, log_magnitude : ndarray, shape (n,)
        The distinct magnitudes, ascending, and their natural logarithms.
    below, total : ndarray, shape (n,)
        Answers below ceiling, and all answers, at each magnitude.
    controls_below, controls_total : float
        The same of the controls; both 0 when the floor is given.
    floor : float or None
        The floor when it is given and not estimated.
    lapse : float or None
        Distance of the curve's upper end from 1 when it is given; None when it is
        estimated.
    """

    magnitude: Array
    log_magnitude: Array
    below: Array
    total: Array
    controls_below: float
    controls_total: float
    floor: float | None
    lapse: float | None = 0.0

    @property
    def answers(self) -> int:
        """Number of answers on degraded stimuli."""
        return int(self.total.sum())

    @property
    def observed_floor(self) -> float:
        """The given floor, or the controls' share below ceiling."""
        if self.floor is not None:
            return self.floor
        return self.controls_below / self.controls_total


def make_cell(
    magnitude: ArrayLike,
    below: ArrayLike,
    total: ArrayLike,
    *,
    controls: tuple[float, float] | None,
    floor: float | None,
    lapse: float | None = 0.0,
) -> Cell:
    """Check the data of one curve and add up what has equal magnitude.

    Magnitudes without answers are dropped: they say nothing.

    Raises
    ------
    AnalysisError
        When lengths differ, a magnitude is not finite and positive, counts are
        not whole numbers with 0 <= below <= total or are 1e9 or more in all, or not
        exactly one of `controls` and `floor` is given, or floor and lapse leave no
        room for a curve.
    """
    m = _vector(magnitude, "magnitude")
    k = _vector(below, "below")
    n = _vector(total, "total")
    if not len(m) == len(k) == len(n):
        raise AnalysisError(
            f"magnitude, below and total have {len(m)}, {len(k)} and {len(n)} values; "
            "allowed: one of each for every magnitude"
        )
    for i in np.flatnonzero(~(np.isfinite(m) & (m > 0)))[:1]:
        raise AnalysisError(
            f"magnitude[{i}] = {float(m[i])!r} has no logarithm; allowed: finite "
            "numbers above 0 (answers at magnitude 0 are controls)"
        )
    _check_counts(k, n, "below", "total")
    controls_below, controls_total = _controls(controls, floor)
    if n.sum() + controls_total > MOST_ANSWERS:
        raise AnalysisError(
            f"total and controls add up to {n.sum() + controls_total:,.0f} answers; "
            f"allowed: up to {MOST_ANSWERS:,} in a cell"
        )
    _check_lapse(lapse, 0.0 if floor is None else floor)
    distinct, place = np.unique(m[n > 0], return_inverse=True)
    return Cell(
        magnitude=distinct,
        log_magnitude=np.log(distinct),
        below=_sums(place, k[n > 0], len(distinct)),
        total=_sums(place, n[n > 0], len(distinct)),
        controls_below=controls_below,
        controls_total=controls_total,
        floor=floor,
        lapse=lapse,
    )


def grouped(cell: Cell, tier: Sequence[int] | Array | None = None) -> Cell:
    """Return the cell with neighbouring magnitudes put together.

    Tests of fit need several answers at each magnitude. A group stands at the mean
    log magnitude of its answers.
    """
    if tier is None and len(cell.total) <= MOST_GROUPS:
        return cell
    place = group_places(cell, tier)
    size = int(place.max()) + 1
    total = _sums(place, cell.total, size)
    mean = _sums(place, cell.total * cell.log_magnitude, size) / total
    order = np.argsort(mean)
    return Cell(
        magnitude=np.exp(mean[order]),
        log_magnitude=mean[order],
        below=_sums(place, cell.below, size)[order],
        total=total[order],
        controls_below=cell.controls_below,
        controls_total=cell.controls_total,
        floor=cell.floor,
        lapse=cell.lapse,
    )


def group_places(cell: Cell, tier: Sequence[int] | Array | None = None) -> Places:
    """Return the group of each magnitude, numbered from 0.

    Groups are the tiers when given (one per distinct magnitude); else the distinct
    magnitudes when there are at most 12; else 8 groups of about equally many answers.
    """
    if tier is not None:
        place = np.asarray(tier)
    elif len(cell.total) <= MOST_GROUPS:
        place = np.arange(len(cell.total))
    else:
        upto = np.cumsum(cell.total) - cell.total / 2
        place = np.minimum(GROUPS * upto / cell.total.sum(), GROUPS - 1).astype(np.intp)
    return np.asarray(np.unique(place, return_inverse=True)[1], dtype=np.intp)


def distinct_tiers(
    magnitude: ArrayLike, total: ArrayLike, tier: Sequence[int] | None
) -> Array | None:
    """Return one tier for each distinct magnitude with answers.

    Raises
    ------
    AnalysisError
        When there is not one tier for each magnitude given.
    """
    if tier is None:
        return None
    tiers, sizes = np.asarray(tier), np.asarray(magnitude, dtype=np.float64)
    if tiers.shape != sizes.shape:
        raise AnalysisError(
            f"tier has {tiers.size} values for {sizes.size} magnitudes; "
            "allowed: one for each"
        )
    kept = np.asarray(total, dtype=np.float64) > 0
    first = np.unique(sizes[kept], return_index=True)[1]
    return np.asarray(tiers[kept][first])


def _sums(place: Places, values: Array, size: int) -> Array:
    return np.asarray(np.bincount(place, values, size), dtype=np.float64)


def _vector(values: Any, name: str) -> Array:
    try:
        array = np.atleast_1d(np.asarray(values, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise AnalysisError(f"{name} holds something that is no number") from error
    if array.ndim != 1:
        raise AnalysisError(f"{name} has {array.ndim} dimensions; allowed: 1")
    return array


def _check_counts(k: Array, n: Array, name_k: str, name_n: str) -> None:
    whole = (np.floor(k) == k) & (np.floor(n) == n) & np.isfinite(n)
    for i in np.flatnonzero(~(whole & (k >= 0) & (k <= n)))[:1]:
        raise AnalysisError(
            f"{name_k}[{i}] = {k[i]:g} of {name_n}[{i}] = {n[i]:g} is no count; "
            f"allowed: whole numbers with 0 <= {name_k} <= {name_n}"
        )


def _controls(
    controls: tuple[float, float] | None, floor: float | None
) -> tuple[float, float]:
    if (controls is None) == (floor is None):
        given = "both" if controls is not None else "neither"
        raise AnalysisError(
            f"controls and floor: {given} given; allowed: exactly one of them"
        )
    if controls is None:
        if not (floor is not None and 0 <= floor < 1):
            raise AnalysisError(
                f"floor = {floor!r} is no share; allowed: 0 <= floor < 1"
            )
        return 0.0, 0.0
    pair = _vector(controls, "controls")
    if len(pair) != 2:
        raise AnalysisError(
            f"controls = {controls!r} is no pair; allowed: (below, total)"
        )
    _check_counts(pair[:1], pair[1:], "controls below", "controls total")
    return float(pair[0]), float(pair[1])


def _check_lapse(lapse: float | None, floor: float) -> None:
    if lapse is not None and not 0 <= lapse < 1 - floor:
        raise AnalysisError(
            f"lapse = {lapse!r} over a floor of {floor:g} leaves no room for a curve; "
            f"allowed: 0 <= lapse < {1 - floor:g}"
        )
