"""The cumulative normal, F(z) = Phi(z): on log magnitude, the probit dose response.

The curve of classical discrimination experiments (Finney 1971, chapter 3).
"""

import math

import numpy as np
from scipy.special import erfcx, log_ndtr, ndtr, ndtri

from ..model.sigmoid import Array


class Normal:
    """F(z) = Phi(z); its rate is 1 over the standard deviation.

    Examples
    --------
    >>> round(float(Normal().cdf(np.array(1.96))), 4)
    0.975
    """

    __slots__ = ()

    # Beyond, F or 1 - F is next to the smallest number there is.
    reach = (-37.0, 37.0)

    def cdf(self, z: Array) -> Array:
        """Return Phi(z)."""
        return np.asarray(ndtr(z))

    def log_survival(self, z: Array) -> Array:
        """Return ln Phi(-z)."""
        return np.asarray(log_ndtr(-z))

    def density(self, z: Array) -> Array:
        """Return exp(-z² / 2) / sqrt(2 pi)."""
        return np.asarray(np.exp(-np.square(z) / 2) / math.sqrt(2 * math.pi))

    def bend(self, z: Array) -> Array:
        """Return d ln(density) / dz, which is -z."""
        return np.asarray(-z)

    def hazard(self, z: Array) -> Array:
        """Return the inverse of Mills' ratio."""
        return np.asarray(math.sqrt(2 / math.pi) / erfcx(z / math.sqrt(2)))

    def parts(self, z: Array) -> tuple[Array, Array, Array, Array]:
        """Return F(z), 1 - F(z), the density and its bend."""
        return self.cdf(z), self.cdf(-z), self.density(z), self.bend(z)

    def quantile(self, p: Array) -> Array:
        """Return the normal deviate of `p`."""
        return np.asarray(ndtri(p))


family = Normal()
