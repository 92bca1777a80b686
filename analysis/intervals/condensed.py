"""A cell with neighbouring magnitudes put together, for refits by the thousand."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..model.cell import Cell
from ..model.sigmoid import Array

Places = NDArray[np.intp]


def places(cell: Cell, most: int, apart: Places | None = None) -> Places:
    """Return which group each distinct magnitude belongs to, numbered from 0.

    Parameters
    ----------
    cell : Cell
        Its n distinct magnitudes.
    most : int
        Where no more magnitudes are distinct, each is its own group; else there
        are at most so many groups of neighbours, with about equally many answers.
    apart : ndarray of int, shape (n,), optional
        Magnitudes with different numbers never share a group.

    Returns
    -------
    ndarray of int, shape (n,)
    """
    if len(cell.total) <= most:
        return np.arange(len(cell.total))
    upto = np.cumsum(cell.total) - cell.total / 2
    place = np.minimum(most * upto / cell.total.sum(), most - 1).astype(np.intp)
    if apart is not None:
        place = place + most * apart
    return np.asarray(np.unique(place, return_inverse=True)[1], dtype=np.intp)


def condensed(cell: Cell, place: Places) -> Cell:
    """Return the cell in its groups, each at the mean log magnitude of its answers."""
    if len(np.unique(place)) == len(cell.total):
        return cell
    total = gathered(place, cell.total)
    middle = gathered(place, cell.total * cell.log_magnitude) / total
    return replace(
        cell,
        magnitude=np.exp(middle),
        log_magnitude=middle,
        below=gathered(place, cell.below),
        total=total,
    )


def gathered(place: Places, values: Array) -> Array:
    """Return the sum of `values` in each group."""
    return np.asarray(np.bincount(place, values), dtype=np.float64)
