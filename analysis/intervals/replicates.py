"""What every bootstrap of an onset does with its replicates."""

import math

import numpy as np
from numpy.typing import NDArray

from ..curve import Curve, highest_floor, lowest_floor
from ..inference.draws import percentile_limits
from ..model.cell import Cell
from ..model.chance import generator
from ..model.climb import climb, scattered
from ..model.extremes import flat_lines
from ..model.likelihood import Counts
from ..model.positions import positions
from ..model.refit import FEW_STEPS, MOST_STEPS
from ..model.scaled import Axis
from ..model.sigmoid import Array
from .limits import Fitted, Limits

MOST_MAGNITUDES = 128
"""Refits put neighbours together where more magnitudes are distinct."""

Rows = NDArray[np.intp]
_LARGEST_RATE = 1e3
_ENOUGH = 1e-5
_SAME_VALUE = 1e-4
_MOST_KINDS = 2**62


def redrawn_controls(fitted: Fitted) -> Array:
    """Return controls below ceiling in each replicate, shape (replicates,).

    They are drawn with replacement from the observed ones. The draws depend on the
    seed and the stream alone: cells that name the same stream have, replicate by
    replicate, the same floor redrawn.
    """
    cell = fitted.cell
    if cell.floor is not None:
        return np.zeros(fitted.replicates)
    rng = generator(fitted.seed, "controls", fitted.stream)
    drawn = rng.binomial(
        int(cell.controls_total), cell.observed_floor, fitted.replicates
    )
    return np.asarray(drawn, dtype=np.float64)


def percentiles(fitted: Fitted, cell: Cell, below: Array, total: Array) -> Limits:
    """Return percentile limits of the onsets of replicates.

    Parameters
    ----------
    fitted : Fitted
        The original data.
    cell : Cell
        Where the replicates' n magnitudes lie.
    below : ndarray, shape (replicates, n)
        Answers below ceiling.
    total : ndarray, shape (n,) or (replicates, n)
        All answers.

    Returns
    -------
    Limits
        A replicate whose curve is flat, or whose onset is beyond any number, counts
        as 0 or inf.
    """
    axis = Axis.of(fitted.cell.log_magnitude)
    counts = Counts(
        below=below,
        total=total,
        controls_below=redrawn_controls(fitted),
        controls_total=cell.controls_total,
    )
    x = axis.scaled(cell.log_magnitude)
    position = refitted(fitted.curve, cell, fitted.criterion, x, counts)
    with np.errstate(over="ignore", under="ignore"):
        onset = np.exp(axis.centre + axis.half * position)
    low, high = percentile_limits(onset, fitted.level)
    lost = float(np.mean((onset == 0) | np.isinf(onset)))
    return Limits(low=low, high=high, unidentified=lost)


def refitted(
    curve: Curve, cell: Cell, criterion: float, x: Array, counts: Counts
) -> Array:
    """Return the onset of each data set on the scaled axis, shape (r,).

    Where such climbs arrive, a data set is climbed from the original curve; where
    magnitudes have fewer than three answers each, to the end from six starts.

    Parameters
    ----------
    curve, cell : Curve, Cell
        The original curve and data.
    criterion : float
        Total probability of the onset.
    x : ndarray, shape (n,)
        Scaled log magnitudes.
    counts : Counts
        The data sets, r of them. Equal ones are fitted once.
    """
    first, owner = _distinct(counts)
    counts = counts.take(first)
    bounds = (lowest_floor(cell), highest_floor(cell, criterion))
    axis = Axis.of(cell.log_magnitude)
    line = curve.intercept + curve.rate * axis.centre, curve.rate * axis.half
    few = scattered(counts)
    theta, value = climb(
        curve.family,
        x,
        counts,
        bounds,
        lapse=(curve.lapse, curve.lapse),
        largest_rate=_LARGEST_RATE,
        enough=_ENOUGH,
        starts=6 if few else 3,
        steps=MOST_STEPS if few else FEW_STEPS,
        near=None if few else np.array([*line, curve.floor]),
    )
    flat_value, level, _ = flat_lines(counts, bounds, (0.0, 1 - curve.lapse))
    beyond = np.where(level < criterion, np.inf, -np.inf)
    rising = value - flat_value > _SAME_VALUE
    place = positions(curve.family, theta, curve.lapse, criterion)
    return np.where(rising, place, beyond)[owner]


def _distinct(counts: Counts) -> tuple[Rows, Rows]:
    """Return the first of each kind of data set, and which kind each one is."""
    sizes = [*counts.total, counts.controls_total] if counts.total.ndim == 1 else []
    kinds = math.prod(int(size) + 1 for size in sizes)
    if not 1 < kinds < _MOST_KINDS:
        every = np.arange(len(counts.below))
        return every, every
    radix = np.cumprod([1, *(int(size) + 1 for size in sizes[:-1])])
    data = np.column_stack([counts.below, counts.controls_below])
    kind = data.astype(np.int64) @ radix
    _, first, owner = np.unique(kind, return_index=True, return_inverse=True)
    return first, owner
