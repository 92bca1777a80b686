"""The likelihood of a curve whose intercept differs from series to series.

P = g + (1 - g) F(q(g) + b (x - xi) + sd u), u standard normal for each series. The
integral over u is a sum over equally spaced nodes, the same for every parameter: for
smooth integrands it converges exponentially (Trefethen and Weideman 2014, SIAM Review
56, 385-458), and it has no modes to find, which under a floor may be two to a series.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from ..model.cell import Cell
from ..model.extremes import binomial
from ..model.sigmoid import Array, Family

Places = NDArray[np.intp]
LARGEST_SD = 8.0
_FARTHEST_NODE = 6.5
_FARTHEST = 500.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixture:
    """Answers of many series.

    Attributes
    ----------
    x, below : ndarray, shape (n,)
        Scaled log magnitude of each answer, and whether it is below ceiling.
    place : ndarray of int, shape (n,)
        Series of each answer, from 0.
    count : int
        Number of series.
    controls : Cell
        Controls, or the given floor.
    node : ndarray, shape (k,)
        Where u is evaluated; see `nodes_for`.
    """

    family: Family
    x: Array
    below: Array
    place: Places
    count: int
    controls: Cell
    criterion: float
    node: Array

    def value(
        self, xi: float, log_rate: float, log_sd: float, floor: float
    ) -> tuple[float, Array]:
        """Return the log likelihood, controls included, and its gradient.

        Parameters
        ----------
        xi : float
            Onset of the median series on the scaled axis.
        log_rate, log_sd : float
            ln b and ln sd; a log sd of -inf is an sd of 0.
        floor : float
            g, above 0 and under the criterion.

        Returns
        -------
        value : float
        gradient : ndarray, shape (4,)
            In the order of the parameters: the posterior mean of the gradient given
            u (Fisher's identity).
        """
        rate, sd = np.exp(log_rate), np.exp(log_sd)
        share = np.array((self.criterion - floor) / (1 - floor))
        start = self.family.quantile(share)
        moved = -(1 - self.criterion) / (1 - floor) ** 2 / self.family.density(start)
        line = start + rate * (self.x - xi)
        u = self.node
        z = line[:, None] + sd * u
        points, score, score_g = self._points(z, floor, self.below[:, None])
        inner = np.stack([self._sums(column) for column in points.T], axis=1)
        logs = inner - u * u / 2 + np.log((u[1] - u[0]) / np.sqrt(2 * np.pi))
        top = logs.max(axis=1, keepdims=True)
        shares = np.exp(logs - top)
        total = shares.sum(axis=1, keepdims=True)
        posterior = (shares / total)[self.place]
        gradient = np.array(
            [
                -(posterior * score).sum() * rate,
                (posterior * score * (rate * (self.x - xi))[:, None]).sum(),
                (posterior * score * sd * u).sum(),
                (posterior * (score * moved + score_g)).sum(),
            ]
        )
        alone, alone_g = self._controls(floor)
        gradient[3] += alone_g
        return float((top[:, 0] + np.log(total[:, 0])).sum()) + alone, gradient

    def _points(
        self, z: Array, floor: float, below: Array
    ) -> tuple[Array, Array, Array]:
        """Return log likelihood and its derivatives in z and g of each answer."""
        z = np.clip(z, -_FARTHEST, _FARTHEST)
        log_survival = self.family.log_survival(z)
        p = floor + (1 - floor) * self.family.cdf(z)
        hit = below / p
        passed = 1 - below
        value = xlogy(below, p) + passed * (np.log1p(-floor) + log_survival)
        score = hit * (1 - floor) * self.family.density(z) - passed * (
            self.family.hazard(z)
        )
        return value, score, hit * np.exp(log_survival) - passed / (1 - floor)

    def _controls(self, floor: float) -> tuple[float, float]:
        k, n = self.controls.controls_below, self.controls.controls_total
        if n == 0:
            return 0.0, 0.0
        return float(binomial(k, n, floor)), k / floor - (n - k) / (1 - floor)

    def _sums(self, values: Array) -> Array:
        return np.asarray(np.bincount(self.place, values, self.count), np.float64)


def nodes_for(place: Places) -> Array:
    """Return nodes close enough for series of that many answers.

    An answer carries at most sd squared / 4 of information on u (exactly so for the
    logistic sigmoid without a floor). Nodes apart by the standard deviation that is
    left integrate a normal density to 5e-9.
    """
    most = float(np.bincount(place).max())
    apart = 1 / np.sqrt(1 + most * LARGEST_SD**2 / 4)
    half = int(np.ceil(_FARTHEST_NODE / apart))
    return np.linspace(-_FARTHEST_NODE, _FARTHEST_NODE, 2 * half + 1)
