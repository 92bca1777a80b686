"""Limits of the curve in closed form: flat lines and steps.

Maximum likelihood may lie at rate 0 or at an infinite rate. A climb only comes
near those limits; here they are exact (the idea of Prins 2019, "Too much model,
too little data", for telling a maximum from a step).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import xlog1py, xlogy

from .cell import Cell
from .sigmoid import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The likeliest step: the floor up to one magnitude, 1 above another.

    Attributes
    ----------
    value : float
        Log likelihood.
    floor : float
        Level below the step.
    last_low, first_high : float
        Log magnitudes between which the level passes the criterion; equal when the
        curve stands upright on one magnitude; -inf or inf beyond the tested range.
    """

    value: float
    floor: float
    last_low: float
    first_high: float


def binomial(below: Array | float, total: Array | float, p: Array | float) -> Array:
    """Return below ln p + (total - below) ln(1 - p), with 0 ln 0 = 0."""
    passed = np.asarray(total) - below
    return np.asarray(xlogy(below, p) + xlog1py(passed, -np.asarray(p)))


def flat(
    cell: Cell, low: float, high: float, highest_floor: float
) -> tuple[float, float, float]:
    """Return (value, level, floor) of the best flat line with level in [low, high].

    The level of the stimuli is never under the floor, and the floor never over
    `highest_floor`. The likelihood is concave in both, so that clipping finds the
    maximum.
    """
    k, n = float(cell.below.sum()), float(cell.total.sum())
    kc, nc = cell.controls_below, cell.controls_total
    floor = cell.floor if cell.floor is not None else min(kc / nc, highest_floor)
    level = min(max(k / n, low), high)
    if level < floor:
        if cell.floor is None:
            floor = min((k + kc) / (n + nc), highest_floor)
        level = min(max(floor, low), high)
        floor = min(floor, level)
    value = binomial(k, n, level) + binomial(kc, nc, floor)
    return float(value), level, floor


def step(cell: Cell, criterion: float, highest_floor: float) -> Step | None:
    """Return the likeliest step, or None when no step can have made the data.

    Every answer above the step has to be below ceiling. At one magnitude the
    curve may stand upright, so that any level from the floor to 1 is possible.
    """
    k, n, x = cell.below, cell.total, cell.log_magnitude
    short = np.flatnonzero(k < n)
    first = int(short[-1]) if len(short) else 0
    lower_k = np.concatenate([[0.0], np.cumsum(k)])[first:-1] + cell.controls_below
    lower_n = np.concatenate([[0.0], np.cumsum(n)])[first:-1] + cell.controls_total
    if cell.floor is None:
        floor = np.minimum(lower_k / lower_n, highest_floor)
    else:
        floor = np.full(len(lower_k), cell.floor)
    level = np.maximum(k[first:] / n[first:], floor)
    value = binomial(lower_k, lower_n, floor) + binomial(k[first:], n[first:], level)
    best = int(value.argmax())
    if not np.isfinite(value[best]):
        return None
    edges = np.concatenate([[-np.inf], x, [np.inf]])
    at = first + best + 1
    low, high = edges[at], edges[at]
    passed, under = level[best] >= criterion, level[best] < criterion
    if level[best] >= 1 or (at == 1 and passed):
        low = edges[at - 1]
    elif level[best] <= floor[best] or (at == len(x) and under):
        high = edges[at + 1]
    return Step(
        value=float(value[best]),
        floor=float(floor[best]),
        last_low=float(low),
        first_high=float(high),
    )
