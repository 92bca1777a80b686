"""Limits of the curve in closed form: flat lines and steps.

Maximum likelihood may lie at rate 0 or at an infinite rate. A climb only comes
near those limits; here they are exact (the idea of Prins 2019, "Too much model,
too little data", for telling a maximum from a step).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import xlog1py, xlogy

from .cell import Cell
from .likelihood import Counts, log_prior
from .refit import repeated
from .scoring import Rows
from .sigmoid import Array

BESIDE = 1e-11
"""Distance of positions that stand for just before and just after a magnitude."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The likeliest step: the floor up to one magnitude, 1 - lapse above another.

    Attributes
    ----------
    value : float
        Log likelihood.
    floor, lapse : float
        Level below the step, and distance from 1 of the level above it.
    last_low, first_high : float
        Log magnitudes between which the level passes the criterion; equal when the
        curve stands upright on one magnitude; -inf or inf beyond the tested range.
    """

    value: float
    floor: float
    lapse: float
    last_low: float
    first_high: float


def binomial(below: Array | float, total: Array | float, p: Array | float) -> Array:
    """Return below ln p + (total - below) ln(1 - p), with 0 ln 0 = 0."""
    passed = np.asarray(total) - below
    return np.asarray(xlogy(below, p) + xlog1py(passed, -np.asarray(p)))


def likeliest_lapse(
    cell: Cell, below: Array | float, total: Array | float, highest: float
) -> tuple[Array, Array]:
    """Return the lapse, and the log likelihood, of answers at the curve's upper end.

    An estimated lapse has its prior in the likelihood: nine more answers below
    ceiling (`log_prior`).
    """
    if cell.lapse is not None:
        lapse = np.full(np.shape(below), cell.lapse)
        return lapse, binomial(below, total, 1 - lapse)
    lapse = np.minimum((np.asarray(total) - below) / (np.asarray(total) + 9), highest)
    return lapse, binomial(below, total, 1 - lapse) + log_prior(lapse)


def flat(
    cell: Cell, low: float, high: float, highest_floor: float
) -> tuple[float, float, float]:
    """Return (value, level, floor) of the best flat line with level in [low, high].

    The level of the stimuli is never under the floor nor above 1 - lapse, and the
    floor never over `highest_floor`. The likelihood is concave in both, so that
    clipping finds the maximum. An estimated lapse is 0 here, where it is likeliest.
    """
    lowest = cell.floor if cell.floor is not None else 0.0
    highest = cell.floor if cell.floor is not None else highest_floor
    value, level, floor = flat_lines(
        repeated(cell, 1),
        (lowest, highest),
        (low, min(high, 1 - (cell.lapse or 0.0))),
    )
    return float(value[0]), float(level[0]), float(floor[0])


def flat_lines(
    counts: Counts, floors: tuple[float, float], levels: tuple[float, float]
) -> tuple[Array, Array, Array]:
    """Return (value, level, floor) of the best flat line of each data set.

    Parameters
    ----------
    counts : Counts
        The data sets, r of them.
    floors, levels : (float, float)
        Lowest and highest floor, the same when it is given, and level.
    """
    k, n = counts.below.sum(axis=1), counts.total.sum(axis=-1)
    kc, nc = counts.controls_below, counts.controls_total
    apart = np.clip(kc / np.maximum(nc, 1), *floors)
    level = np.clip(k / n, *levels)
    under = level < apart
    pooled = np.clip((k + kc) / (n + nc), *floors)
    level = np.where(under, np.clip(pooled, *levels), level)
    floor = np.where(under, np.minimum(pooled, level), apart)
    return binomial(k, n, level) + binomial(kc, nc, floor), level, floor


def step(
    cell: Cell, criterion: float, highest_floor: float, highest_lapse: float
) -> Step | None:
    """Return the likeliest step, or None when no step can have made the data.

    Every answer above the step has to be below ceiling when the lapse is given as 0.
    At one magnitude the curve may stand upright, so that any level between its two
    ends is possible.
    """
    k, n, x = cell.below, cell.total, cell.log_magnitude
    upto_k, upto_n = np.cumsum(k), np.cumsum(n)
    lower_k = upto_k - k + cell.controls_below
    lower_n = upto_n - n + cell.controls_total
    if cell.floor is None:
        floor = np.minimum(lower_k / lower_n, highest_floor)
    else:
        floor = np.full(len(k), cell.floor)
    lapse, above = likeliest_lapse(
        cell, upto_k[-1] - upto_k, upto_n[-1] - upto_n, highest_lapse
    )
    level = np.clip(k / n, floor, 1 - lapse)
    value = binomial(lower_k, lower_n, floor) + binomial(k, n, level) + above
    best = int(value.argmax())
    if not np.isfinite(value[best]):
        return None
    edges = np.concatenate([[-np.inf], x, [np.inf]])
    at = best + 1
    low, high = edges[at], edges[at]
    passed, under = level[best] >= criterion, level[best] < criterion
    if level[best] >= 1 - lapse[best] or (at == 1 and passed):
        low = edges[at - 1]
    elif level[best] <= floor[best] or (at == len(x) and under):
        high = edges[at + 1]
    return Step(
        value=float(value[best]),
        floor=float(floor[best]),
        lapse=float(lapse[best]),
        last_low=float(low),
        first_high=float(high),
    )


def steps(
    cell: Cell,
    x: Array,
    position: Array,
    criterion: float,
    highest_floor: float,
    highest_lapse: float,
) -> Array:
    """Return the log likelihood of the likeliest step at each position, shape (r,).

    A stimulus exactly there has the criterion's probability. Just after one, a curve
    may be so steep that the stimulus has any probability from the floor to the
    criterion, and just before one any from the criterion to the upper end.

    Parameters
    ----------
    cell : Cell
        The data.
    x, position : ndarray, shapes (n,) and (r,)
        Where its magnitudes and the steps are, on one scale.
    criterion : float
        Total probability at the step.
    highest_floor, highest_lapse : float
        Bounds of both ends.
    """
    start = np.searchsorted(x, position - BESIDE, side="left")
    end = np.searchsorted(x, position + BESIDE, side="right")
    near = x[np.minimum(start, len(x) - 1)]
    before, after = position < near, position > near
    levels = np.where(after, 0.0, criterion), np.where(before, 1.0, criterion)
    ends = highest_floor, highest_lapse
    upright = _steps(cell, start, end, levels, ends)
    if np.array_equal(start, end):
        return upright
    start, end = np.where(after, end, start), np.where(before, start, end)
    return np.maximum(upright, _steps(cell, start, end, levels, ends))


def _steps(
    cell: Cell,
    start: Rows,
    end: Rows,
    levels: tuple[Array, Array],
    highest: tuple[float, float],
) -> Array:
    """Return the values of steps: the floor up to `start`, the upper end from `end`.

    What stands between has the likeliest of the levels.
    """
    all_k, all_n = _running(cell.below), _running(cell.total)
    k, n = all_k[start] + cell.controls_below, all_n[start] + cell.controls_total
    if cell.floor is None:
        floor = np.minimum(k / np.maximum(n, 1), highest[0])
    else:
        floor = np.full(len(start), cell.floor)
    lapse, above = likeliest_lapse(
        cell, all_k[-1] - all_k[end], all_n[-1] - all_n[end], highest[1]
    )
    there, of = all_k[end] - all_k[start], all_n[end] - all_n[start]
    low, high = np.maximum(levels[0], floor), np.minimum(levels[1], 1 - lapse)
    level = np.clip(there / np.maximum(of, 1), low, high)
    return np.asarray(binomial(k, n, floor) + binomial(there, of, level) + above)


def _running(values: Array) -> Array:
    return np.concatenate([[0.0], np.cumsum(values)])
