"""The curve of one cell: maximum likelihood, jointly with the floor.

P(below ceiling | m) = g + (1 - g - l) F(a + b ln m), b >= 0. The floor g is
estimated from the controls and the stimuli together, or given. The lapse l is given
(0 by default), or estimated with the prior of `eyechart.analysis.model.likelihood`.
"""

import math
from dataclasses import dataclass

import numpy as np

from .model.cell import Cell
from .model.climb import LARGEST_RATE, climb
from .model.ends import floor_bounds, lapse_bounds
from .model.extremes import Step, flat, step
from .model.likelihood import Counts
from .model.scaled import Axis
from .model.sigmoid import Array, Family, middle, spread

Pair = tuple[float, float]
_SAME_VALUE = 1e-7
_STARTS = 6
_ENOUGH = 1e-12
NARROWEST = 0.2
"""Width of the narrowest curve that limits are measured from, of the tested range."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A fitted curve.

    Attributes
    ----------
    floor : float
        g, the probability below ceiling at magnitude 0.
    intercept, rate : float
        a and b of z = a + b ln m. The rate is 0 for a flat line and inf for a
        step; the intercept is then -inf, finite (flat above the floor) or nan
        (step).
    lapse : float
        Distance of the upper end of the curve from 1.
    loglik : float
        Log likelihood without binomial coefficients, controls included; with the
        log prior of the lapse, over that of 0, when the lapse is estimated.
    step : Step or None
        The limit, when the likelihood has its maximum at an infinite rate.
    """

    family: Family
    floor: float
    intercept: float
    rate: float
    lapse: float
    loglik: float
    step: Step | None

    @property
    def width(self) -> float:
        """Natural-log distance between F = .05 and F = .95; inf when flat."""
        return spread(self.family) / self.rate if self.rate > 0 else math.inf

    @property
    def slope(self) -> float:
        """Slope dF / d ln m at the threshold (F = .5); b / 4 when logistic."""
        density = self.family.density(np.array([middle(self.family)]))
        return float(density[0]) * self.rate

    def probability(self, log_magnitude: Array) -> Array:
        """Return P(below ceiling) at natural-log magnitudes, any shape."""
        if self.step is not None:
            centre = (self.step.last_low + self.step.first_high) / 2
            return np.where(log_magnitude < centre, self.floor, 1 - self.lapse)
        z = self.intercept + self.rate * np.asarray(log_magnitude)
        return self.floor + (1 - self.floor - self.lapse) * self.family.cdf(z)

    def log_onset(self, criterion: float) -> float:
        """Return ln m at which P reaches `criterion`; infinite when it never does."""
        if self.rate == 0:
            level = float(self.probability(np.array([0.0]))[0])
            return math.inf if level < criterion else -math.inf
        share = (criterion - self.floor) / (1 - self.floor - self.lapse)
        return (
            float(self.family.quantile(np.array(share))) - self.intercept
        ) / self.rate


def highest_floor(cell: Cell, criterion: float) -> float:
    """Return the largest floor a fit may take: just under the criterion."""
    return floor_bounds(cell, criterion)[1]


def lowest_floor(cell: Cell) -> float:
    """Return the smallest floor a fit may take: 0, or the given floor."""
    return cell.floor if cell.floor is not None else 0.0


def fit_curve(cell: Cell, family: Family, criterion: float) -> Curve:
    """Fit the curve of one cell.

    Parameters
    ----------
    cell : Cell
        At least two distinct magnitudes, and controls when no floor is given; a
        given lapse leaves the criterion under 1 - lapse.
    family : Family
        The sigmoid.
    criterion : float
        The total probability of the onset; the floor stays under it.

    Returns
    -------
    Curve
        The maximum over all curves with rate >= 0, flat lines and steps included.

    Notes
    -----
    Log magnitudes are moved to [-1, 1] before fitting: in another unit the onset
    changes by exactly the factor of the unit. Agrees with BMDS (pybmds 25.2,
    model "LogLogistic") to 8 digits.
    """
    axis = Axis.of(cell.log_magnitude)
    top = highest_floor(cell, criterion)
    ends, line, value = _climbed(cell, family, criterion, LARGEST_RATE)
    upright = step(cell, criterion, top, lapse_bounds(cell, criterion)[1])
    level_value, level, level_floor = flat(cell, 0.0, 1.0, top)
    if level_value >= value - _SAME_VALUE:
        lapse = cell.lapse or 0.0
        # A level at the upper end may be a rounding error over it.
        share = min((level - level_floor) / (1 - level_floor - lapse), 1.0)
        a = float(family.quantile(np.array(share)))
        return _curve(family, (level_floor, lapse), (a, 0.0), level_value, None)
    if upright is not None and upright.value >= value - _SAME_VALUE:
        ends, line = (upright.floor, upright.lapse), (math.nan, math.inf)
        return _curve(family, ends, line, upright.value, upright)
    intercept, rate = line[0], line[1] / axis.half
    line = (intercept - rate * axis.centre, rate)
    return _curve(family, ends, line, value, None)


def resolved_loglik(cell: Cell, curve: Curve, criterion: float) -> float:
    """Return the largest log likelihood of curves that are not too narrow.

    Where every stimulus has a magnitude of its own, a curve that jumps between two
    neighbours can follow single answers and gain a likelihood that no wider data
    set would repeat. Curves at least a fifth of the tested log range wide do not.
    """
    axis = Axis.of(cell.log_magnitude)
    largest = spread(curve.family) / (2 * NARROWEST)
    if curve.rate * axis.half <= largest:
        return curve.loglik
    value = _climbed(cell, curve.family, criterion, largest)[2]
    level_value = flat(cell, 0.0, 1.0, highest_floor(cell, criterion))[0]
    return min(max(value, level_value), curve.loglik)


def _climbed(
    cell: Cell, family: Family, criterion: float, largest_rate: float
) -> tuple[Pair, Pair, float]:
    """Return (floor, lapse), (intercept, rate) on the scaled axis, and the value."""
    counts = Counts(
        below=cell.below[None, :],
        total=cell.total,
        controls_below=np.array([cell.controls_below]),
        controls_total=cell.controls_total,
    )
    theta, value = climb(
        family,
        Axis.of(cell.log_magnitude).scaled(cell.log_magnitude),
        counts,
        floor_bounds(cell, criterion),
        lapse=lapse_bounds(cell, criterion),
        starts=_STARTS,
        largest_rate=largest_rate,
        enough=_ENOUGH,
    )
    intercept, rate, floor, *free = (float(v) for v in theta[0])
    lapse = free[0] if cell.lapse is None else cell.lapse
    return (floor, lapse), (intercept, rate), float(value[0])


def _curve(
    family: Family, ends: Pair, line: Pair, value: float, upright: Step | None
) -> Curve:
    return Curve(
        family=family,
        floor=ends[0],
        intercept=line[0],
        rate=line[1],
        lapse=ends[1],
        loglik=value,
        step=upright,
    )
