"""Family: the face of the catalogue in which the run looks like the result."""

import dataclasses
import math

import numpy as np

from ..drawing.canvas import Pixels
from ..page.draw import draw_run
from ..page.quads import grown, pixels_under
from ..page.scene import Pose, Run
from ..page.setting import centroid, outline
from ..paths import Points
from ..typography.relatives import Relative, relatives
from .ink import MARGIN
from .ruler import Ruler
from .view import View

_DRAWN = 8
"""Faces that are drawn at most: those with boxes most like the recorded one."""

_ORIGIN = np.zeros(2)


def _bare(run: Run, other: Relative) -> Run:
    """Return the run in another face as it is laid out, without its pose."""
    return dataclasses.replace(
        run,
        face=other.face,
        size=run.size * other.ratio,
        leading=run.leading / other.ratio,
        pose=Pose(),
    )


def _posed(run: Run, bare: Run) -> Run:
    """Pose a run as another, with the same centroid."""
    (x, y), (new_x, new_y) = centroid(run), centroid(bare)
    pose = dataclasses.replace(run.pose, dx=x - new_x, dy=y - new_y)
    return dataclasses.replace(bare, pose=pose)


def _sides(corners: Points) -> tuple[float, float]:
    return math.dist(corners[0], corners[1]), math.dist(corners[0], corners[3])


def _box_unlike(view: View, bare: Run) -> float:
    """Return by how much, on a logarithmic scale, a face's box is not that seen."""
    pose = view.correct.pose
    lean = np.array([[pose.stretch, -math.tan(math.radians(pose.slant))], [0.0, 1.0]])
    x0, y0, x1, y1 = outline(bare).mapped(pose.zoom * lean, _ORIGIN).bounds()
    width, height = _sides(view.shown_quad)
    return abs(math.log((x1 - x0) / width)) + abs(math.log((y1 - y0) / height))


def _drawn(view: View, run: Run) -> Pixels:
    page = view.plate.copy()
    draw_run(page, run)
    return page


def _read(view: View) -> float:
    """Return the distance of the face that leaves the least squared difference.

    The first that leaves none is taken.
    """
    run = view.correct
    height, width = view.shown.shape[:2]
    corners = [grown(one, MARGIN) for one in (view.truth_quad, view.shown_quad)]
    spots = [pixels_under(one, width, height) for one in corners]
    rows, columns = (np.concatenate([one[axis] for one in spots]) for axis in (0, 1))
    seen = view.shown[rows, columns].astype(np.int64)

    def miss(page: Pixels) -> int:
        return int(((page[rows, columns] - seen) ** 2).sum())

    best, least = 0.0, miss(view.truth)
    if least == 0:
        return best
    faces = [(_bare(run, o), o) for o in relatives(run.text, run.face, run.size)]
    faces.sort(key=lambda one: _box_unlike(view, one[0]))
    for bare, other in faces[:_DRAWN]:
        left = miss(_drawn(view, _posed(run, bare)))
        if left < least:
            best, least = other.distance, left
        if least == 0:
            break
    return best


RULER = Ruler(bound=0.001, read=_read)
