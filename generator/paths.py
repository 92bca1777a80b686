"""Vector paths as arrays."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOVE, LINE, CURVE, CLOSE = 0, 1, 2, 3

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """Closed contours of lines and cubic curves, filled by the nonzero rule.

    Attributes
    ----------
    verbs : (n,) int8
        MOVE and LINE take one point each, CURVE three, CLOSE none.
    points : (m, 2) float64
        All points in order, x then y.
    """

    verbs: NDArray[np.int8]
    points: Points

    def mapped(self, matrix: Points, offset: Points) -> "Path":
        """Return the path with every point p moved to ``matrix @ p + offset``."""
        return Path(verbs=self.verbs, points=self.points @ matrix.T + offset)

    def bounds(self) -> tuple[float, float, float, float]:
        """Return x0, y0, x1, y1 of the control polygon, which holds the path."""
        low = self.points.min(axis=0)
        high = self.points.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    @property
    def empty(self) -> bool:
        """Whether the path has no points at all."""
        return len(self.points) == 0


def joined(paths: Iterable[Path]) -> Path:
    """Return one path holding the contours of all."""
    parts = list(paths)
    return Path(
        verbs=np.concatenate([np.empty(0, np.int8), *(p.verbs for p in parts)]),
        points=np.concatenate([np.empty((0, 2)), *(p.points for p in parts)]),
    )


_ROUND = 0.5522847498307936  # 4/3 (sqrt 2 - 1): a quarter circle as one cubic


def rectangle(x: float, y: float, width: float, height: float, radius: float) -> Path:
    """Return an axis-parallel rectangle, its corners rounded by `radius`."""
    if radius == 0:
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        return polygon(np.array(corners, dtype=np.float64))
    r, k = radius, radius * (1 - _ROUND)
    right, bottom = x + width, y + height
    verbs = [MOVE, LINE, CURVE, LINE, CURVE, LINE, CURVE, LINE, CURVE, CLOSE]
    points = [
        (x + r, y),
        (right - r, y),
        *((right - k, y), (right, y + k), (right, y + r)),
        (right, bottom - r),
        *((right, bottom - k), (right - k, bottom), (right - r, bottom)),
        (x + r, bottom),
        *((x + k, bottom), (x, bottom - k), (x, bottom - r)),
        (x, y + r),
        *((x, y + k), (x + k, y), (x + r, y)),
    ]
    return Path(
        verbs=np.array(verbs, dtype=np.int8), points=np.array(points, dtype=np.float64)
    )


def polygon(corners: Points) -> Path:
    """Return the closed polygon through `corners`, an (n, 2) array."""
    verbs = np.array([MOVE, *[LINE] * (len(corners) - 1), CLOSE], dtype=np.int8)
    return Path(verbs=verbs, points=np.asarray(corners, dtype=np.float64))
