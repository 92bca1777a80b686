"""Coloured points that blend smoothly over the page."""

from dataclasses import dataclass, field

import numpy as np

from ...errors import SpecError
from ...read import Table
from ..colour import Rgb, parse_hex
from ..noise import spread
from ..plate import Field, Planes, middles

_CELL = 8
"""px between the points at which the blend is reckoned; a spline does the rest."""

_FEWEST, _MOST = 4, 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Mesh:
    """A gradient mesh: every pixel takes most of the nearest points' colours.

    A point at distance d weighs 1 / (d² + softness²)², as in inverse distance
    weighting (Shepard 1968, doi:10.1145/800186.810616).

    Attributes
    ----------
    points : tuple of (x, y)
        In px.
    colours : tuple of Rgb
        One for each point.
    softness : float
        px; the larger, the less a point stands out.
    """

    points: tuple[tuple[float, float], ...]
    colours: tuple[Rgb, ...]
    softness: float
    kind: str = field(default="mesh", init=False)

    @property
    def ground(self) -> Rgb:
        """The first point's colour."""
        return self.colours[0]

    def planes(self, width: int, height: int) -> Planes:
        """Return its colours on a page of that size."""
        x = (np.arange(width // _CELL + 5, dtype=np.float64) - 1.0)[None, :] * _CELL
        y = (np.arange(height // _CELL + 5, dtype=np.float64) - 1.0)[:, None] * _CELL
        weights = [self._weight(x - px, y - py) for px, py in self.points]
        total = weights[0].copy()
        for weight in weights[1:]:
            total += weight
        rows = middles(height) / _CELL
        columns = middles(width) / _CELL
        red, green, blue = (
            spread(self._blend(weights, channel) / total, rows, columns)
            for channel in range(3)
        )
        return red, green, blue

    def _weight(self, dx: Field, dy: Field) -> Field:
        nearness = 1.0 / (dx * dx + dy * dy + self.softness * self.softness)
        return nearness * nearness

    def _blend(self, weights: list[Field], channel: int) -> Field:
        blend = weights[0] * self.colours[0][channel]
        for weight, colour in zip(weights[1:], self.colours[1:], strict=True):
            blend += weight * colour[channel]
        return blend


def read(table: Table) -> Mesh:
    """Read a gradient mesh.

    Raises
    ------
    SpecError
        When it has too few or too many points, or one is none.
    """
    points, colours = [], []
    for one in table.tables("points"):
        x = one.number("x", low=-4096.0, high=4096.0)
        points.append((x, one.number("y", low=-4096.0, high=4096.0)))
        colours.append(parse_hex(one.text("colour"), f"{one.place}: colour"))
        one.done()
    if not _FEWEST <= len(points) <= _MOST:
        raise SpecError(
            f"{table.place}: points holds {len(points)} points; "
            f"allowed: {_FEWEST} to {_MOST}"
        )
    return Mesh(
        points=tuple(points),
        colours=tuple(colours),
        softness=table.number("softness", 120.0, low=20.0, high=1000.0),
    )
