"""Limits of the magnitude at which the area reaches its target.

The quasi-likelihood of placements treats answers as independent, though all of them
rest on the same controls. So the drop that makes a limit is not chi-squared: it is
found by bootstrap, as the quantile of the drop from each replicate's own maximum to
its profile at the onset of the data (a bootstrap-calibrated likelihood ratio; Davison
and Hinkley 1997, Bootstrap Methods and their Application, section 5.6).
"""

from typing import NamedTuple

import numpy as np

from ..inference.condensing import Condensed
from ..inference.crossing import around, limits
from ..model.sigmoid import Array, Family

CHANCE = 0.5
_RATES = np.concatenate([[0.0], np.geomspace(1e-2, 1e3, 350)])
"""So close to each other that less than 1e-3 is lost between them."""
_STRIDE = 5
_COARSE = _RATES[::_STRIDE]
_TINY = 1e-12


class Wins(NamedTuple):
    """Data sets that share their places: placements and weights, summed at each.

    `won` is the sum of weighted placements, `total` that of weights; both have the
    shape (r, n).
    """

    won: Array
    total: Array

    def at(self, near: Condensed) -> "Wins":
        """Return the data sets with neighbours put together."""
        return Wins(won=near.summed(self.won), total=near.summed(self.total))


def largest_drop(
    family: Family,
    x: Array,
    wins: Wins,
    best: Array,
    place: float,
    target: float,
    level: float,
) -> float:
    """Return the quantile of the drops of replicates with the maxima `best` (r,)."""
    value = _values(family, x, wins, place, target, _COARSE).max(axis=1)
    tail = np.quantile(np.maximum(best - value, 0.0), level, method="higher")
    return float(tail)


def area_limits(
    family: Family,
    x: Array,
    wins: Wins,
    best: float,
    place: float,
    drop: float,
    target: float,
) -> tuple[float, float]:
    """Return the limits on the scaled axis; infinite where the drop is not reached.

    Parameters
    ----------
    wins : Wins
        One data set.
    best : float
        Its largest quasi-likelihood.
    place : float
        The onset, or any place when there is none.
    drop : float
        How far under `best` a place may be.
    """

    def largest(place: float) -> float:
        coarse = _values(family, x, wins, place, target, _COARSE)[0]
        best = int(coarse.argmax())
        near = _RATES[max(_STRIDE * (best - 1), 0) : _STRIDE * (best + 1) + 1]
        return float(_values(family, x, wins, place, target, near).max())

    def profile(places: Array) -> Array:
        return np.array([largest(float(place)) for place in places])

    return limits(profile, around(place), best - drop)


def _values(
    family: Family, x: Array, wins: Wins, place: float, target: float, rates: Array
) -> Array:
    """Return the quasi-likelihoods with the target at one place, (r, rates)."""
    steep = rates / max(1.0, abs(place))
    start = float(family.quantile(np.array((target - CHANCE) / (1 - CHANCE))))
    z = np.clip(start + steep * (x[:, None] - place), -30.0, 30.0)
    p = np.clip(CHANCE + (1 - CHANCE) * family.cdf(z), CHANCE, 1 - _TINY)
    value = wins.won @ np.log(p) + (wins.total - wins.won) @ np.log1p(-p)
    return np.asarray(value)
