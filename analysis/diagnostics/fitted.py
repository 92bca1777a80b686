"""The curve of a recorded fit, and the shares that it predicts."""

import numpy as np

from ..curve import Curve
from ..families import get_family
from ..model.cell import Cell
from ..model.ends import floor_bounds, lapse_bounds
from ..model.extremes import flat, step
from ..model.likelihood import log_prior
from ..model.sigmoid import Array, middle, spread
from ..results.onset_fit import OnsetFit


def smooth_curve(fit: OnsetFit) -> Curve | None:
    """Return the curve of a fit; None without one, for flat lines and for steps."""
    if fit.width is None or fit.threshold is None or fit.floor is None:
        return None
    family = get_family(fit.family)
    rate = spread(family) / fit.width
    return Curve(
        family=family,
        floor=fit.floor,
        intercept=middle(family) - rate * float(np.log(fit.threshold)),
        rate=rate,
        lapse=fit.lapse or 0.0,
        loglik=fit.loglik or 0.0,
        step=None,
    )


def fitted_shares(cell: Cell, fit: OnsetFit) -> Array | None:
    """Return the predicted share below ceiling at each magnitude of the cell.

    None when the fit has no curve.
    """
    if fit.width is None:
        return None
    curve = smooth_curve(fit)
    if curve is not None:
        return curve.probability(cell.log_magnitude)
    highest = floor_bounds(cell, fit.criterion)[1]
    if fit.width > 0:
        return np.full(len(cell.total), flat(cell, 0.0, 1.0, highest)[1])
    upright = step(cell, fit.criterion, highest, lapse_bounds(cell, fit.criterion)[1])
    if upright is None:
        return None
    x, low, high = cell.log_magnitude, upright.last_low, upright.first_high
    p = np.where(x <= low, upright.floor, 1 - upright.lapse)
    level = np.clip(cell.below / cell.total, upright.floor, 1 - upright.lapse)
    return np.where((x == low) & (x == high), level, p)


def parameters_of(cell: Cell) -> int:
    """Return how many parameters a fit of the cell has."""
    return 2 + (cell.floor is None) + (cell.lapse is None)


def akaike(cell: Cell, fit: OnsetFit) -> float | None:
    """Return Akaike's information criterion, 2 parameters - 2 log likelihood.

    Only differences between fits of the same data mean something, such as those of
    two families: binomial coefficients are left out. The prior of an estimated lapse
    is left out too.
    """
    if fit.loglik is None:
        return None
    prior = float(log_prior(np.array(fit.lapse))) if cell.lapse is None else 0.0
    return 2 * parameters_of(cell) - 2 * (fit.loglik - prior)
