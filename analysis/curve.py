"""The curve of one cell: maximum likelihood, jointly with the floor.

P(below ceiling | m) = g + (1 - g) F(a + b ln m), b >= 0. The floor g is
estimated from the controls and the stimuli together, or given.
"""

import math
from dataclasses import dataclass

import numpy as np

from .model.cell import Cell
from .model.climb import LARGEST_RATE, climb
from .model.extremes import Step, flat, step
from .model.likelihood import Counts
from .model.scaled import Axis
from .model.sigmoid import Array, Family, middle, spread

# The onset needs a floor under the criterion; the bound keeps a hair's breadth.
_UNDER_CRITERION = 1 - 1e-6
_SAME_VALUE = 1e-7
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
        Distance of the upper end of the curve from 1; fixed at 0.
    loglik : float
        Log likelihood without binomial coefficients, controls included.
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
            return np.where(log_magnitude < centre, self.floor, 1.0)
        z = self.intercept + self.rate * np.asarray(log_magnitude)
        return self.floor + (1 - self.floor) * self.family.cdf(z)

    def log_onset(self, criterion: float) -> float:
        """Return ln m at which P reaches `criterion`; infinite when it never does."""
        if self.rate == 0:
            level = float(self.probability(np.array([0.0]))[0])
            return math.inf if level < criterion else -math.inf
        share = (criterion - self.floor) / (1 - self.floor)
        return (
            float(self.family.quantile(np.array(share))) - self.intercept
        ) / self.rate


def highest_floor(cell: Cell, criterion: float) -> float:
    """Return the largest floor a fit may take: just under the criterion."""
    return cell.floor if cell.floor is not None else criterion * _UNDER_CRITERION


def lowest_floor(cell: Cell) -> float:
    """Return the smallest floor a fit may take: 0, or the given floor."""
    return cell.floor if cell.floor is not None else 0.0


def fit_curve(cell: Cell, family: Family, criterion: float) -> Curve:
    """Fit the curve of one cell.

    Parameters
    ----------
    cell : Cell
        At least two distinct magnitudes, and controls when no floor is given.
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
    (intercept, rate, floor), value = _climbed(cell, family, criterion, LARGEST_RATE)
    upright = step(cell, criterion, top)
    level_value, level, level_floor = flat(cell, 0.0, 1.0, top)
    if level_value >= value - _SAME_VALUE:
        share = (level - level_floor) / (1 - level_floor)
        a = float(family.quantile(np.array(share)))
        return _curve(family, level_floor, a, 0.0, level_value, None)
    if upright is not None and upright.value >= value - _SAME_VALUE:
        return _curve(family, upright.floor, math.nan, math.inf, upright.value, upright)
    rate /= axis.half
    return _curve(family, floor, intercept - rate * axis.centre, rate, value, None)


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
    value = _climbed(cell, curve.family, criterion, largest)[1]
    level_value = flat(cell, 0.0, 1.0, highest_floor(cell, criterion))[0]
    return min(max(value, level_value), curve.loglik)


def _climbed(
    cell: Cell, family: Family, criterion: float, largest_rate: float
) -> tuple[tuple[float, float, float], float]:
    """Return intercept, rate and floor on the scaled axis, and the log likelihood."""
    counts = Counts(
        below=cell.below[None, :],
        total=cell.total,
        controls_below=np.array([cell.controls_below]),
        controls_total=cell.controls_total,
    )
    x = Axis.of(cell.log_magnitude).scaled(cell.log_magnitude)
    bounds = (lowest_floor(cell), highest_floor(cell, criterion))
    theta, value = climb(family, x, counts, bounds, starts=6, largest_rate=largest_rate)
    intercept, rate, floor = (float(v) for v in theta[0])
    return (intercept, rate, floor), float(value[0])


def _curve(
    family: Family,
    floor: float,
    intercept: float,
    rate: float,
    value: float,
    upright: Step | None,
) -> Curve:
    return Curve(
        family=family,
        floor=floor,
        intercept=intercept,
        rate=rate,
        lapse=0.0,
        loglik=value,
        step=upright,
    )
