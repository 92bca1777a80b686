"""Percentile bootstrap limits: answers drawn again within their tier.

Answers are drawn with replacement, as many in each tier as there are (without tiers:
in each group of neighbouring magnitudes). Answers of one series are not kept together.
"""

import numpy as np

from ..model.cell import group_places
from ..model.chance import generator
from .condensed import condensed, places
from .limits import Fitted, Limits
from .replicates import MOST_MAGNITUDES, percentiles


def limits(fitted: Fitted) -> Limits:
    """Return percentile limits over answers drawn again.

    Parameters
    ----------
    fitted : Fitted
        Cell, curve, criterion, level, tier, replicates, seed and stream.

    Returns
    -------
    Limits
    """
    tiers = group_places(fitted.cell, fitted.tier)
    place = places(fitted.cell, MOST_MAGNITUDES, tiers)
    cell = condensed(fitted.cell, place)
    tier_of = np.zeros(len(cell.total), dtype=np.intp)
    tier_of[place] = tiers
    rng = generator(fitted.seed, "percentile")
    below = np.zeros((fitted.replicates, len(cell.total)))
    total = np.zeros_like(below)
    for tier in np.unique(tiers):
        members = np.flatnonzero(tier_of == tier)
        counts = np.concatenate(
            [cell.below[members], cell.total[members] - cell.below[members]]
        )
        size = int(counts.sum())
        drawn = rng.multinomial(size, counts / size, fitted.replicates)
        below[:, members] = drawn[:, : len(members)]
        total[:, members] = below[:, members] + drawn[:, len(members) :]
    return percentiles(fitted, cell, below, total)
