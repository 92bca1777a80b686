"""Position: distance of the ink's centroids."""

import math

from .reading import Reading
from .ruler import Ruler


def _read(reading: Reading) -> float:
    return math.hypot(
        reading.shown.x - reading.truth.x, reading.shown.y - reading.truth.y
    )


RULER = Ruler(name="position", unit="px", bound=0.05, read=_read)
