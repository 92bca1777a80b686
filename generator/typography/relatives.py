"""Relatives: the faces of the catalogue that a text could be set in instead."""

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..errors import TextError
from .capitals import cap_height
from .cuts import FAR, NEAR, cuts, usual_place
from .features import font_features
from .fontbook import Axes, Font, font, fontbook
from .itemise import itemise
from .outline_distance import outline_distance
from .shape import Face, shape

_FIGURES = frozenset({"lnum", "onum", "pnum", "tnum"})
"""Features that a family without them does without: its figures are of one kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """A face that a text can be set in instead of another.

    Attributes
    ----------
    face : Face
        Its tracking keeps the space between letters as it is on the page.
    ratio : float
        Of sizes at equal cap height, to that of the face it stands in for.
    """

    face: Face
    ratio: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Relative(StandIn):
    """A stand-in, and how unlike the face it is.

    Attributes
    ----------
    distance : float
        Outline distance between both.
    """

    distance: float


def scripts(text: str) -> frozenset[str]:
    """Return the ISO 15924 codes of the scripts of a text."""
    return frozenset(item.script for line in text.split("\n") for item in itemise(line))


def replaced(face: Face, slug: str, axes: Axes) -> StandIn | None:
    """Return a face in another font or cut.

    None where the font lacks a feature of the face that changes letters.
    """
    offered = font_features(slug)
    lacking = {tag for tag in face.features if tag not in offered}
    if not lacking <= _FIGURES:
        return None
    ratio = cap_height(face.font, face.axes) / cap_height(slug, axes)
    features = tuple(tag for tag in face.features if tag in offered)
    other = Face(
        font=slug, axes=axes, features=features, tracking=face.tracking / ratio
    )
    return StandIn(face=other, ratio=ratio)


def _can_set(face: Face, text: str) -> bool:
    try:
        for line in text.split("\n"):
            shape(line, face)
    except TextError:
        return False
    return True


def _places(entry: Font, face: Face, size: float) -> tuple[Axes, ...]:
    """Return what a font is tried at: its own family near the face, others as usual."""
    axes = dict(face.axes)
    usual = usual_place(entry, axes.get("wght"), size)
    if entry.slug != face.font:
        return cuts(entry, usual, FAR)
    optical = {tag: usual[tag] for tag in ("opsz",) if tag in usual}
    near = (*cuts(entry, axes, NEAR), entry.location({**axes, **optical}))
    return tuple(place for place in dict.fromkeys(near) if place != face.axes)


def _can_follow(entry: Font, text: str, face: Face) -> bool:
    """Return whether a font has the text's scripts, and the posture of its face."""
    upright = entry.italic == font(face.font).italic
    return upright and scripts(text) <= set(entry.scripts)


def _stand_ins(
    text: str, face: Face, slug: str, places: Iterable[Axes]
) -> Iterator[StandIn]:
    for axes in places:
        made = replaced(face, slug, axes)
        if made is not None and _can_set(made.face, text):
            yield made


def _of_font(text: str, face: Face, size: float, slug: str) -> Iterator[Relative]:
    entry = font(slug)
    if not _can_follow(entry, text, face):
        return
    for one in _stand_ins(text, face, slug, _places(entry, face, size)):
        distance = outline_distance(text, face, one.face)
        yield Relative(face=one.face, ratio=one.ratio, distance=distance)


@functools.lru_cache(maxsize=2048)
def _relatives(text: str, face: Face, size: int) -> tuple[Relative, ...]:
    found = [one for slug in fontbook() for one in _of_font(text, face, size, slug)]
    found.sort(key=lambda one: one.distance)
    # One face a distance, so that a measured distance tells the face.
    apart = [0.0, *(one.distance for one in found)]
    return tuple(
        one for one, before in zip(found, apart, strict=False) if one.distance > before
    )


def relatives(text: str, face: Face, size: float) -> tuple[Relative, ...]:
    """Return the other faces that a text can be set in, the nearest first.

    Parameters
    ----------
    text : str
        Lines parted by line feeds.
    face : Face
        What it is set in.
    size : float
        Em size in px, to which optical sizes of other families are set.

    Returns
    -------
    tuple of Relative
        Every family that covers the text and its scripts, at the weight of the face
        as near as it has it, and in its standard cuts; cuts of the face's own family
        differ from it in one axis.
    """
    return _relatives(text, face, round(size))


@functools.lru_cache(maxsize=2048)
def _families(text: str, face: Face, size: int) -> tuple[StandIn, ...]:
    weight = dict(face.axes).get("wght")
    others = [
        entry
        for slug, entry in fontbook().items()
        if slug != face.font
        and _can_follow(entry, text, face)
        and scripts(text) & set(entry.made_for)
    ]
    return tuple(
        one
        for entry in others
        for one in _stand_ins(
            text,
            face,
            entry.slug,
            [entry.location(usual_place(entry, weight, size))],
        )
    )


def families(text: str, face: Face, size: float) -> tuple[StandIn, ...]:
    """Return the other families that a text may be asked for in, at their usual place.

    Each is made for a script of the text, as those are that somebody would ask for.
    """
    return _families(text, face, round(size))
