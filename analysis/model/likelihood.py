"""The binomial likelihood of P(m) = g + (1 - g) F(z), point by point.

Everything a climb needs, written so that 0 * ln 0 is 0 and nothing overflows.
The binomial coefficients are left out: single answers and their sums then have
the same likelihood.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import xlog1py, xlogy

from .sigmoid import Array, Family

_FARTHEST = 700.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """A batch of data sets that share their magnitudes.

    `below` has shape (r, n), `total` (n,), `controls_below` (r,).
    """

    below: Array
    total: Array
    controls_below: Array
    controls_total: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Log likelihood, its derivatives in z and g, and square roots of information.

    Attributes
    ----------
    value : ndarray, shape (r,)
        Log likelihood.
    score_z : ndarray, shape (r, n)
        Derivative in z at each point.
    score_g : ndarray, shape (r,)
        Derivative in the floor at fixed z.
    root_z, root_g : ndarray, shape (r, n)
        The expected information of point i in a parameter t is
        ``(root_z dz/dt + root_g dg/dt) ** 2``.
    information_g : ndarray, shape (r,)
        Observed information of the controls in the floor.
    """

    value: Array
    score_z: Array
    score_g: Array
    root_z: Array
    root_g: Array
    information_g: Array


def log_likelihood(family: Family, z: Array, floor: Array, counts: Counts) -> Array:
    """Return the log likelihood of each row.

    Parameters
    ----------
    family : Family
        The sigmoid.
    z : ndarray, shape (r, n)
        Where each point lies on the sigmoid's axis.
    floor : ndarray, shape (r,)
        Floor of each row.
    counts : Counts
        The data, broadcast against the rows.
    """
    g = floor[:, None]
    p = g + (1 - g) * family.cdf(np.clip(z, -_FARTHEST, _FARTHEST))
    passed = counts.total - counts.below
    survived = np.where(passed > 0, passed, 0) * (np.log1p(-g) + family.log_survival(z))
    points = xlogy(counts.below, p) + survived
    return np.asarray(points.sum(axis=1) + _controls(floor, counts))


def terms(family: Family, z: Array, floor: Array, counts: Counts) -> Terms:
    """Return the log likelihood of each row with its derivatives.

    Shapes as in `log_likelihood`.
    """
    g = floor[:, None]
    z = np.clip(z, -_FARTHEST, _FARTHEST)
    log_survival = family.log_survival(z)
    survival = np.exp(log_survival)
    density, hazard = family.density(z), family.hazard(z)
    p = g + (1 - g) * family.cdf(z)
    passed = counts.total - counts.below
    points = xlogy(counts.below, p) + passed * (np.log1p(-g) + log_survival)
    controls_passed = counts.controls_total - counts.controls_below
    safe = np.where(counts.controls_below > 0, np.maximum(floor, 1e-140), 1.0)
    hits = counts.controls_below / safe
    return Terms(
        value=points.sum(axis=1) + _controls(floor, counts),
        score_z=counts.below * (1 - g) * density / p - passed * hazard,
        score_g=(counts.below * survival / p - passed / (1 - g)).sum(axis=1)
        + hits
        - controls_passed / (1 - floor),
        root_z=np.sqrt(counts.total * (1 - g) * density * hazard / p),
        root_g=np.sqrt(counts.total * survival / ((1 - g) * p)),
        information_g=hits / safe + controls_passed / (1 - floor) ** 2,
    )


def _controls(floor: Array, counts: Counts) -> Array:
    passed = counts.controls_total - counts.controls_below
    return np.asarray(xlogy(counts.controls_below, floor) + xlog1py(passed, -floor))
