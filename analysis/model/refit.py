"""Refits of simulated or resampled data, free or pinned to an onset."""

import numpy as np

from .cell import Cell
from .climbs import Climb
from .columns import Columns
from .likelihood import Counts
from .problems import FreeColumns, Model, PinnedColumns, PinnedModel
from .sigmoid import Array
from .together import climbed

MOST_STEPS = 1000
FEW_STEPS = 20
"""Where one climb of 500 is still under way, and none of them comes first."""


def repeated(cell: Cell, times: int) -> Counts:
    """Return the data of a cell so many times."""
    return Counts(
        below=np.broadcast_to(cell.below, (times, len(cell.below))),
        total=cell.total,
        controls_below=np.full(times, cell.controls_below),
        controls_total=cell.controls_total,
    )


def refit(
    model: Model,
    x: Array,
    counts: Counts,
    start: Array,
    *,
    enough: float,
    steps: int = MOST_STEPS,
) -> tuple[Array, Array]:
    """Return (intercept, rate, floor), shape (3, r), and the values, shape (r,).

    Parameters
    ----------
    model : Model
        Family and bounds.
    x : ndarray, shape (n,)
        Scaled log magnitudes.
    counts : Counts
        The data sets, r of them.
    start : ndarray, shape (3, r) or (3, r, s)
        Where each climb begins; of several, the best is returned.
    enough : float
        Gain of a step at which a climb stops.
    steps : int
        Most steps of a climb.
    """
    bounds = np.array([(-np.inf, np.inf), (0.0, model.largest_rate), model.bounds])
    problems = FreeColumns(model, Columns.of(x, counts))
    return _found(problems, start, bounds, enough, steps)


def refit_pinned(
    model: PinnedModel,
    x: Array,
    counts: Counts,
    position: Array,
    start: Array,
    *,
    enough: float,
) -> tuple[Array, Array]:
    """Return (rate, floor), shape (2, r), with the onset at `position`, and the values.

    Parameters
    ----------
    model, x, counts, enough
        As for `refit`.
    position : ndarray, shape (r,)
        Scaled log magnitude of each onset.
    start : ndarray, shape (2, r) or (2, r, s)
        Where each climb begins; of several, the best is returned, and a NaN is none.
    """
    bounds = np.array([(0.0, model.largest_rate), model.bounds])
    problems = PinnedColumns(model, Columns.of(x, counts), position)
    return _found(problems, start, bounds, enough, MOST_STEPS)


def _found(
    problems: FreeColumns | PinnedColumns,
    start: Array,
    bounds: Array,
    enough: float,
    steps: int,
) -> tuple[Array, Array]:
    """Climb from one start each or from several."""
    several = start if start.ndim == 3 else start[:, :, None]
    return climbed(
        Climb(
            problems=problems, start=several, bounds=bounds, enough=enough, steps=steps
        )
    )
