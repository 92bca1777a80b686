"""Outlines of glyphs at one place of a font's design space, by fontTools.

They equal those of a static font cut out of the variable one in every point:
the place is rounded to the grid of 2.14 fixed-point numbers, points and the
offsets of components to whole font units.
"""

import functools
import io
from collections.abc import Mapping
from typing import Any

import numpy as np
from fontTools.misc.fixedTools import floatToFixedToFloat
from fontTools.misc.roundTools import otRound
from fontTools.pens.basePen import AbstractPen, BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from ..paths import CLOSE, CURVE, LINE, MOVE, Path
from .fontbook import Axes, font_bytes

_FRACTION_BITS = 14
Transform = tuple[float, float, float, float, float, float]


class _PathPen(BasePen):  # type: ignore[misc]
    """Collects an outline as arrays, quadratic curves raised to cubic ones."""

    def __init__(self, glyphs: Mapping[str, Any]) -> None:
        super().__init__(glyphs)
        self.verbs: list[int] = []
        self.points: list[tuple[float, float]] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.verbs.append(MOVE)
        self.points.append(pt)

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.verbs.append(LINE)
        self.points.append(pt)

    def _curveToOne(  # noqa: N802
        self,
        pt1: tuple[float, float],
        pt2: tuple[float, float],
        pt3: tuple[float, float],
    ) -> None:
        self.verbs.append(CURVE)
        self.points.extend((pt1, pt2, pt3))

    def _closePath(self) -> None:  # noqa: N802
        self.verbs.append(CLOSE)


class _RoundingPen(BasePen):  # type: ignore[misc]
    """Rounds every point, and where components stand, for another pen."""

    def __init__(self, glyphs: Mapping[str, Any], pen: AbstractPen) -> None:
        super().__init__(glyphs)
        self._pen = pen

    def moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._pen.moveTo(_rounded(pt))

    def lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self._pen.lineTo(_rounded(pt))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._pen.curveTo(*(_rounded(point) for point in points))

    def qCurveTo(self, *points: tuple[float, float] | None) -> None:  # noqa: N802
        self._pen.qCurveTo(*(point and _rounded(point) for point in points))

    def closePath(self) -> None:  # noqa: N802
        self._pen.closePath()

    def addComponent(self, glyphName: str, transformation: Transform) -> None:  # noqa: N802, N803
        placed = (*transformation[:4], *_rounded(transformation[4:]))
        moved = TransformPen(self._pen, placed)
        self.glyphSet[glyphName].draw(_RoundingPen(self.glyphSet, moved))


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return otRound(point[0]), otRound(point[1])


@functools.cache
def opened_font(slug: str) -> TTFont:
    """Return a registered font as fontTools reads it; shared, not to be changed."""
    return TTFont(io.BytesIO(font_bytes(slug)), lazy=True)


@functools.lru_cache(maxsize=256)
def _glyphs(slug: str, axes: Axes) -> Mapping[str, Any]:
    opened = opened_font(slug)
    if not axes:
        return opened.getGlyphSet()  # type: ignore[no-any-return]
    place = {
        tag: floatToFixedToFloat(value, _FRACTION_BITS)
        for tag, value in opened.normalizeLocation(dict(axes)).items()
    }
    glyphs: Mapping[str, Any] = opened.getGlyphSet(location=place, normalized=True)
    return glyphs


@functools.lru_cache(maxsize=1 << 16)
def glyph_outline(slug: str, axes: Axes, index: int) -> Path:
    """Return a glyph's outline in font units, y upward.

    Parameters
    ----------
    slug : str
        Registered font.
    axes : tuple of (tag, value)
        A value for every axis, in user units.
    index : int
        Glyph index.
    """
    glyphs = _glyphs(slug, axes)
    pen = _PathPen(glyphs)
    glyphs[opened_font(slug).getGlyphName(index)].draw(_RoundingPen(glyphs, pen))
    return Path(
        verbs=np.array(pen.verbs, dtype=np.int8),
        points=np.array(pen.points, dtype=np.float64).reshape(-1, 2),
    )
