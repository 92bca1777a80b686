"""Slant: shear of the ink along its lines, from second moments, then from its edges."""

import math

import numpy as np

from ..drawing.raster import coverage
from ..page.setting import centroid, outline
from .ink import PIXEL_VARIANCE, Ink, Values, shown_ink, truth_ink
from .ruler import Ruler
from .trial import covers
from .view import View

_SMALL = 0.005
"""Change of shear that shows how edges move."""

_ROUNDS = 2


def _shear(ink: Ink, angle: float) -> float:
    """Return how far the ink leans forward for each px of height.

    Points that move by ``-s v`` along lines change ``uv`` by ``-s vv``.
    """
    found = ink.moments(angle)
    return -found.uv / (found.vv - PIXEL_VARIANCE)


def _covers(view: View, ink: Ink, shear: float) -> Values:
    """Return the coverage of the ink's pixels by the correct run, sheared further."""
    angle = math.radians(view.correct.pose.angle)
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    matrix = turn @ np.array([[1.0, -shear], [0.0, 1.0]]) @ turn.T
    centre = np.array(centroid(view.correct))
    mask = coverage(outline(view.correct).mapped(matrix, centre - matrix @ centre))
    return covers(mask, ink)


def _by_edges(view: View, ink: Ink, shear: float) -> float:
    """Return a better shear than a good one, by Gauss and Newton's method."""
    for _ in range(_ROUNDS):
        here = _covers(view, ink, shear)
        change = _covers(view, ink, shear + _SMALL) - here
        left = ink.cover - here
        shear += _SMALL * float((left * change).sum() / (change * change).sum())
    return shear


def _read(view: View) -> float:
    pose, shown = view.correct.pose, shown_ink(view)
    more = _shear(shown, pose.angle) - _shear(truth_ink(view), pose.angle)
    right = math.tan(math.radians(pose.slant))
    leaning = math.atan(right + _by_edges(view, shown, more))
    return abs(math.degrees(leaning) - pose.slant)


RULER = Ruler(bound=0.2, read=_read)
