"""Ink: what a run adds to its plate, read from pixels alone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..drawing.canvas import Pixels
from ..errors import VerificationError

Values = NDArray[np.float64]
Places = NDArray[np.intp]

_SAME = 1.0
"""Levels within which whole coverage counts as one colour."""

_PILE = 3
"""Fewest wholly covered pixels that show a colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """Moments of what differs between a page and its plate.

    Attributes
    ----------
    x, y : float
        Centroid in page px, pixel centres lying at halves.
    xx, xy, yy : float
        Central second moments in px².
    added : (3,) float64
        Sum over pixels of sRGB levels above the plate: inked area times the
        step from ground to ink.
    ground : (3,) float64
        Colour of the plate, 0 to 255.
    solid : (3,) float64 or None
        Colour of wholly covered pixels, where there are enough of them.
    """

    x: float
    y: float
    xx: float
    xy: float
    yy: float
    added: Values
    ground: Values
    solid: Values | None

    @property
    def spread(self) -> float:
        """Root of the summed second moments, px; proportional to size."""
        return float(np.sqrt(self.xx + self.yy))

    @property
    def axis(self) -> float:
        """Angle of the longer principal axis, degrees clockwise, mod 180."""
        return float(np.degrees(np.arctan2(2 * self.xy, self.xx - self.yy)) / 2)

    def mass(self, colour: Values) -> float:
        """Return the inked area in px², given the colour of the ink."""
        step = colour - self.ground
        return float(self.added @ step / (step @ step))


def _solid_colour(seen: Values, along: Values) -> Values | None:
    """Return the colour of wholly covered pixels, None where they are too few.

    They pile up at the far end of the line from plate to ink, while partly
    covered ones are spread over it: a pile holds more than its two neighbours.
    """
    top = along.max()
    pile = along > top - _SAME
    below = (along <= top - _SAME) & (along > top - 3 * _SAME)
    if pile.sum() < _PILE or pile.sum() <= below.sum():
        return None
    colour: Values = seen[along.argmax()]
    return colour


def read_ink(shown: Pixels, plate: Pixels, rows: Places, columns: Places) -> Ink:
    """Read the ink at some pixels of a page whose plate is known.

    Raises
    ------
    VerificationError
        When the plate is not of one colour there, or nothing was added to it.
    """
    seen = shown[rows, columns].astype(np.float64)
    grounds = plate[rows, columns].astype(np.float64)
    if not len(seen):
        raise VerificationError("the box of the run is off the page")
    ground = grounds[0]
    if (grounds != ground).any():
        raise VerificationError("the plate under the run is not of one colour")
    added = (seen - ground).sum(axis=0)
    if not added.any():
        raise VerificationError("the run shows no ink")
    along = (seen - ground) @ (added / np.linalg.norm(added))
    total = along.sum()
    x, y = along @ (columns + 0.5) / total, along @ (rows + 0.5) / total
    dx, dy = columns + 0.5 - x, rows + 0.5 - y
    return Ink(
        x=float(x),
        y=float(y),
        xx=float(along @ dx**2 / total),
        xy=float(along @ (dx * dy) / total),
        yy=float(along @ dy**2 / total),
        added=added,
        ground=ground,
        solid=_solid_colour(seen, along),
    )
