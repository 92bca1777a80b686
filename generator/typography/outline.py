"""Outlines of glyphs at one place of a font's design space, by fontTools.

Interpolated coordinates are rounded to whole font units, as when a static font
is cut out of a variable one.
"""

import functools
import io
from collections.abc import Mapping
from typing import Any

import numpy as np
from fontTools.misc.roundTools import otRound
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from ..paths import CLOSE, CURVE, LINE, MOVE, Path
from .fontbook import Axes, font_bytes


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
    """Rounds every point before it reaches another pen."""

    def __init__(self, glyphs: Mapping[str, Any], pen: _PathPen) -> None:
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


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return otRound(point[0]), otRound(point[1])


@functools.cache
def _opened(slug: str) -> TTFont:
    return TTFont(io.BytesIO(font_bytes(slug)), lazy=True)


@functools.lru_cache(maxsize=256)
def _glyphs(slug: str, axes: Axes) -> Mapping[str, Any]:
    glyphs: Mapping[str, Any] = _opened(slug).getGlyphSet(location=dict(axes) or None)
    return glyphs


@functools.lru_cache(maxsize=1 << 14)
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
    glyphs[_opened(slug).getGlyphName(index)].draw(_RoundingPen(glyphs, pen))
    return Path(
        verbs=np.array(pen.verbs, dtype=np.int8),
        points=np.array(pen.points, dtype=np.float64).reshape(-1, 2),
    )
