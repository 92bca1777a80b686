"""What a dimension is."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import GeometryError
from ..page.colour import Rgb
from ..page.scene import Run
from ..stimulus import Edit
from ..streams import Stream

Window = tuple[float, float]


class NotPossibleError(GeometryError):
    """A draw that cannot be shown; its message is the recorded reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimension:
    """One way in which a result can be wrong.

    Attributes
    ----------
    name, unit : str
        Registered name; unit of magnitudes.
    summary, rationale : str
        What it is; why editing models make this error.
    windows : tuple of (low, high)
        Magnitudes of tiers 1 to 6.
    limits : (least, greatest)
        Magnitudes that a spec may ask for: what rulers can tell from zero, and
        what can still be drawn.
    visible_anchor : float
        Smallest magnitude that counts as clearly visible.
    anchor_source : str
        Where the anchor comes from.
    roles : tuple of str
        Roles that make sense.
    directions : tuple of str
        Opposite or different ways to be wrong by one magnitude; one is drawn
        for each series, each equally likely as far as the pages have room.
    disturb : callable
        ``disturb(run, magnitude, direction)`` returns the run with the error
        and the exact magnitude it has, which differs from the requested one
        only where pixels are quantised. Raises `NotPossibleError`.
    edit : callable
        ``edit(run, ground, stream)`` draws an instruction that names this
        property, given the run and the colour of the ground under it.
    """

    name: str
    unit: str
    summary: str
    rationale: str
    windows: tuple[Window, ...]
    limits: Window
    visible_anchor: float
    anchor_source: str
    roles: tuple[str, ...]
    directions: tuple[str, ...]
    disturb: Callable[[Run, float, str], tuple[Run, float]]
    edit: Callable[[Run, Rgb, Stream], Edit]


def magnitude_at(window: Window, share: float) -> float:
    """Return the magnitude at `share` of a window, on a logarithmic scale.

    Examples
    --------
    >>> magnitude_at((1.0, 4.0), 0.5)
    2.0
    """
    low, high = window
    return math.exp(math.log(low) + share * (math.log(high) - math.log(low)))
