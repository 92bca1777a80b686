"""Colour: CIEDE2000 difference of the inks."""

from ..page.colour import difference
from .ink import Values
from .reading import Reading
from .ruler import Ruler


def _channels(colour: Values) -> tuple[float, float, float]:
    red, green, blue = (float(channel) for channel in colour)
    return red, green, blue


def _read(reading: Reading) -> float:
    return difference(_channels(reading.truth_colour), _channels(reading.shown_colour))


RULER = Ruler(name="colour", unit="ΔE00", bound=0.3, read=_read)
