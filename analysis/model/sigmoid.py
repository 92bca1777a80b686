"""What a family of sigmoids must offer, and its form in (threshold, width)."""

import math
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_LOGISTIC_SPREAD = 2 * math.log(19)


class Family(Protocol):
    """A sigmoid F(z) on its own standard axis.

    A curve uses it as F(z) with ``z = intercept + rate * ln(magnitude)``. All
    methods work element by element on arrays of any shape.
    """

    @property
    def reach(self) -> tuple[float, float]:
        """Return the z beyond which F, or 1 - F, is too small for its logarithm."""
        ...

    def cdf(self, z: Array) -> Array:
        """Return F(z)."""
        ...

    def log_survival(self, z: Array) -> Array:
        """Return ln(1 - F(z)), exact where F is next to 1."""
        ...

    def density(self, z: Array) -> Array:
        """Return dF/dz."""
        ...

    def bend(self, z: Array) -> Array:
        """Return d ln(density) / dz."""
        ...

    def hazard(self, z: Array) -> Array:
        """Return dF/dz / (1 - F(z)), finite for every z."""
        ...

    def parts(self, z: Array) -> tuple[Array, Array, Array, Array]:
        """Return F(z), 1 - F(z), dF/dz and the bend at once, where speed counts."""
        ...

    def quantile(self, p: Array) -> Array:
        """Return the z at which F is `p`."""
        ...


def spread(family: Family) -> float:
    """Return the distance on the standard axis between F = .05 and F = .95.

    The width of a curve is this distance divided by its rate (the
    parametrisation of Schuett, Harmeling, Macke and Wichmann 2016).

    Examples
    --------
    >>> from eyechart.analysis.families import get_family
    >>> round(spread(get_family("logistic")), 6)  # 2 ln 19
    5.888878
    """
    low, high = family.quantile(np.array([0.05, 0.95]))
    return float(high - low)


def as_wide(family: Family, rate: Array) -> Array:
    """Return the rates whose curves are as wide as the logistic's of `rate`."""
    return rate * (spread(family) / _LOGISTIC_SPREAD)


def middle(family: Family) -> float:
    """Return the z at which F is one half: where the threshold lies."""
    return float(family.quantile(np.array([0.5]))[0])
