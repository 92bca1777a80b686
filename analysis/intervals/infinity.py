"""The largest log likelihood of curves whose onset is 0, and of those where it is inf.

As its onset moves away, a curve that goes on passing the criterion becomes a flat line
over or under it. Or it has an end at the criterion: a floor just under it leaves the
onset anywhere below the rise, down to 0, and so does an estimated lapse above it.
"""

import numpy as np

from ..model.cell import Cell
from ..model.climb import climb
from ..model.ends import floor_bounds, lapse_bounds
from ..model.extremes import binomial, flat
from ..model.likelihood import log_prior
from ..model.refit import repeated
from ..model.scaled import Axis
from ..model.sigmoid import Family

_ENOUGH = 1e-9
_STARTS = 6


def at_infinity(cell: Cell, family: Family, criterion: float) -> tuple[float, float]:
    """Return the largest log likelihoods with the onset at 0 and at inf.

    Parameters
    ----------
    cell : Cell
        The data.
    family : Family
        The sigmoid.
    criterion : float
        Total probability below ceiling that defines the onset.
    """
    floors = floor_bounds(cell, criterion)
    low = flat(cell, criterion, 1.0, floors[1])[0]
    high = flat(cell, 0.0, criterion, floors[1])[0]
    if cell.floor is None and _at_most(cell, floors[1]) > low:
        low = max(low, over_criterion(cell, family, criterion))
    if cell.lapse is None:
        lapse = lapse_bounds(cell, criterion)[1]
        value = _climbed(cell, family, floors, (lapse, lapse))
        high = max(high, value + float(log_prior(np.array(lapse))))
    return low, high


def over_criterion(cell: Cell, family: Family, criterion: float) -> float:
    """Return the largest log likelihood of curves whose floor is the criterion."""
    floor = floor_bounds(cell, criterion)[1]
    return _climbed(cell, family, (floor, floor), lapse_bounds(cell, criterion))


def _at_most(cell: Cell, floor: float) -> float:
    """Return a log likelihood that no curve over a floor exceeds."""
    level = np.clip(cell.below / cell.total, floor, 1.0)
    controls = binomial(cell.controls_below, cell.controls_total, floor)
    return float(binomial(cell.below, cell.total, level).sum() + controls)


def _climbed(
    cell: Cell,
    family: Family,
    floors: tuple[float, float],
    lapses: tuple[float, float],
) -> float:
    """Return the largest log likelihood of curves with given ends."""
    axis = Axis.of(cell.log_magnitude)
    value = climb(
        family,
        axis.scaled(cell.log_magnitude),
        repeated(cell, 1),
        floors,
        lapse=lapses,
        starts=_STARTS,
        enough=_ENOUGH,
    )[1]
    return float(value[0])
