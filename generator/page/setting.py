"""Setting a run: its outlines, ink centroid and box on the page."""

import dataclasses
import functools
import math

import numpy as np

from ..drawing.blur import blurred, reach
from ..drawing.mask import Mask
from ..drawing.raster import MAX_SIDE, coverage
from ..errors import TextError
from ..paths import Path, Points, joined
from ..typography.outline import glyph_outline
from ..typography.shape import Line, shape, units_per_em
from .scene import Finish, Pose, Run

_UNPOSED = Pose()
_UNFINISHED = Finish()
_BLACK = (0, 0, 0)
_FINER = 4.0
_ENOUGH = 60_000
"""px² of a drawing that show a centroid within .02 px."""

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
    """Read the centroid from a larger drawing, the more so the smaller the run.

    What is turned and zoomed about must be known better than rulers read.
    """
    path = _unposed_path(run)
    x0, y0, x1, y1 = path.bounds()
    room = (MAX_SIDE - _ROUNDED_OFF) // max(x1 - x0, y1 - y0)
    enough = math.sqrt(_ENOUGH / max(1.0, (x1 - x0) * (y1 - y0)))
    finer = max(1.0, min(_FINER, room, enough))
    x, y = coverage(path.mapped(finer * np.eye(2), np.zeros(2))).centroid
    return x / finer, y / finer


def _unposed(run: Run) -> Run:
    """Strip what moves no outline, so that cached outlines serve many runs."""
    return dataclasses.replace(_plain(run), pose=_UNPOSED, blur=0.0)


def _plain(run: Run) -> Run:
    """Strip what changes no coverage."""
    return dataclasses.replace(run, colour=_BLACK, opacity=1.0, finish=_UNFINISHED)


def centroid(run: Run) -> tuple[float, float]:
    """Return the centroid of a run's ink as posed, in page px."""
    x, y = _unposed_centroid(_unposed(run))
    return x + run.pose.dx, y + run.pose.dy


def _turn(pose: Pose) -> Points:
    """Return how the run's own frame lies on the page, (2, 2)."""
    angle = math.radians(pose.angle)
    cos, sin = math.cos(angle), math.sin(angle)
    return pose.zoom * np.array([[cos, -sin], [sin, cos]])


def _lean(pose: Pose) -> Points:
    """Return what happens to a run in its own frame, (2, 2)."""
    return np.array([[pose.stretch, -math.tan(math.radians(pose.slant))], [0.0, 1.0]])


def frame(pose: Pose) -> Points:
    """Return how a run as laid out lies on the page, its place apart, (2, 2)."""
    return _turn(pose) @ _lean(pose)


def _placed(run: Run, matrix: Points, path: Path) -> Path:
    """Map a path by `matrix` about the run's centroid, then shift it."""
    centre = np.array(_unposed_centroid(_unposed(run)))
    shift = np.array([run.pose.dx, run.pose.dy])
    return path.mapped(matrix, centre + shift - matrix @ centre)


def _posed(run: Run, path: Path) -> Path:
    if run.pose == _UNPOSED:
        return path
    return _placed(run, frame(run.pose), path)


def outline(run: Run) -> Path:
    """Return a run's outlines as one path in page px, y downward."""
    return _posed(run, _unposed_path(_unposed(run)))


@functools.lru_cache(maxsize=1024)
def _mask(run: Run) -> Mask:
    drawn = coverage(outline(run))
    return blurred(drawn, run.blur) if run.blur else drawn


def mask(run: Run) -> Mask:
    """Return a run's coverage of the page, whatever its colour and opacity."""
    return _mask(_plain(run))


@functools.lru_cache(maxsize=4096)
def _frame_bounds(run: Run) -> tuple[float, float, float, float]:
    """Return the bounds of a run's outlines in its own frame, not yet turned."""
    path = _unposed_path(_unposed(run))
    centre = np.array(_unposed_centroid(_unposed(run)))
    lean = _lean(run.pose)
    x0, y0, x1, y1 = path.mapped(lean, centre - lean @ centre).bounds()
    margin = reach(run.blur) / run.pose.zoom if run.blur else 0.0
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin


@functools.lru_cache(maxsize=4096)
def _quad(run: Run) -> Points:
    x0, y0, x1, y1 = _frame_bounds(run)
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    path = Path(verbs=np.zeros(4, np.int8), points=corners)
    points = corners
    if run.pose != _UNPOSED:
        points = _placed(run, _turn(run.pose), path).points
    points.flags.writeable = False
    return points


def quad(run: Run) -> Points:
    """Return the corners of a run's box, (4, 2) page px: a rectangle turned with it.

    The array is read-only and shared. A blurred run's box holds its blur.
    """
    return _quad(_plain(run))


def box(run: Run) -> tuple[float, float, float, float]:
    """Return x0, y0, x1, y1 of a run's axis-parallel box in page px."""
    corners = quad(run)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])
