"""Parametric bootstrap limits: data sets drawn from the fitted curve."""

import numpy as np

from ..model.chance import generator
from .condensed import condensed, places
from .limits import Fitted, Limits
from .replicates import MOST_MAGNITUDES, percentiles


def limits(fitted: Fitted) -> Limits:
    """Return percentile limits over data sets drawn from the fitted curve.

    Parameters
    ----------
    fitted : Fitted
        Cell, curve, criterion, level, replicates, seed and stream.

    Returns
    -------
    Limits
    """
    cell = condensed(fitted.cell, places(fitted.cell, MOST_MAGNITUDES))
    p = np.clip(fitted.curve.probability(cell.log_magnitude), 0.0, 1.0)
    rng = generator(fitted.seed, "parametric")
    shape = (fitted.replicates, len(p))
    below = rng.binomial(cell.total.astype(np.int64), p, shape).astype(np.float64)
    return percentiles(fitted, cell, below, cell.total)
