"""Rotation: angle between the principal axes of the ink."""

import math

from .ink import Ink, shown_ink, truth_ink
from .ruler import Ruler
from .view import View


def _axis(ink: Ink) -> float:
    """Return the angle of the longer principal axis, degrees clockwise, mod 180."""
    found = ink.moments()
    return math.degrees(math.atan2(2 * found.uv, found.uu - found.vv)) / 2


def _read(view: View) -> float:
    turn = _axis(shown_ink(view)) - _axis(truth_ink(view))
    return abs((turn + 90) % 180 - 90)


RULER = Ruler(bound=0.08, read=_read)
