"""Outline distance: how unlike two faces draw a text.

The text is cut where both faces have a cluster begin: usually between letters, but
around a ligature of either. Part by part the area that only one of the two outlines
covers is divided by the sum of their areas, at equal cap height, on the same baseline,
and with the centroids of ink above one another: thus neither size nor advance
widths count, but proportions, weight and forms. The distance is the mean of the parts.
"""

import functools
from collections.abc import Sequence

import numpy as np

from ..errors import TextError
from ..paths import joined
from .capitals import cap_height
from .fontbook import Axes
from .outline import glyph_outline
from .shape import Face, Glyph, Line, shape, units_per_em
from .spans import Spans, spans, unlike

_PLACES = 6
"""Decimals of em within which glyphs of a part are told apart."""

Part = tuple[str, Axes, tuple[tuple[int, float, float], ...]]
"""Font, axes, and glyphs with their places in em from the first one."""


@functools.lru_cache(maxsize=1 << 13)
def _ink(part: Part) -> Spans:
    slug, axes, glyphs = part
    upem, height = units_per_em(slug), cap_height(slug, axes)
    scale = np.eye(2) / (upem * height)
    return spans(
        joined(
            glyph_outline(slug, axes, index).mapped(scale, np.array([x, y]) / height)
            for index, x, y in glyphs
        )
    )


@functools.lru_cache(maxsize=1 << 17)
def _unlike(first: Part, second: Part) -> float | None:
    """Return how unlike two parts are; None where neither has ink."""
    one, other = _ink(first), _ink(second)
    return unlike(one, other) if one.area + other.area > 0 else None


def _part(face: Face, glyphs: Sequence[Glyph]) -> Part:
    start = glyphs[0].x
    places = (
        (one.index, round(one.x - start, _PLACES), round(one.y, _PLACES))
        for one in glyphs
    )
    return face.font, face.axes, tuple(places)


def _parts(face: Face, line: Line, cuts: Sequence[int]) -> list[Part]:
    """Cut a line into parts, in the order of the text."""
    groups: dict[int, list[Glyph]] = {}
    for glyph in line.glyphs:
        start = max(cut for cut in cuts if cut <= glyph.cluster)
        groups.setdefault(start, []).append(glyph)
    return [_part(face, group) for _, group in sorted(groups.items())]


def _cuts(first: Line, second: Line) -> list[int]:
    one, other = ({glyph.cluster for glyph in line.glyphs} for line in (first, second))
    return sorted(one & other)


@functools.lru_cache(maxsize=1 << 13)
def _shaped(text: str, face: Face) -> Line:
    return shape(text, face)


def outline_distance(text: str, first: Face, second: Face) -> float:
    """Return how unlike two faces draw a text, from 0 (alike) to 1.

    Parameters
    ----------
    text : str
        Lines parted by line feeds.
    first, second : Face
        Their tracking matters only as far as it unties ligatures.

    Raises
    ------
    TextError
        When a face cannot set the text, or it has no ink.

    Examples
    --------
    >>> from .fontbook import font
    >>> inter, slab = (
    ...     Face(font=slug, axes=font(slug).location({}), features=(), tracking=0.0)
    ...     for slug in ("inter", "roboto-slab")
    ... )
    >>> outline_distance("Hill", inter, inter)
    0.0
    >>> 0.2 < outline_distance("Hill", inter, slab) < 0.5
    True
    """
    found = []
    for line in text.split("\n"):
        one, other = _shaped(line, first), _shaped(line, second)
        cuts = _cuts(one, other)
        pairs = zip(_parts(first, one, cuts), _parts(second, other, cuts), strict=True)
        found += [_unlike(*pair) for pair in pairs]
    inked = [one for one in found if one is not None]
    if not inked:
        raise TextError(f"text {text!r} has no ink")
    return sum(inked) / len(inked)
