"""The Gumbel sigmoid, F(z) = 1 - exp(-exp(z)): on log magnitude, the Weibull curve.

With z = a + b ln m it is 1 - exp(-(m / s)^b), s = exp(-a / b): the Weibull function
of detection experiments (Quick 1974) and the complementary log-log dose response.
"""

import numpy as np

from ..model.sigmoid import Array


class Gumbel:
    """F(z) = 1 - exp(-exp(z)); its rate is the Weibull shape.

    Examples
    --------
    >>> float(Gumbel().cdf(np.log(3.0))) == float(-np.expm1(-3.0))
    True
    """

    __slots__ = ()

    # Beyond, F is under exp(-700), or 1 - F is.
    reach = (-700.0, float(np.log(700.0)))

    def cdf(self, z: Array) -> Array:
        """Return F(z)."""
        return np.asarray(-np.expm1(-np.exp(np.minimum(z, self.reach[1]))))

    def log_survival(self, z: Array) -> Array:
        """Return -exp(z)."""
        return np.asarray(-np.exp(z))

    def density(self, z: Array) -> Array:
        """Return exp(z - exp(z))."""
        return np.asarray(np.exp(z - np.exp(z)))

    def bend(self, z: Array) -> Array:
        """Return d ln(density) / dz, which is 1 - exp(z)."""
        return np.asarray(1 - np.exp(z))

    def hazard(self, z: Array) -> Array:
        """Return exp(z)."""
        return np.asarray(np.exp(z))

    def parts(self, z: Array) -> tuple[Array, Array, Array, Array]:
        """Return F(z), 1 - F(z), the density and its bend."""
        power = np.exp(z)
        rest = np.exp(-power)
        return -np.expm1(-power), rest, power * rest, 1 - power

    def quantile(self, p: Array) -> Array:
        """Return ln(-ln(1 - p))."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(-np.log1p(-p)))


family = Gumbel()
