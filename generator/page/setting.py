"""Setting a run: its outlines, ink centroid and box on the page."""

import dataclasses
import functools
import math

import numpy as np

from ..drawing.mask import Mask
from ..drawing.raster import MAX_SIDE, coverage
from ..errors import TextError
from ..paths import Path, Points, joined
from ..typography.outline import glyph_outline
from ..typography.shape import Line, shape, units_per_em
from .scene import Pose, Run

_UNPOSED = Pose()
_BLACK = (0, 0, 0)
_FINER = 4.0
_ROUNDED_OFF = 4
"""px by which a mask can be larger than its path."""

_SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0}


def _line_path(run: Run, line: Line, baseline: float) -> Path:
    start = run.x - _SHARE[run.anchor] * line.advance * run.size
    scale = run.size / units_per_em(run.face.font)
    flip = np.array([[scale, 0.0], [0.0, -scale]])
    return joined(
        glyph_outline(run.face.font, run.face.axes, glyph.index).mapped(
            flip,
            np.array([start + glyph.x * run.size, baseline - glyph.y * run.size]),
        )
        for glyph in line.glyphs
    )


@functools.lru_cache(maxsize=4096)
def _unposed_path(run: Run) -> Path:
    lines = run.text.split("\n")
    path = joined(
        _line_path(run, shape(line, run.face), run.y + i * run.leading * run.size)
        for i, line in enumerate(lines)
    )
    if path.empty:
        raise TextError(f"text {run.text!r} has no ink")
    return path


@functools.lru_cache(maxsize=4096)
def _unposed_centroid(run: Run) -> tuple[float, float]:
    """Read the centroid from a drawing `_FINER` times larger, or as large as can be.

    What is turned and zoomed about must be known better than rulers read.
    """
    path = _unposed_path(run)
    x0, y0, x1, y1 = path.bounds()
    room = (MAX_SIDE - _ROUNDED_OFF) // max(x1 - x0, y1 - y0)
    finer = max(1.0, min(_FINER, room))
    x, y = coverage(path.mapped(finer * np.eye(2), np.zeros(2))).centroid
    return x / finer, y / finer


@functools.lru_cache(maxsize=4096)
def _unposed_bounds(run: Run) -> tuple[float, float, float, float]:
    return _unposed_path(run).bounds()


def _unposed(run: Run) -> Run:
    """Strip what moves no outline, so that cached outlines serve many runs."""
    return dataclasses.replace(run, pose=_UNPOSED, colour=_BLACK)


def centroid(run: Run) -> tuple[float, float]:
    """Return the centroid of a run's ink as posed, in page px."""
    x, y = _unposed_centroid(_unposed(run))
    return x + run.pose.dx, y + run.pose.dy


def _posed(run: Run, path: Path) -> Path:
    if run.pose == _UNPOSED:
        return path
    turn = math.radians(run.pose.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    matrix = run.pose.zoom * np.array([[cos, -sin], [sin, cos]])
    centre = np.array(_unposed_centroid(_unposed(run)))
    shift = np.array([run.pose.dx, run.pose.dy])
    return path.mapped(matrix, centre + shift - matrix @ centre)


def outline(run: Run) -> Path:
    """Return a run's outlines as one path in page px, y downward."""
    return _posed(run, _unposed_path(_unposed(run)))


@functools.lru_cache(maxsize=1024)
def _mask(run: Run) -> Mask:
    return coverage(outline(run))


def mask(run: Run) -> Mask:
    """Return a run's coverage of the page, whatever its colour."""
    return _mask(dataclasses.replace(run, colour=_BLACK))


@functools.lru_cache(maxsize=4096)
def quad(run: Run) -> Points:
    """Return the corners of a run's box, (4, 2) page px, turned with it.

    The array is read-only and shared.
    """
    x0, y0, x1, y1 = _unposed_bounds(_unposed(run))
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    path = Path(verbs=np.zeros(4, np.int8), points=corners)
    points = _posed(run, path).points
    points.flags.writeable = False
    return points


def box(run: Run) -> tuple[float, float, float, float]:
    """Return x0, y0, x1, y1 of a run's axis-parallel box in page px."""
    corners = quad(run)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])
