"""Limits of the magnitude at which the area reaches its target.

The quasi-likelihood of placements treats answers as independent, though all of them
rest on the same controls. So the drop that makes a limit is not chi-squared: it is
found by bootstrap, as the quantile of the drop from each replicate's own maximum to
its profile at the onset of the data (a bootstrap-calibrated likelihood ratio; Davison
and Hinkley 1997, Bootstrap Methods and their Application, section 5.6).
"""

import numpy as np

from ..inference.crossing import around, limits
from ..model.sigmoid import Array, Family

CHANCE = 0.5
_RATES = np.concatenate([[0.0], np.geomspace(1e-2, 1e3, 350)])
_COARSE = _RATES[::5]
_TINY = 1e-12


def pinned_value(
    family: Family,
    x: Array,
    wins: Array,
    weights: Array,
    place: float,
    target: float,
    rates: Array = _RATES,
) -> Array:
    """Return the largest quasi-likelihood with the target at one place.

    Parameters
    ----------
    x : ndarray, shape (n,)
        Scaled log magnitudes.
    wins, weights : ndarray, shape (r, n)
        Placements and weights of each data set.
    place : float
        Where the area is at its target, on the scaled axis.

    Returns
    -------
    ndarray, shape (r,)
        Over rates so close to each other that less than 1e-3 is lost.
    """
    steep = rates / max(1.0, abs(place))
    start = float(family.quantile(np.array((target - CHANCE) / (1 - CHANCE))))
    z = np.clip(start + steep * (x[:, None] - place), -30.0, 30.0)
    p = np.clip(CHANCE + (1 - CHANCE) * family.cdf(z), CHANCE, 1 - _TINY)
    value = (wins * weights) @ np.log(p) + ((1 - wins) * weights) @ np.log1p(-p)
    return np.asarray(value.max(axis=1))


def largest_drop(
    family: Family,
    x: Array,
    wins: Array,
    weights: Array,
    best: Array,
    place: float,
    target: float,
    level: float,
) -> float:
    """Return the quantile of the drops of replicates with the maxima `best` (r,)."""
    value = pinned_value(family, x, wins, weights, place, target, _COARSE)
    tail = np.quantile(np.maximum(best - value, 0.0), level, method="higher")
    return float(tail)


def area_limits(
    family: Family,
    x: Array,
    wins: Array,
    best: float,
    place: float,
    drop: float,
    target: float,
) -> tuple[float, float]:
    """Return the limits on the scaled axis; infinite where the drop is not reached.

    Parameters
    ----------
    wins : ndarray, shape (1, n)
        Placements of the data.
    best : float
        Their largest quasi-likelihood.
    place : float
        The onset, or any place when there is none.
    drop : float
        How far under `best` a place may be.
    """
    ones = np.ones_like(wins)

    def profile(places: Array) -> Array:
        values = [
            pinned_value(family, x, wins, ones, float(one), target)[0] for one in places
        ]
        return np.array(values)

    return limits(profile, around(place), best - drop)
