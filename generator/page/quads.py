"""Quadrilaterals: turned boxes around runs."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..paths import Points

_TOUCH = 1e-9
"""px by which two shapes must overlap to touch."""


def grown(quad: Points, margin: float) -> Points:
    """Return a rectangle, (4, 2), with every side moved outward by `margin`."""
    along = (quad[1] - quad[0]) / np.linalg.norm(quad[1] - quad[0])
    across = (quad[3] - quad[0]) / np.linalg.norm(quad[3] - quad[0])
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
    moved: Points = quad + margin * (signs @ np.array([along, across]))
    return moved


def apart(first: Points, second: Points) -> bool:
    """Tell whether two rectangles share no point, by the separating axis theorem."""
    for corners in (first, second):
        for side in (corners[1] - corners[0], corners[3] - corners[0]):
            a, b = first @ side, second @ side
            if a.max() < b.min() or b.max() < a.min():
                return True
    return False


def inside(quad: Points, width: float, height: float) -> bool:
    """Tell whether a rectangle lies on a page wholly."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    return bool(low.min() >= 0 and high[0] <= width and high[1] <= height)


def pixels_under(
    quad: Points, width: int, height: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of the page's pixels that a rectangle touches.

    Decided by the separating axis theorem, for all pixels of its box at once.
    """
    low = np.maximum(np.floor(quad.min(axis=0)), 0).astype(np.intp)
    high = np.minimum(np.ceil(quad.max(axis=0)), (width, height)).astype(np.intp)
    xs = np.arange(low[0], high[0]) + 0.5
    ys = np.arange(low[1], high[1])[:, None] + 0.5
    x, y = quad.mean(axis=0)
    near = np.ones((ys.size, xs.size), dtype=bool)
    for corner in (1, 3):
        side = quad[corner] - quad[0]
        length = np.linalg.norm(side)
        away = np.abs((xs - x) * side[0] + (ys - y) * side[1]) / length
        near &= away < length / 2 + np.abs(side).sum() / (2 * length) - _TOUCH
    rows, columns = np.nonzero(near)
    return rows + low[1], columns + low[0]


def covered(quads: Iterable[Points], width: int, height: int) -> NDArray[np.bool_]:
    """Return which pixels of a page, (height, width), any rectangle touches."""
    touched = np.zeros((height, width), dtype=bool)
    for quad in quads:
        touched[pixels_under(quad, width, height)] = True
    return touched
