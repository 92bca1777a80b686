"""Room: by how much letters or lines can close up until two of them touch."""

import dataclasses
import functools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..drawing.mask import FULL
from ..drawing.raster import coverage
from ..paths import Path
from .pieces import Piece, cluster_pieces, line_pieces, stripped
from .scene import Run

_FINE = 128
"""px of an em where the room between letters is looked for."""

_COARSE = 48
"""px of an em where the room between lines is looked for."""

_ALONG, _ACROSS = 0, 1
Places = NDArray[np.intp]


def _ends(path: Path, way: int) -> tuple[Places, Places, Places]:
    """Return the rows with ink (columns for `_ACROSS`), where it starts, and ends."""
    mask = coverage(path)
    inked, place, first = mask.levels > FULL // 2, mask.y, mask.x
    if way == _ACROSS:
        inked, place, first = inked.T, mask.x, mask.y
    rows = np.flatnonzero(inked.any(axis=1))
    low = inked[rows].argmax(axis=1)
    high = inked.shape[1] - inked[rows, ::-1].argmax(axis=1)
    return rows + place, low + first, high + first


def _least_room(pieces: Sequence[Piece], way: int) -> float:
    """Return the least distance, px for each step, of neighbours in any row."""
    least = math.inf
    fronts: dict[int, tuple[int, float]] = {}
    for piece in pieces:
        for row, low, high in zip(*_ends(piece.path, way), strict=True):
            if row in fronts:
                front, steps = fronts[row]
                least = min(least, (low - front) / (piece.steps - steps))
            fronts[row] = (high, piece.steps)
    return least


@functools.lru_cache(maxsize=4096)
def _letter_room(run: Run) -> float:
    lines = cluster_pieces(run)
    return min(_least_room(line, _ALONG) for line in lines) / _FINE


@functools.lru_cache(maxsize=4096)
def _line_room(run: Run) -> float:
    return _least_room(line_pieces(run), _ACROSS) / _COARSE


def _sized(run: Run, size: int) -> Run:
    """Return the run at one size, without all that changes no distance in em."""
    return dataclasses.replace(stripped(run), size=float(size), x=0.0, y=0.0)


def letter_room(run: Run) -> float:
    """Return by how many em tracking can shrink until two clusters touch.

    It is not positive where they touch as they are. Only clusters that have ink
    at one height are neighbours.

    Raises
    ------
    TextError
        When the run cannot be tracked.
    """
    return _letter_room(_sized(run, _FINE))


def line_room(run: Run) -> float:
    """Return by how many em leading can shrink until two lines touch."""
    return _line_room(_sized(run, _COARSE))
