"""Quadrilaterals: turned boxes around runs."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..drawing.raster import coverage
from ..paths import Points, polygon


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
    """Return rows and columns of the page's pixels that a rectangle touches."""
    mask = coverage(polygon(quad))
    rows, columns = np.nonzero(mask.levels)
    rows, columns = rows + mask.y, columns + mask.x
    kept = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    return rows[kept], columns[kept]


def covered(quads: Iterable[Points], width: int, height: int) -> NDArray[np.bool_]:
    """Return which pixels of a page, (height, width), any rectangle touches."""
    touched = np.zeros((height, width), dtype=bool)
    for quad in quads:
        touched[pixels_under(quad, width, height)] = True
    return touched
