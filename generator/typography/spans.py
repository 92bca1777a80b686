"""Spans: the ink of outlines as stretches of many horizontal lines.

Where a line enters and leaves the ink is computed, not rounded to a grid, so areas
change without steps as outlines move along the lines.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..paths import CLOSE, CURVE, LINE, MOVE, Path, Points

DENSITY = 256
"""Lines to a unit of height: they tell distances to .001."""

_STRIDE = 256.0
"""Units of width that keep the edges of one line apart from those of the next."""

_STEPS = np.linspace(0.0, 1.0, 17)[:, None, None]
"""Places on a curve between which it is taken to be straight."""

_COUNTS = np.array([1, 1, 3, 0])
"""Points that MOVE, LINE, CURVE and CLOSE take."""

Edges = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spans:
    """Ink, line by line from below.

    Attributes
    ----------
    edges : (2 n,) float64
        Where ink begins and ends in turn, line by line: ``x + 256 j`` on line j,
        which is ``(j + 1/2) / DENSITY`` high. Rising.
    area, centre : float
        Inked area, and the x of its centroid (0 where there is no ink).
    """

    edges: Edges
    area: float
    centre: float


def _pairs(start: Points, end: Points) -> Points:
    return np.stack([start, end], axis=1)


def _sides(path: Path) -> Points:
    """Return the straight sides of all contours, (n, 2, 2), curves cut into many."""
    verbs = path.verbs
    last = np.cumsum(_COUNTS[verbs]) - 1
    end, start = path.points[last], path.points[np.maximum(last - 1, 0)]
    curves = last[verbs == CURVE]
    a, b, c, d = (path.points[curves + shift] for shift in (-3, -2, -1, 0))
    t, s = _STEPS, 1 - _STEPS
    bends = s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d
    moves = path.points[last[verbs == MOVE]]
    return np.concatenate(
        [
            _pairs(start, end)[verbs == LINE],
            _pairs(bends[:-1].reshape(-1, 2), bends[1:].reshape(-1, 2)),
            _pairs(end[verbs == CLOSE], moves),
        ]
    )


def _crossings(sides: Points) -> tuple[Edges, NDArray[np.int64]]:
    """Return where sides, (n, 2, 2), cross lines, and which way: up or down.

    A line is crossed by a side that starts below or on it and ends above it, or
    the other way round, so that a corner on a line counts once.
    """
    heights = sides[:, :, 1] * DENSITY - 0.5
    first, last = np.ceil(heights.min(axis=1)), np.ceil(heights.max(axis=1))
    counts = (last - first).astype(np.int64)
    which = np.repeat(np.arange(len(sides)), counts)
    before = np.cumsum(counts) - counts
    lines = first[which] + np.arange(len(which)) - before[which]
    start, end = heights[which, 0], heights[which, 1]
    share = (lines - start) / (end - start)
    x = sides[which, 0, 0] * (1 - share) + sides[which, 1, 0] * share
    return x + _STRIDE * lines, np.where(end > start, 1, -1)


def spans(path: Path) -> Spans:
    """Return the ink of a path, filled by the nonzero rule, y upward.

    Examples
    --------
    >>> from ..paths import rectangle
    >>> spans(rectangle(1.0, 0.0, 2.0, 1.0, 0.0)).area
    2.0
    """
    if path.empty:
        return Spans(edges=np.empty(0), area=0.0, centre=0.0)
    edges, turns = _crossings(_sides(path))
    order = np.argsort(edges, kind="stable")
    edges, inside = edges[order], np.cumsum(turns[order])
    # Each line ends outside, so the first edge of the next one always begins ink.
    was = np.concatenate([[0], inside[:-1]])
    edges = edges[(inside == 0) != (was == 0)]
    area = float((edges[1::2] - edges[0::2]).sum()) / DENSITY
    return Spans(edges=edges, area=area, centre=_centre(edges) if area > 0 else 0.0)


def _centre(edges: Edges) -> float:
    x = edges - _STRIDE * np.round(edges / _STRIDE)
    lengths = x[1::2] - x[0::2]
    return float(lengths @ (x[1::2] + x[0::2]) / (2 * lengths.sum()))


def unlike(first: Spans, second: Spans) -> float:
    """Return the area that only one of two inks covers, over the sum of both.

    They stand on the same height, the centroid of one above that of the other.
    0 for the same ink, 1 for inks that share nothing.

    Raises
    ------
    ZeroDivisionError
        When neither has ink.

    Examples
    --------
    >>> from ..paths import rectangle
    >>> wide, narrow = (rectangle(0.0, 0.0, width, 1.0, 0.0) for width in (3.0, 1.0))
    >>> unlike(spans(wide), spans(narrow))
    0.5
    """
    both = np.concatenate([first.edges - first.centre, second.edges - second.centre])
    both.sort(kind="stable")
    # On each line ink of only one begins and ends in turn, as either does.
    only = float((both[1::2] - both[0::2]).sum()) / DENSITY
    return only / (first.area + second.area)
