"""Where curves pass a criterion."""

import numpy as np

from .sigmoid import Array, Family


def positions(
    family: Family, theta: Array, lapse: Array | float, criterion: Array | float
) -> Array:
    """Return where each curve has the total probability `criterion`.

    Parameters
    ----------
    family : Family
        The sigmoid.
    theta : ndarray, shape (r, 3 or more)
        Intercepts, rates of 0 or more, and floors.
    lapse : float or ndarray, shape (r,)
        Distance of each upper end from 1.
    criterion : float or ndarray, shape (r,)
        Under 1 - lapse.

    Returns
    -------
    ndarray, shape (r,)
        Infinite where a curve never has it: inf when it stays under, else -inf.

    Examples
    --------
    >>> from eyechart.analysis.families import get_family
    >>> curves = np.array([[-2.0, 4.0, 0.5], [-2.0, 4.0, 0.8], [-2.0, 0.0, 0.5]])
    >>> positions(get_family("logistic"), curves, 0.0, 0.75)
    array([ 0.5, -inf,  inf])
    """
    intercept, rate, floor = theta.T[:3]
    height = 1 - floor - lapse
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        share = np.clip((criterion - floor) / height, 0.0, 1.0)
        place = (family.quantile(share) - intercept) / rate
    level = floor + height * family.cdf(intercept)
    never = np.where(level < criterion, np.inf, -np.inf)
    rising = np.where(floor < criterion, place, -np.inf)
    return np.where(rate > 0, rising, never)
