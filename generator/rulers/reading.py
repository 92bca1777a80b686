"""A reading: the ink of one run as it should be and as it is shown."""

from dataclasses import dataclass

import numpy as np

from ..drawing.canvas import Pixels
from ..page.colour import Rgb
from ..page.quads import grown, pixels_under
from ..paths import Points
from .ink import Ink, Values, read_ink

_MARGIN = 2.0
"""px around a run's box that its antialiased edge may touch."""

_LEVEL = 1.0
"""Levels by which a wholly covered pixel may be off the colour of its run."""

_AGREEMENT = 0.03
"""Share by which sizes from area and from spread may differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Where to read, and what was right.

    Attributes
    ----------
    truth_quad, shown_quad : (4, 2) float64
        Boxes of the run as it should be and as it is shown, page px.
    colour : Rgb
        Correct colour of the run.
    """

    truth_quad: Points
    shown_quad: Points
    colour: Rgb


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Inks of one run with size and colour told apart.

    Attributes
    ----------
    truth, shown : Ink
        The run as it should be and as it is.
    zoom : float
        Ratio of sizes.
    truth_colour, shown_colour : (3,) float64
        sRGB levels, 0 to 255.
    """

    truth: Ink
    shown: Ink
    zoom: float
    truth_colour: Values
    shown_colour: Values


def read(truth: Pixels, shown: Pixels, plate: Pixels, region: Region) -> Reading:
    """Read one run from the ground truth and from the result.

    Where the run has wholly covered pixels they show its colour, and the inked
    area then gives its size. In thinner text the spread of the ink gives the
    size, which is less exact, and the inked area then gives the colour.

    Raises
    ------
    VerificationError
        When the run shows no ink or its plate is not of one colour.
    """
    height, width = truth.shape[:2]
    right, seen = (
        read_ink(pixels, plate, *pixels_under(grown(quad, _MARGIN), width, height))
        for pixels, quad in (
            (truth, region.truth_quad),
            (shown, region.shown_quad),
        )
    )
    correct = np.array(region.colour, dtype=np.float64)
    zoom, colour = _size_and_colour(right, seen, correct)
    return Reading(
        truth=right,
        shown=seen,
        zoom=zoom,
        truth_colour=correct,
        shown_colour=colour,
    )


def _size_and_colour(right: Ink, seen: Ink, correct: Values) -> tuple[float, Values]:
    """Tell size and colour apart.

    Equal strokes at equal places between the pixels look like wholly covered
    ones though they are not. So these are believed only where the truth has some
    of the correct colour, and where area and spread give one size.
    """
    area = right.mass(correct)
    by_spread = seen.spread / right.spread
    if right.solid is not None and seen.solid is not None:
        by_area = float(np.sqrt(seen.mass(seen.solid) / area))
        whole = np.abs(right.solid - correct).max() <= _LEVEL
        if whole and abs(by_area / by_spread - 1) <= _AGREEMENT:
            return by_area, seen.solid
    return by_spread, seen.ground + seen.added / (area * by_spread**2)
