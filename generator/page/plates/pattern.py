"""Patterns of two colours."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ...errors import SpecError
from ...read import Table
from ..colour import Rgb, contrast, to_hex
from ..plate import Field, Planes, centres, direction, mixed, ramp, read_colours

_MOST_CONTRAST = 2.0
"""Text on a pattern must stand out from both its colours."""

_HALF_DIAGONAL: Final = math.sqrt(0.5)


def _beside(place: Field, period: float) -> Field:
    """Return how far each place lies from the middle of its period, px."""
    share = place / period
    return np.abs(share - np.floor(share) - 0.5) * period


def _stripes(x: Field, y: Field, pattern: "Pattern") -> Field:
    across, down = direction(pattern.angle)
    place = across * x + down * y
    return pattern.share * pattern.period / 2 - _beside(place, pattern.period)


def _dots(x: Field, y: Field, pattern: "Pattern") -> Field:
    """Lay dots on two square lattices, one in the other's gaps."""
    aside = _beside(x, pattern.period), _beside(x + pattern.period / 2, pattern.period)
    below = _beside(y, pattern.period), _beside(y + pattern.period / 2, pattern.period)
    squares = [a * a + b * b for a, b in zip(aside, below, strict=True)]
    nearest: Field = np.sqrt(np.minimum(*squares))
    return pattern.share * pattern.period * _HALF_DIAGONAL / 2 - nearest


def _checks(x: Field, y: Field, pattern: "Pattern") -> Field:
    """Multiply two square waves; near a corner the nearer edge counts."""
    aside = _beside(x, pattern.period) - pattern.period / 4
    below = _beside(y, pattern.period) - pattern.period / 4
    nearer = np.minimum(np.abs(aside), np.abs(below))
    return np.where((aside < 0) == (below < 0), nearer, -nearer)


def _chevrons(x: Field, y: Field, pattern: "Pattern") -> Field:
    place = y + _beside(x, 2.0 * pattern.period)
    steep = _beside(place, pattern.period)
    return (pattern.share * pattern.period / 2 - steep) * _HALF_DIAGONAL


_MOTIFS: Final[Mapping[str, Callable[[Field, Field, "Pattern"], Field]]] = {
    "checks": _checks,
    "chevrons": _chevrons,
    "dots": _dots,
    "stripes": _stripes,
}
"""Each returns how far a pixel lies inside the second colour, px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """Figures of one colour upon another, their edges one pixel soft.

    Attributes
    ----------
    motif : str
        ``"checks"``, ``"chevrons"``, ``"dots"`` or ``"stripes"``.
    colours : (Rgb, Rgb)
        Ground and figures.
    period : float
        px from figure to figure.
    share : float
        Of the period that a figure takes; half for checks.
    angle : int
        Degrees across stripes, clockwise as seen; 0 else.
    """

    motif: str
    colours: tuple[Rgb, ...]
    period: float
    share: float
    angle: int
    kind: str = field(default="pattern", init=False)

    @property
    def ground(self) -> Rgb:
        """The colour under the figures."""
        return self.colours[0]

    def planes(self, width: int, height: int) -> Planes:
        """Return its colours on a page of that size."""
        x, y = centres(width, height)
        ground, figures = self.colours
        return mixed(ground, figures, ramp(_MOTIFS[self.motif](x, y, self), 1.0))


def read(table: Table) -> Pattern:
    """Read a pattern.

    Raises
    ------
    SpecError
        When its colours stand out too much.
    """
    motif = table.text("motif", allowed=tuple(_MOTIFS))
    ground, figures = read_colours(table, 2, 2)
    ratio = contrast(ground, figures)
    if ratio > _MOST_CONTRAST:
        raise SpecError(
            f"{table.place}: colours {to_hex(ground)} and {to_hex(figures)} have a "
            f"contrast of {ratio:.2f}; allowed: {_MOST_CONTRAST:g} or less"
        )
    checks, stripes = motif == "checks", motif == "stripes"
    return Pattern(
        motif=motif,
        colours=(ground, figures),
        period=table.number("period", low=6.0, high=400.0),
        share=0.5 if checks else table.number("share", low=0.05, high=0.95),
        angle=table.integer("angle", low=0, high=179) if stripes else 0,
    )
