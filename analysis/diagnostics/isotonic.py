"""The onset of a rise of no particular form: isotonic regression."""

import numpy as np

from ..model.sigmoid import Array


def rising(share: Array, weight: Array) -> Array:
    """Return the likeliest shares that never fall (pool adjacent violators).

    Maximum likelihood for binomial counts (Ayer, Brunk, Ewing, Reid and Silverman
    1955). What SciPy has for it loads nearly as long as all else that a fit needs.

    Parameters
    ----------
    share, weight : ndarray, shape (g,)
        Shares in order, and their weights, above 0.

    Returns
    -------
    ndarray, shape (g,)

    Examples
    --------
    >>> [round(float(p), 3) for p in rising(np.array([0.2, 0.1, 0.9]), np.ones(3))]
    [0.15, 0.15, 0.9]
    """
    pools: list[tuple[float, float, int]] = []
    for mean, mass in zip(share.tolist(), weight.tolist(), strict=True):
        size = 1
        while pools and pools[-1][0] >= mean:
            before, other, places = pools.pop()
            mean = (before * other + mean * mass) / (other + mass)
            mass += other
            size += places
        pools.append((mean, mass, size))
    means, _, sizes = zip(*pools, strict=True)
    return np.repeat(means, sizes)


def isotonic_onset(
    log_magnitude: Array, below: Array, total: Array, criterion: float
) -> float:
    """Return where the rising shares pass the criterion, as a magnitude.

    Between two groups the share is a straight line over log magnitude.

    Parameters
    ----------
    log_magnitude, below, total : ndarray, shape (g,)
        Groups, ascending.
    criterion : float
        Total probability below ceiling.

    Returns
    -------
    float
        inf when it is never reached, and 0 when it already is at the smallest
        group: like a limit, never a place that was not tested.
    """
    p = rising(below / total, total)
    reached = np.flatnonzero(p >= criterion)
    if len(reached) == 0:
        return np.inf
    at = int(reached[0])
    if at == 0:
        return 0.0
    x, share = log_magnitude[at - 1 : at + 1], p[at - 1 : at + 1]
    return float(np.exp(np.interp(criterion, share, x)))
