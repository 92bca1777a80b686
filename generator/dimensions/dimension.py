"""What a dimension is."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..errors import GeometryError
from ..page.colour import Rgb
from ..page.scene import Run
from ..rulers.ruler import Ruler
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
        What it is; why editing models make this error, and who saw it.
    windows : tuple of (low, high)
        Magnitudes of the tiers, from tier 1.
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
        for each series.
    disturb : callable
        ``disturb(run, magnitude, direction)`` returns the run with the error
        and the exact magnitude it has, which differs from the requested one
        only where what is drawn is quantised. Raises `NotPossibleError`.
    ruler : Ruler
        Reads the magnitude back from pixels, knowing nothing of `disturb`.
    edit : callable or None
        ``edit(run, ground, stream)`` draws an instruction that names this
        property, given the run and the colour of the ground under it; None where
        the role ``instructed`` makes no sense.
    settle : callable or None
        ``settle(run, magnitude, ground)`` returns the magnitude near the requested
        one that 8-bit levels can show on a ground of one colour. Raises
        `NotPossibleError` where there is none, or where the error would not look
        like one of its kind. None where every run can show every magnitude.
    refused : mapping of str to str
        The roles that make no sense, with the reason.
    probes : tuple of str
        Directions that are looked for in what every other error leaves
        unexplained. Opposite directions need only one; none where the error is
        not gradual, since then it shows as unexplained noise.
    step : float
        Size of the error that is looked for: so small that edges move by less than a
        pixel, so large that 8-bit levels show it.
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
    ruler: Ruler
    probes: tuple[str, ...]
    step: float
    edit: Callable[[Run, Rgb, Stream], Edit] | None = None
    settle: Callable[[Run, float, Rgb], float] | None = None
    refused: Mapping[str, str] = field(default_factory=dict)


def magnitude_at(window: Window, share: float) -> float:
    """Return the magnitude at `share` of a window, on a logarithmic scale.

    Examples
    --------
    >>> magnitude_at((1.0, 4.0), 0.5)
    2.0
    """
    low, high = window
    return math.exp(math.log(low) + share * (math.log(high) - math.log(low)))
