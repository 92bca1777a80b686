"""Paper: one colour with faint grain and fibres."""

from dataclasses import dataclass, field

import numpy as np

from ...read import Table
from ..colour import Rgb, parse_hex
from ..noise import clouds, uniforms
from ..plate import Field, Planes

_GRAIN_CELL = 9.0
_MOTTLE_CELL = 90.0
_FIBRE_DEPTH = 5.0
"""Levels by which a fibre is darker or lighter than the paper."""

_STEPS = 96
_FINE = 16
_LONGEST = 42.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """Paper seen from near.

    Attributes
    ----------
    colour : Rgb
        Of the sheet.
    grain : float
        Levels by which light and dark spots differ from it.
    fibres : int
        How many; as many lighter as darker ones.
    seed : int
        Draws grain and fibres.
    """

    colour: Rgb
    grain: float
    fibres: int
    seed: int
    kind: str = field(default="paper", init=False)

    @property
    def ground(self) -> Rgb:
        """The sheet's colour."""
        return self.colour

    def planes(self, width: int, height: int) -> Planes:
        """Return its colours on a page of that size."""
        size = (width, height)
        mottle = clouds(self.seed, "mottle", size, (_MOTTLE_CELL, _MOTTLE_CELL), 1)
        fine = clouds(self.seed, "grain", size, (_GRAIN_CELL, _GRAIN_CELL), 1)
        shade = self.grain * (0.5 * mottle + 0.5 * fine)
        shade += self._fibres(width, height)
        red, green, blue = (shade + level for level in self.colour)
        return red, green, blue

    def _fibres(self, width: int, height: int) -> Field:
        """Draw each fibre as a bent line of small overlapping squares.

        Squares are weighed in whole sixteenths of a pixel, so that the order in
        which they are added up makes no difference.
        """
        drawn = uniforms(self.seed, "fibres", 6 * self.fibres).reshape(6, -1, 1)
        x, y = (drawn[0] + 1.0) / 2 * width, (drawn[1] + 1.0) / 2 * height
        t = np.arange(_STEPS) / (_STEPS - 1.0)
        px = x + _LONGEST * (drawn[2] * t + 0.6 * drawn[4] * t * (1.0 - t))
        py = y + _LONGEST * (drawn[3] * t + 0.6 * drawn[5] * t * (1.0 - t))
        fine_x, fine_y = (np.floor(p * _FINE).astype(np.int64) for p in (px, py))
        lit = np.zeros((height, width), dtype=np.int64)
        dark = np.zeros((height, width), dtype=np.int64)
        half = self.fibres // 2
        _splat(lit, fine_x[:half], fine_y[:half])
        _splat(dark, fine_x[half:], fine_y[half:])
        full = _FINE * _FINE
        strength = np.minimum(lit, full) - np.minimum(dark, full)
        return strength * (_FIBRE_DEPTH / full)


def _splat(counts: np.ndarray, fine_x: np.ndarray, fine_y: np.ndarray) -> None:
    height, width = counts.shape
    column, row = fine_x // _FINE, fine_y // _FINE
    right, down = fine_x % _FINE, fine_y % _FINE
    for aside, wide in ((0, _FINE - right), (1, right)):
        for below, high in ((0, _FINE - down), (1, down)):
            x, y = column + aside, row + below
            on = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            np.add.at(counts, (y[on], x[on]), (wide * high)[on])


def read(table: Table) -> Paper:
    """Read a sheet of paper."""
    return Paper(
        colour=parse_hex(table.text("colour"), f"{table.place}: colour"),
        grain=table.number("grain", low=0.0, high=6.0),
        fibres=table.integer("fibres", 0, low=0, high=600),
        seed=table.integer("seed", low=0, high=2**31 - 1),
    )
