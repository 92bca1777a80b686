"""Holding a run where it is while its outlines change."""

import dataclasses

import numpy as np

from ..page.scene import Run
from ..page.setting import centroid, frame


def held(run: Run, changed: Run) -> Run:
    """Return `changed`, shifted so that the centroid of its ink is that of `run`.

    Wider letters or lines would else move the run too, and the error be one of
    position as well.
    """
    (x, y), (new_x, new_y) = centroid(run), centroid(changed)
    pose = changed.pose
    return dataclasses.replace(
        changed,
        pose=dataclasses.replace(pose, dx=pose.dx + x - new_x, dy=pose.dy + y - new_y),
    )


def drifted(run: Run, changed: Run, x: float, y: float) -> Run:
    """Return `changed`, shifted back by as much as its centroid has moved.

    For changes that move the centroid by a known (x, y), px along and across: drawn
    centroids differ from true ones by some hundredths of a px, and not for all sizes
    of a change alike. What moves is exactly what the change moves.
    """
    back = held(run, changed)
    pose = back.pose
    seen = np.subtract(centroid(changed), centroid(run))
    dx, dy = frame(pose) @ (seen - (x, y))
    return dataclasses.replace(
        back,
        pose=dataclasses.replace(pose, dx=pose.dx + float(dx), dy=pose.dy + float(dy)),
    )
