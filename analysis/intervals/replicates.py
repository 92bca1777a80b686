"""What every bootstrap of an onset does with its replicates."""

import numpy as np

from ..curve import Curve, highest_floor, lowest_floor
from ..inference.draws import percentile_limits
from ..model.cell import Cell
from ..model.chance import generator
from ..model.refit import Draws, PinnedModel, refit_best
from ..model.scaled import Axis
from ..model.sigmoid import Array
from .limits import Fitted, Limits

MOST_MAGNITUDES = 128
"""Refits put neighbours together where more magnitudes are distinct."""

_LARGEST_RATE = 1e3
_WIDE, _STEEP = 2.0, 20.0
_ENOUGH = 1e-7


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
    draws = Draws(
        x=axis.scaled(cell.log_magnitude),
        below=below,
        total=total,
        controls_below=redrawn_controls(fitted),
        controls_total=cell.controls_total,
    )
    position = refitted(fitted.curve, cell, axis, fitted.criterion, draws)
    with np.errstate(over="ignore", under="ignore"):
        onset = np.exp(axis.centre + axis.half * position)
    low, high = percentile_limits(onset, fitted.level)
    lost = float(np.mean((onset == 0) | np.isinf(onset)))
    return Limits(low=low, high=high, unidentified=lost)


def refitted(
    curve: Curve, cell: Cell, axis: Axis, criterion: float, draws: Draws
) -> Array:
    """Return the onset of each data set on the scaled axis, shape (r,).

    Equal data sets are fitted once. Each is climbed from the original curve and from
    a wider and a steeper one.
    """
    data = np.column_stack(
        [
            draws.below,
            np.broadcast_to(draws.total, draws.below.shape),
            draws.controls_below,
        ]
    )
    _, first, owner = np.unique(data, axis=0, return_index=True, return_inverse=True)
    draws = draws.take(first)
    model = PinnedModel(
        family=curve.family,
        criterion=criterion,
        bounds=(lowest_floor(cell), highest_floor(cell, criterion)),
        largest_rate=_LARGEST_RATE,
        lapse=curve.lapse,
    )
    starts = np.concatenate(_starts(model, curve, axis), axis=1)
    starts = np.repeat(starts[:, None], len(first), axis=1)
    theta, _ = refit_best(model, draws, starts, enough=_ENOUGH)
    return np.asarray(_positions(model, theta)[owner.ravel()])


def _starts(model: PinnedModel, curve: Curve, axis: Axis) -> list[Array]:
    """Return curves (intercept, rate, floor) to climb from, each of shape (3, 1)."""
    middle, rate = 0.0, _WIDE
    if curve.step is not None:
        ends = (curve.step.last_low, curve.step.first_high)
        inside = [axis.scaled(np.array(end)) for end in ends if np.isfinite(end)]
        middle, rate = float(np.mean(inside)), _STEEP
    elif curve.rate > 0:
        rate = min(curve.rate * axis.half, _LARGEST_RATE)
        middle = float(axis.scaled(np.array(curve.log_onset(model.criterion))))
    floor = np.array([min(curve.floor, model.bounds[1])])
    position = np.array([middle])
    starts = []
    for one in (rate, _WIDE, _STEEP):
        slope = np.array([one])
        starts.append(np.stack([model.intercept(slope, floor, position), slope, floor]))
    return starts


def _positions(model: PinnedModel, theta: Array) -> Array:
    """Return where each curve passes the criterion; infinite for flat lines."""
    intercept, rate, floor = theta
    start = model.intercept(np.zeros_like(rate), floor, np.zeros_like(rate))
    # A flat line under the criterion reaches it nowhere, one over it everywhere.
    away = np.where(start > intercept, np.inf, -np.inf)
    with np.errstate(over="ignore"):
        np.divide(start - intercept, rate, out=away, where=rate > 0)
    return away
