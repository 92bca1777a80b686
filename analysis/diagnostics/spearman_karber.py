"""The mean of the tolerance distribution: the trimmed Spearman-Kaerber method."""

from typing import NamedTuple

import numpy as np

from ..model.sigmoid import Array
from .isotonic import rising


class Karber(NamedTuple):
    """A Spearman-Kaerber threshold, and the share trimmed from each tail."""

    threshold: float
    trim: float


def spearman_karber(
    log_magnitude: Array,
    below: Array,
    total: Array,
    *,
    floor: float = 0.0,
    lapse: float = 0.0,
    trim: float | None = None,
) -> Karber | None:
    """Return the trimmed Spearman-Kaerber threshold, as a magnitude.

    Shares are freed from floor and lapse, q = (p - g) / (1 - g - l) (Abbott 1925),
    made rising and held in [0, 1]. With q a straight line over log magnitude
    between groups, and a share `trim` cut from each tail, the threshold is the mean

        ln m = sum (q[i+1] - q[i]) (x[i] + x[i+1]) / 2 / (1 - 2 trim)

    (Hamilton, Russo and Thurston 1977). It estimates the magnitude at which the
    sigmoid without its floor is one half, not the onset, and assumes no form.

    Parameters
    ----------
    log_magnitude, below, total : ndarray, shape (g,)
        Groups, ascending.
    floor, lapse : float
        The ends of the curve.
    trim : float, optional
        From 0 to .5; by default the least that the tested range allows.

    Returns
    -------
    Karber or None
        None when the tested range does not span the rest of the distribution.
    """
    share = (below / total - floor) / (1 - floor - lapse)
    q = np.clip(rising(share, total), 0.0, 1.0)
    least = max(float(q[0]), 1 - float(q[-1]))
    trim = least if trim is None else trim
    if not least <= trim < 0.5:
        return None
    x, p = _between(log_magnitude, q, trim)
    mean = (np.diff(p) * (x[1:] + x[:-1]) / 2).sum() / (1 - 2 * trim)
    return Karber(float(np.exp(mean)), trim)


def _between(x: Array, q: Array, trim: float) -> tuple[Array, Array]:
    """Return the line from its last point at `trim` to its first at 1 - trim."""
    low, high = trim, 1 - trim
    first = int(np.flatnonzero(q <= low)[-1])
    last = int(np.flatnonzero(q >= high)[0])
    middle = np.arange(first + 1, last)
    start = np.interp(low, q[first : first + 2], x[first : first + 2])
    end = np.interp(high, q[last - 1 : last + 1], x[last - 1 : last + 1])
    return (
        np.concatenate([[start], x[middle], [end]]),
        np.concatenate([[low], q[middle], [high]]),
    )
