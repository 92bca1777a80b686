"""Inspecting an edit: the page before, the page after, and the instruction."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from ...generator.companions.changed import Box, changed_box, changed_pixels, grown
from ...generator.drawing.canvas import Pixels
from ..pixels.strength import strength
from .areas import Mask, Place, covered, place_of, reached
from .deviation import INSTRUCTED, anchors, deviations, untouched
from .finding import Found, find, shifted
from .ground import ground
from .instruction import Request
from .measuring import Ink, measure
from .reading import Reader
from .scoring import LOST, PAGE, SHARES, score, worst
from .spelling import plain

_AROUND = 24
"""How much of the page around what changed is read, px."""

Scores = Mapping[str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """What came out.

    Attributes
    ----------
    scores : mapping of str to int or None
        By criterion; None where it cannot be told.
    notes : mapping
        What was read and measured, or why it could not be.
    """

    scores: Scores = field(default_factory=dict)
    notes: Mapping[str, Any]


def inspect(
    source: Pixels,
    result: Pixels,
    request: Request,
    reader: Reader,
    scale: tuple[int, int] = (1, 5),
) -> Inspection:
    """Score an edit.

    Parameters
    ----------
    source, result : (height, width, 3) uint8
        The page before and after, of one size.
    request : Request
        What was asked for.
    reader : Reader
        Who reads.
    scale : tuple of int
        The worst score and the best.
    """
    window = changed_box(source, result)
    if window is None:
        return _unmade(source, result, None, scale)
    changed = changed_pixels(source, result)
    before = _changed(reader, source, window, changed, request.text)
    if before is None:
        # What is not where something changed may be elsewhere, as it was.
        before = _one(find(reader.read(source), request.text))
        if before is None:
            return _blank("source")
        if not (covered(before.quads, changed.shape) & changed).any():
            return _unmade(source, result, before, scale)
    after = _changed(reader, result, window, changed, request.text)
    if after is None:
        return _blank("result")
    return _made(source, result, request, (before, after), scale)


def _one(found: list[Found]) -> Found | None:
    return found[0] if len(found) == 1 else None


def _blank(name: str) -> Inspection:
    return Inspection(
        notes={"reason": f"the text was not found in the {name}, or more than once"}
    )


def _unmade(
    source: Pixels, result: Pixels, place: Found | None, scale: tuple[int, int]
) -> Inspection:
    """Score an edit that left the text as it was, wherever it is."""
    low, high = scale
    quads = () if place is None else place.quads
    elsewhere = _elsewhere(source, result, place_of(quads, source.shape).core)
    return Inspection(
        scores={
            "instruction_following": low,
            "text_accuracy": high,
            "visual_consistency": high,
            "layout_preservation": score(elsewhere, PAGE, low, high),
        },
        notes={
            "read": None if place is None else place.read,
            "changed": False,
            "elsewhere": elsewhere,
        },
    )


def _made(
    source: Pixels,
    result: Pixels,
    request: Request,
    places: tuple[Found, Found],
    scale: tuple[int, int],
) -> Inspection:
    before, after = (place_of(one.quads, source.shape) for one in places)
    changed = changed_pixels(source, result)
    quads = (*places[0].quads, *places[1].quads)
    elsewhere = _elsewhere(source, result, reached(changed, quads, source.shape))
    lost = max(0, places[1].errors - places[0].errors) / len(plain(request.text))
    inks = _inks(source, result, (before, after), changed)
    found = deviations(request, *inks) if inks is not None else {}
    visible = anchors()
    shares = {
        name: None if value is None else value / visible[name]
        for name, value in found.items()
    }
    asked = shares.get(INSTRUCTED.get(request.property, ""))
    others = worst(shares.get(name) for name in untouched(request.property))
    return Inspection(
        scores={
            "instruction_following": _score(asked, SHARES, scale),
            "text_accuracy": _score(lost, LOST, scale),
            "visual_consistency": _score(others, SHARES, scale),
            "layout_preservation": _score(elsewhere, PAGE, scale),
        },
        notes={
            "read": [place.read for place in places],
            "lost": lost,
            "elsewhere": elsewhere,
            "deviations": found,
            "ink": None if inks is None else [asdict(ink) for ink in inks],
        },
    )


def _score(
    value: float | None, steps: tuple[float, ...], scale: tuple[int, int]
) -> int | None:
    return None if value is None else score(value, steps, *scale)


def _inks(
    source: Pixels, result: Pixels, places: tuple[Place, Place], changed: Mask
) -> tuple[Ink, Ink] | None:
    """Measure the text in both pictures."""
    before, after = places
    behind = ground(source, result, before, after)
    also_behind = ground(result, source, after, before)
    if behind is None or also_behind is None:
        return None
    first = measure(source, behind, before, changed)
    second = measure(result, also_behind, after, changed)
    return None if first is None or second is None else (first, second)


def _elsewhere(source: Pixels, result: Pixels, area: Mask) -> float:
    rest = np.where(area[:, :, None], source, result)
    return strength(source, rest, None).total


def _changed(
    reader: Reader, pixels: Pixels, window: Box, changed: Mask, text: str
) -> Found | None:
    """Find a text where something changed, reading no more of the page than that."""
    rows, columns = grown(window, _AROUND, *pixels.shape[:2])
    lines = [
        shifted(line, columns.start, rows.start)
        for line in reader.read(pixels[rows, columns])
    ]
    touched = [
        line for line in lines if (covered([line.quad], changed.shape) & changed).any()
    ]
    return _one(find(touched, text))
