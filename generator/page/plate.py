"""Plates: textured grounds that cover a whole page.

They must be the same to the bit on every machine. So they are reckoned with what
IEEE 754 rounds correctly, one operation at a time (sums, differences, products,
quotients, square roots, floors of 64-bit floats, never a sum over an axis, whose
order NumPy may choose), and rounded once, at the end, to 8 bits. Sines and
cosines, whose last bit differs from library to library, pass through
`direction`. Randomness comes from raw words (`noise`).
"""

import math
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import SpecError
from ..read import Table
from .colour import Rgb, parse_hex

Field = NDArray[np.float64]
"""One number for every pixel of the page, (height, width)."""

Planes = tuple[Field, Field, Field]
"""Red, green and blue of every pixel, 0 to 255, not rounded."""

_GRID = 1 << 20


class Plate(Protocol):
    """A textured ground: a frozen record that holds all that it is drawn from."""

    @property
    def kind(self) -> str:
        """Name of the kind: its file in `plates`."""

    @property
    def ground(self) -> Rgb:
        """One colour to stand for the plate."""

    def planes(self, width: int, height: int) -> Planes:
        """Return its colours on a page of that size."""

    def __hash__(self) -> int:
        """Plates are drawn once and kept."""


def direction(degrees: int) -> tuple[float, float]:
    """Return cosine and sine of a whole number of degrees, rounded to 2**-20.

    No such cosine lies within 1e-9 of where that rounding turns, and libraries
    differ by 1e-16, so all give the same.
    """
    turn = math.radians(degrees)
    return round(math.cos(turn) * _GRID) / _GRID, round(math.sin(turn) * _GRID) / _GRID


def middles(count: int) -> Field:
    """Return 0.5, 1.5, … of `count` pixels in a line."""
    return np.arange(count, dtype=np.float64) + 0.5


def centres(width: int, height: int) -> tuple[Field, Field]:
    """Return x, (1, width), and y, (height, 1), of the centres of pixels."""
    return middles(width)[None, :], middles(height)[:, None]


def ramp(distance: Field, width: float) -> Field:
    """Return 0 to 1 across an edge at distance 0 that is `width` px soft."""
    return np.clip(distance / width + 0.5, 0.0, 1.0)


def eased(share: Field) -> Field:
    """Return a share that starts and ends without a kink: 3 s² - 2 s³."""
    return share * share * (3.0 - 2.0 * share)


def mixed(first: Rgb | Planes, second: Rgb | Planes, share: Field) -> Planes:
    """Return what lies at `share` of the way between two colours."""
    return (
        first[0] + (second[0] - first[0]) * share,
        first[1] + (second[1] - first[1]) * share,
        first[2] + (second[2] - first[2]) * share,
    )


def between(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Return the 8-bit colour at `share` of the way between two colours."""
    red, green, blue = (
        math.floor(a + (b - a) * share + 0.5)
        for a, b in zip(first, second, strict=True)
    )
    return red, green, blue


def read_colours(table: Table, least: int, most: int) -> tuple[Rgb, ...]:
    """Read the colours of a plate.

    Raises
    ------
    SpecError
        When one is none, or there are too few or too many.
    """
    names = table.texts("colours")
    if not least <= len(names) <= most:
        allowed = str(least) if least == most else f"{least} to {most}"
        raise SpecError(
            f"{table.place}: colours holds {len(names)} colours; allowed: {allowed}"
        )
    return tuple(parse_hex(name, f"{table.place}: colours") for name in names)
