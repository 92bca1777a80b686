"""The binomial likelihood of P(m) = g + (1 - g - l) F(z), and its derivatives.

Everything a climb needs, written so that 0 * ln 0 is 0 and nothing overflows.
The binomial coefficients are left out: single answers and their sums then have
the same likelihood.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
from scipy.special import xlog1py, xlogy

from .scoring import Rows
from .sigmoid import Array, Family

# The smallest share that a derivative in the floor or lapse divides by: its square
# stays finite.
_LEAST = 1e-130


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """A batch of data sets that share their magnitudes.

    `below` has shape (r, n), `total` (n,) or (r, n), `controls_below` (r,), and
    `controls_total` is one number or has shape (r,).
    """

    below: Array
    total: Array
    controls_below: Array
    controls_total: Array | float

    def take(self, rows: Rows | slice) -> Self:
        """Return some of the data sets."""
        own, controls = self.total.ndim == 2, np.ndim(self.controls_total) == 1
        return replace(
            self,
            below=self.below[rows],
            total=self.total[rows] if own else self.total,
            controls_below=self.controls_below[rows],
            controls_total=(
                np.asarray(self.controls_total)[rows]
                if controls
                else self.controls_total
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Curves of a batch, and how they move with their parameters.

    The last parameters are the floor and, when it is estimated, the lapse; those
    before them move z only.

    Attributes
    ----------
    z : ndarray, shape (r, n)
        Where each point lies on the sigmoid's axis.
    slopes : ndarray, shape (r, p, n)
        dz / d parameter.
    bends : ndarray, shape (r, p, p), or None
        d²z / d parameter², the same at every point; None when z is linear.
    floor, lapse : ndarray, shape (r,)
    lapse_free : bool
        Whether the last parameter is the lapse.
    """

    z: Array
    slopes: Array
    bends: Array | None
    floor: Array
    lapse: Array
    lapse_free: bool


class Ascent(NamedTuple):
    """Where a batch of climbs stands.

    Attributes
    ----------
    value : ndarray, shape (r,)
        Log likelihood, with the log prior of an estimated lapse.
    gradient : ndarray, shape (r, p)
    expected : ndarray, shape (r, p, p)
        Expected information, never negative.
    observed : ndarray, shape (r, p, p), or None
        Observed information: exact, of any sign; None when it is not known.
    """

    value: Array
    gradient: Array
    expected: Array
    observed: Array | None = None


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


def log_prior(lapse: Array) -> Array:
    """Return the log prior density of an estimated lapse, over that of 0.

    Beta(1, 10), the default prior of psignifit 4 (Schuett, Harmeling, Macke and
    Wichmann 2016): likeliest at 0, mean 1/11, and 60 % of it under .09.
    """
    return np.asarray(9 * np.log1p(-lapse))


def log_likelihood(
    family: Family,
    z: Array,
    floor: Array,
    counts: Counts,
    lapse: Array | None = None,
) -> Array:
    """Return the log likelihood of each row.

    Parameters
    ----------
    family : Family
        The sigmoid.
    z : ndarray, shape (r, n)
        Where each point lies on the sigmoid's axis.
    floor : ndarray, shape (r,)
        Lower end of each row's curve.
    counts : Counts
        The data, broadcast against the rows.
    lapse : ndarray, shape (r,), optional
        Distance of each curve's upper end from 1; by default 0.
    """
    lapse = np.zeros_like(floor) if lapse is None else lapse
    z = np.clip(z, *family.reach)
    height = (1 - floor - lapse)[:, None]
    p = floor[:, None] + height * family.cdf(z)
    log_q = _log_passed(height, lapse, family.log_survival(z))
    points = xlogy(counts.below, p) + (counts.total - counts.below) * log_q
    return np.asarray(points.sum(axis=1) + _controls(floor, counts))


def log_shares(
    family: Family, z: Array, floor: Array, lapse: Array
) -> tuple[Array, Array]:
    """Return ln P and ln(1 - P), shape (r, n), of curves as in `log_likelihood`."""
    p, q, _, _ = family.parts(np.clip(z, *family.reach))
    height = (1 - floor - lapse)[:, None]
    for chance, end in ((p, floor), (q, lapse)):
        chance *= height
        chance += end[:, None]
        np.log(np.maximum(chance, _LEAST, out=chance), out=chance)
    return p, q


