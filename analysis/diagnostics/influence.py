"""How far the onset moves when one group of answers is left out."""

import numpy as np

from ..curve import Curve
from ..model.cell import Cell, Places
from ..model.climb import climb
from ..model.ends import floor_bounds, lapse_bounds
from ..model.likelihood import Counts
from ..model.positions import positions
from ..model.scaled import Axis
from ..model.sigmoid import Array

_ENOUGH = 1e-9


def influence(cell: Cell, curve: Curve, criterion: float, group: Places) -> Array:
    """Return the change of the log onset without each group.

    Parameters
    ----------
    cell : Cell
        The data.
    curve : Curve
        Their curve, with a finite rate above 0.
    criterion : float
        Total probability of the onset.
    group : ndarray, shape (n,)
        Number of each magnitude's group, from 0.

    Returns
    -------
    ndarray, shape (groups,)
        ln(onset without the group) - ln(onset); positive where the group holds the
        onset down. Infinite where the rest has no onset or one beyond its range, nan
        where the rest is one magnitude. Refits climb from the whole cell's curve
        where such climbs arrive.
    """
    axis = Axis.of(cell.log_magnitude)
    x = axis.scaled(cell.log_magnitude)
    kept = group != np.arange(group.max() + 1)[:, None]
    rows = len(kept)
    counts = Counts(
        below=np.where(kept, cell.below, 0.0),
        total=np.where(kept, cell.total, 0.0),
        controls_below=np.full(rows, cell.controls_below),
        controls_total=cell.controls_total,
    )
    line = [curve.intercept + curve.rate * axis.centre, curve.rate * axis.half]
    near = np.array([*line, curve.floor, curve.lapse])
    theta, _ = climb(
        curve.family,
        x,
        counts,
        floor_bounds(cell, criterion),
        lapse=lapse_bounds(cell, criterion),
        enough=_ENOUGH,
        near=near if cell.lapse is None else near[:3],
    )
    lapse = theta[:, 3] if cell.lapse is None else cell.lapse
    moved = positions(curve.family, theta, lapse, criterion)
    alone = (counts.total > 0).sum(axis=1) < 2
    now = (curve.log_onset(criterion) - axis.centre) / axis.half
    low = np.where(kept, x, np.inf).min(axis=1)
    high = np.where(kept, x, -np.inf).max(axis=1)
    moved = np.where(moved < low, -np.inf, np.where(moved > high, np.inf, moved))
    return np.where(alone, np.nan, (moved - now) * axis.half)
