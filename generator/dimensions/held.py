"""Holding a run where it is while its outlines change."""

import dataclasses

from ..page.scene import Run
from ..page.setting import centroid


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
