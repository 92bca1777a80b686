"""Rotation: angle between the principal axes of the ink."""

from .reading import Reading
from .ruler import Ruler


def _read(reading: Reading) -> float:
    turn = reading.shown.axis - reading.truth.axis
    return abs((turn + 90) % 180 - 90)


RULER = Ruler(name="rotation", unit="°", bound=0.08, read=_read)
