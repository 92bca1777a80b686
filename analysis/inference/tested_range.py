"""Limits that claim nothing about magnitudes far from those tested."""

import math

from ..curve import NARROWEST


def within_reach(
    status: str, low: float, high: float, smallest: float, largest: float
) -> tuple[float, float]:
    """Return the limits of an onset, open where they would be extrapolated.

    An upper limit further beyond the largest magnitude than a fifth of the tested
    log range, as narrow as curves get, would rest on the form of the sigmoid alone.
    Under the smallest magnitude there are the controls, at magnitude 0.

    Parameters
    ----------
    status : str
        Where there is no onset, or one outside the range, limits reach into it.
    low, high : float
        The limits as the answers and the family have them.
    smallest, largest : float
        Magnitudes that were tested.

    Examples
    --------
    >>> within_reach("located", 3.0, 27.0, 1.0, 16.0)
    (3.0, 27.0)
    >>> within_reach("located", 3.0, 28.0, 1.0, 16.0)
    (3.0, inf)
    """
    if status in ("flat", "right_censored"):
        return min(low, largest), math.inf
    if high > largest * (largest / smallest) ** NARROWEST:
        high = math.inf
    return (0.0, max(high, smallest)) if status == "left_censored" else (low, high)
