"""How far a measured text is from what an instruction asks for."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from ...generator.dimensions import dimension
from ...generator.page.colour import difference
from .instruction import Request
from .measuring import Ink

Deviation = float | None
"""None where it cannot be told."""

_INK = 20.0


def anchors() -> Mapping[str, float]:
    """Return from where on each deviation is clearly visible, in its unit.

    All but that of `ink` are those of dimensions. Ink has none: 20 % is what size
    has, squared.
    """
    of = {
        "position": "position",
        "colour": "colour",
        "opacity": "opacity",
        "size": "scale",
        "proportion": "stretch",
        "angle": "rotation",
    }
    visible = {name: dimension(other).visible_anchor for name, other in of.items()}
    return {**visible, "ink": _INK}


INSTRUCTED = {
    "position": "position",
    "colour": "colour",
    "opacity": "opacity",
    "scale": "size",
    "rotation": "angle",
}
"""Which deviation tells whether an instruction was followed, by property."""

_ALL = ("position", "colour", "size", "proportion", "angle", "ink")
_CHANGED = {
    "position": ("position",),
    "colour": ("colour",),
    "opacity": ("colour",),
    "scale": ("size",),
    "rotation": ("angle",),
    "family": ("size", "proportion", "ink"),
    "leading": ("size", "proportion", "angle"),
    "letter-spacing": ("size", "proportion"),
    "slant": ("size", "proportion", "angle"),
    "weight": ("size", "proportion", "ink"),
}


def untouched(name: str) -> tuple[str, ...]:
    """Return the deviations that no edit of a property may leave."""
    return tuple(one for one in _ALL if one not in _CHANGED[name])


def deviations(request: Request, before: Ink, after: Ink) -> dict[str, Deviation]:
    """Return how far a text is from what was asked for, by name.

    Parameters
    ----------
    request : Request
        What was asked for.
    before, after : Ink
        What was measured in the source and in the result.

    Returns
    -------
    dict
        The deviations of `_ALL` and, where it is asked for, of opacity: px, ΔE00,
        %, %, degrees, %, and a share.
    """
    found = {name: rule(request, before, after) for name, rule in _RULES.items()}
    if request.opacity is not None:
        found["opacity"] = abs(_opacity(before, after) - request.opacity)
    return found


def _position(request: Request, before: Ink, after: Ink) -> float:
    return math.hypot(after.x - before.x - request.dx, after.y - before.y - request.dy)


def _colour(request: Request, before: Ink, after: Ink) -> float:
    return difference(request.colour or before.colour, after.colour)


def _size(request: Request, before: Ink, after: Ink) -> float:
    return 100 * abs(after.size / before.size / request.ratio - 1)


def _proportion(request: Request, before: Ink, after: Ink) -> Deviation:  # noqa: ARG001
    if before.across == 0 or after.across == 0 or before.angle is None:
        return None
    return 100 * abs(after.along / after.across * before.across / before.along - 1)


def _angle(request: Request, before: Ink, after: Ink) -> Deviation:
    if before.angle is None or after.angle is None:
        return None
    # An axis has no head: half a turn is none.
    off = (after.angle - before.angle - request.angle + 90) % 180 - 90
    return abs(off)


def _ink(request: Request, before: Ink, after: Ink) -> float:
    """Ink is spread over an area, so it grows with the square of the size."""
    spaced = request.property in ("leading", "letter-spacing")
    grown = 1.0 if spaced else (after.size / before.size) ** 2
    return 100 * abs(after.mass / before.mass / grown - 1)


def _opacity(before: Ink, after: Ink) -> float:
    full = np.subtract(before.colour, before.ground)
    left = np.subtract(after.colour, after.ground)
    return float(left @ full) / max(float(full @ full), 1.0)


_RULES: Mapping[str, Callable[[Request, Ink, Ink], Deviation]] = {
    "position": _position,
    "colour": _colour,
    "size": _size,
    "proportion": _proportion,
    "angle": _angle,
    "ink": _ink,
}
