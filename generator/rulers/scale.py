"""Scale: ratio of sizes, from inked area or spread."""

from .reading import Reading
from .ruler import Ruler


def _read(reading: Reading) -> float:
    return 100 * abs(reading.zoom - 1)


RULER = Ruler(name="scale", unit="%", bound=0.3, read=_read)
