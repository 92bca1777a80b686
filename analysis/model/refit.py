"""Refits of simulated or resampled data, free or pinned to an onset."""

import numpy as np

from .cell import Cell
from .likelihood import Counts
from .problems import Columns, FreeColumns, Model, PinnedColumns, PinnedModel
from .scoring import Problems, score
from .sigmoid import Array

MOST_STEPS = 60
FEW_STEPS = 20
"""Where one climb of 500 is still under way, and none of them comes first."""

_BLOCK = 4096
# After two and after five steps, climbs that lie further behind are given up. Of
# 24,000 small data sets with three starts, 44 then miss their maximum by over 1e-5.
_STAGES = ((2, 8.0), (3, 2.0))


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
    return _best(problems, start, bounds, enough, steps)


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
        Where each climb begins; of several, the best is returned.
    """
    bounds = np.array([(0.0, model.largest_rate), model.bounds])
    problems = PinnedColumns(model, Columns.of(x, counts), position)
    return _best(problems, start, bounds, enough, MOST_STEPS)


def _best(
    problems: Problems, start: Array, bounds: Array, enough: float, steps: int
) -> tuple[Array, Array]:
    """Return the best climb of each function, and its value."""
    if start.ndim == 2 or start.shape[2] == 1:
        alone = start.reshape(start.shape[:2])
        return _climbed(problems, alone, bounds, enough, steps)
    rows, number = start.shape[1:]
    owner = np.repeat(np.arange(rows), number)
    climbs, theta = problems.take(owner), start.reshape(len(start), -1)
    value = np.full(len(owner), -np.inf)
    near = np.arange(len(owner))
    for few, far in (*_STAGES, (steps, 0.0)):
        theta[:, near], value[near] = _climbed(
            climbs.take(near), theta[:, near], bounds, enough, few
        )
        best = value.reshape(rows, number).max(axis=1)
        near = np.flatnonzero(best[owner] - value <= far)
    first = value.reshape(rows, number).argmax(axis=1) + number * np.arange(rows)
    return theta[:, first], value[first]


def _climbed(
    problems: Problems, start: Array, bounds: Array, enough: float, steps: int
) -> tuple[Array, Array]:
    """Climb in blocks small enough to stay in the processor's cache."""
    lower, upper = bounds.T
    rows = np.arange(start.shape[1])
    found = []
    for first in range(0, max(len(rows), 1), _BLOCK):
        some = rows[first : first + _BLOCK]
        found.append(
            score(
                problems.take(some),
                start[:, some],
                lower,
                upper,
                enough=enough,
                steps=steps,
            )
        )
    thetas, values = zip(*found, strict=True)
    return np.concatenate(thetas, axis=1), np.concatenate(values)
