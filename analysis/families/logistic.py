"""The logistic sigmoid, F(z) = 1 / (1 + exp(-z)).

On the logarithm of the magnitude it is the log-logistic dose-response curve
(Finney 1971); the default family, as in the published audit.
"""

import numpy as np
from scipy.special import expit, log_expit, logit

from ..model.sigmoid import Array


class Logistic:
    """F(z) = 1 / (1 + exp(-z)); its rate is the slope of the logit.

    Examples
    --------
    >>> float(Logistic().quantile(Logistic().cdf(np.array(1.5))))
    1.5
    """

    __slots__ = ()

    # Beyond, F or 1 - F is under exp(-700).
    reach = (-700.0, 700.0)

    def cdf(self, z: Array) -> Array:
        """Return F(z)."""
        return np.asarray(expit(z))

    def log_survival(self, z: Array) -> Array:
        """Return ln(1 - F(z))."""
        return np.asarray(log_expit(-z))

    def density(self, z: Array) -> Array:
        """Return F(z) (1 - F(z))."""
        return np.asarray(expit(z) * expit(-z))

    def bend(self, z: Array) -> Array:
        """Return d ln(density) / dz, which is 1 - 2 F(z)."""
        return np.asarray(1 - 2 * expit(z))

    def hazard(self, z: Array) -> Array:
        """Return the density over 1 - F(z), which here is F(z)."""
        return np.asarray(expit(z))

    def parts(self, z: Array) -> tuple[Array, Array, Array, Array]:
        """Return F(z), 1 - F(z), the density and its bend."""
        odds = np.exp(z)
        rest = 1 / (1 + odds)
        rise = odds * rest
        return rise, rest, rise * rest, rest - rise

    def quantile(self, p: Array) -> Array:
        """Return ln(p / (1 - p))."""
        return np.asarray(logit(p))


family = Logistic()
