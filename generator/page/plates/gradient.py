"""Colours that run into one another in one direction."""

from dataclasses import dataclass, field

import numpy as np

from ...read import Table
from ..colour import Rgb
from ..plate import Planes, centres, direction, mixed, read_colours


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradient:
    """A linear gradient from edge to edge.

    Attributes
    ----------
    colours : tuple of Rgb
        Two to four, at equal distances.
    angle : int
        Degrees, clockwise as seen; at 0 colours run from left to right.
    """

    colours: tuple[Rgb, ...]
    angle: int
    kind: str = field(default="gradient", init=False)

    @property
    def ground(self) -> Rgb:
        """The first colour."""
        return self.colours[0]

    def planes(self, width: int, height: int) -> Planes:
        """Return its colours on a page of that size."""
        x, y = centres(width, height)
        across, down = direction(self.angle)
        reach = abs(across) * width + abs(down) * height
        along = (across * (x - width / 2) + down * (y - height / 2)) / reach + 0.5
        place = along * (len(self.colours) - 1)
        first, second = self.colours[:2]
        planes = mixed(first, second, np.clip(place, 0.0, 1.0))
        for k, colour in enumerate(self.colours[2:], 1):
            planes = mixed(planes, colour, np.clip(place - k, 0.0, 1.0))
        return planes


def read(table: Table) -> Gradient:
    """Read a gradient."""
    return Gradient(
        colours=read_colours(table, 2, 4),
        angle=table.integer("angle", low=0, high=359),
    )
