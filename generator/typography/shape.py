"""Shaping: characters to positioned glyphs, by HarfBuzz."""

import functools
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import uharfbuzz as hb

from ..errors import TextError
from .fontbook import Axes, font, font_bytes
from .ignorable import ignorable
from .itemise import Item, itemise
from .outline import glyph_outline

_LIGATURES = ("liga", "clig", "dlig")


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """How a run is typeset, size and colour apart.

    Attributes
    ----------
    font : str
        Registered font.
    axes : tuple of (tag, value)
        A value for every variation axis, in user units.
    features : tuple of str
        OpenType features switched on beside the default ones.
    tracking : float
        Extra space between grapheme clusters, in em.
    """

    font: str
    axes: Axes
    features: tuple[str, ...]
    tracking: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyph:
    """A glyph on its line; lengths in em from the line's start, y upward.

    Its cluster is told by where it starts in the text of the line.
    """

    index: int
    x: float
    y: float
    cluster: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A shaped line.

    Attributes
    ----------
    glyphs : tuple of Glyph
        In visual order.
    advance : float
        Length of the line in em.
    """

    glyphs: tuple[Glyph, ...]
    advance: float


@functools.lru_cache(maxsize=256)
def _shaper(slug: str, axes: Axes) -> hb.Font:
    shaper = hb.Font(_hb_face(slug))
    shaper.set_variations(dict(axes))
    return shaper


@functools.cache
def _hb_face(slug: str) -> hb.Face:
    return hb.Face(font_bytes(slug))


@functools.cache
def units_per_em(slug: str) -> int:
    """Return the size of a font's em in its own units."""
    return int(_hb_face(slug).upem)


def _settings(face: Face) -> dict[str, bool]:
    settings = dict.fromkeys(face.features, True)
    if face.tracking != 0:
        settings |= dict.fromkeys(_LIGATURES, False)
    return settings


def _refuse_missing(face: Face, item: Item, cluster: str, start: int) -> None:
    """Name the character of a cluster that the font lacks, by itself if it can."""
    shaper = _shaper(face.font, face.axes)
    lacking = [
        place
        for place, character in enumerate(cluster)
        if not shaper.get_nominal_glyph(ord(character)) and not ignorable(character)
    ]
    place = start + (lacking[0] if lacking else 0)
    character = item.text[place]
    name = unicodedata.name(character, "unnamed")
    raise TextError(
        f"font {face.font}: has no glyph for U+{ord(character):04X} ({name}) "
        f"at {place} of {item.text!r}"
    )


def _clusters(text: str, starts: Iterable[int]) -> dict[int, str]:
    """Return the characters of each cluster by where it starts."""
    ordered = sorted(starts)
    ends = [*ordered[1:], len(text)]
    return {start: text[start:end] for start, end in zip(ordered, ends, strict=True)}


def _shape_item(face: Face, item: Item, pen: float) -> tuple[list[Glyph], float]:
    buffer = hb.Buffer()
    buffer.add_str(item.text)
    buffer.direction = item.direction.lower()
    buffer.script = item.script
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_GRAPHEMES
    hb.shape(_shaper(face.font, face.axes), buffer, _settings(face))
    upem = units_per_em(face.font)
    clusters = _clusters(item.text, {info.cluster for info in buffer.glyph_infos})
    glyphs: list[Glyph] = []
    last = None
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        if info.codepoint == 0:
            _refuse_missing(face, item, clusters[info.cluster], info.cluster)
        if info.cluster != last and not ignorable(clusters[info.cluster]):
            pen += face.tracking if last is not None else 0.0
            last = info.cluster
        x, y = pen + place.x_offset / upem, place.y_offset / upem
        place_in_text = item.start + info.cluster
        glyphs.append(Glyph(index=info.codepoint, x=x, y=y, cluster=place_in_text))
        pen += place.x_advance / upem
    return glyphs, pen


@functools.lru_cache(maxsize=1 << 14)
def _drawn_blank(slug: str, character: str) -> bool:
    """Tell whether a visible character's own glyph has no contours, at any axes."""
    if unicodedata.category(character) == "Zs" or ignorable(character):
        return False
    axes = font(slug).location({})
    glyph = _shaper(slug, axes).get_nominal_glyph(ord(character))
    return bool(glyph) and glyph_outline(slug, axes, glyph).empty


def _refuse_blank(face: Face, text: str) -> None:
    for place, character in enumerate(text):
        if _drawn_blank(face.font, character):
            raise TextError(
                f"font {face.font}: U+{ord(character):04X} at {place} of {text!r} "
                "would be drawn without ink"
            )


def shape(text: str, face: Face) -> Line:
    """Shape one line of text.

    Tracking goes between grapheme clusters and switches optional ligatures off.

    Raises
    ------
    TextError
        When a character has no glyph or no ink, when tracking would tear a
        joining script apart, or when directions are mixed.
    """
    glyphs: list[Glyph] = []
    pen = 0.0
    for number, item in enumerate(itemise(text)):
        if face.tracking != 0 and item.joins:
            raise TextError(
                f"text {text!r}: tracking would tear the joined letters of script "
                f"{item.script} apart"
            )
        pen += face.tracking if number else 0.0
        shaped, pen = _shape_item(face, item, pen)
        glyphs += shaped
    _refuse_blank(face, text)
    return Line(glyphs=tuple(glyphs), advance=pen)