def ascent(
    family: Family, shape: Shape, counts: Counts, *, exact: bool = True
) -> Ascent:
    """Return the log likelihood of each row with its derivatives.

    Without `exact` the observed information is left out.
    """
    z = np.clip(shape.z, *family.reach)
    height = (1 - shape.floor - shape.lapse)[:, None]
    cdf, log_survival = family.cdf(z), family.log_survival(z)
    p = shape.floor[:, None] + height * cdf
    log_q = _log_passed(height, shape.lapse, log_survival)
    passed = counts.total - counts.below
    points = xlogy(counts.below, p) + passed * log_q
    value = points.sum(axis=1) + _controls(shape.floor, counts)
    # (dP/dt) / P and (dP/dt) / Q for t = z, floor and lapse. With no lapse the part
    # of Q that the sigmoid makes is all of it.
    part = np.exp(np.log(height) + log_survival - log_q)
    up_z, down_z = height * family.density(z) / p, family.hazard(z) * part
    up, down = up_z[:, None] * shape.slopes, down_z[:, None] * shape.slopes
    at = -2 if shape.lapse_free else -1
    some_p = np.maximum(p, _LEAST)
    up[:, at] += np.exp(log_survival) / some_p
    down[:, at] += part / height
    if shape.lapse_free:
        up[:, -1] -= cdf / some_p
        down[:, -1] -= cdf / np.maximum(np.exp(log_q), _LEAST)
    hits, misses = counts.below[:, None] * up, passed[:, None] * down
    gradient = (hits - misses).sum(axis=2)
    total = np.broadcast_to(counts.total, p.shape)[:, None]
    expected = (total * up) @ down.transpose(0, 2, 1)
    observed = None
    if exact:
        observed = hits @ up.transpose(0, 2, 1) + misses @ down.transpose(0, 2, 1)
        score_z = counts.below * up_z - passed * down_z
        observed -= _bent(family, z, shape, score_z, height)
    _add_controls(shape, counts, gradient, expected, observed)
    if shape.lapse_free:
        value = value + log_prior(shape.lapse)
        gradient[:, -1] -= 9 / (1 - shape.lapse)
        expected[:, -1, -1] += 9 / (1 - shape.lapse) ** 2
        if observed is not None:
            observed[:, -1, -1] += 9 / (1 - shape.lapse) ** 2
    return Ascent(value=value, gradient=gradient, expected=expected, observed=observed)


def terms(family: Family, z: Array, floor: Array, counts: Counts) -> Terms:
    """Return the log likelihood of each row with its derivatives.

    Shapes as in `log_likelihood`.
    """
    g = floor[:, None]
    z = np.clip(z, *family.reach)
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


def _bent(
    family: Family, z: Array, shape: Shape, score_z: Array, height: Array
) -> Array:
    """Return the part of the second derivatives that is linear in the residuals."""
    slopes = shape.slopes
    bent = np.asarray(
        (score_z * family.bend(z))[:, None] * slopes @ slopes.transpose(0, 2, 1)
    )
    # d²P / dz dt is -F'(z) for both ends of the curve.
    mixed = (score_z[:, None] * slopes).sum(axis=2) / height
    for end in (-1, -2) if shape.lapse_free else (-1,):
        bent[:, end, :] -= mixed
        bent[:, :, end] -= mixed
    if shape.bends is not None:
        bent += score_z.sum(axis=1)[:, None, None] * shape.bends
    return bent


def _log_passed(height: Array, lapse: Array, log_survival: Array) -> Array:
    """Return ln(1 - P), exact where the curve is next to its upper end."""
    log_q = np.log(height) + log_survival
    if not lapse.any():
        return log_q
    with np.errstate(divide="ignore"):
        return np.asarray(np.logaddexp(np.log(lapse)[:, None], log_q))


def _controls(floor: Array, counts: Counts) -> Array:
    passed = counts.controls_total - counts.controls_below
    return np.asarray(xlogy(counts.controls_below, floor) + xlog1py(passed, -floor))


def _add_controls(
    shape: Shape,
    counts: Counts,
    gradient: Array,
    expected: Array,
    observed: Array | None,
) -> None:
    floor, at = shape.floor, -2 if shape.lapse_free else -1
    passed = counts.controls_total - counts.controls_below
    safe = np.where(counts.controls_below > 0, np.maximum(floor, 1e-140), 1.0)
    hits = counts.controls_below / safe
    information = hits / safe + passed / (1 - floor) ** 2
    gradient[:, at] += hits - passed / (1 - floor)
    expected[:, at, at] += information
    if observed is not None:
        observed[:, at, at] += information
