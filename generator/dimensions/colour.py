"""Colour: the run has another colour than it should."""

import dataclasses
import functools
import itertools

from ..page.colour import (
    Rgb,
    contrast,
    difference,
    from_lch,
    parse_hex,
    to_hex,
    to_lch,
)
from ..page.scene import Run
from ..rulers.colour import RULER
from ..stimulus import ROLES, Edit
from ..streams import Stream
from .dimension import Dimension, NotPossibleError
from .wording import quoted

_DIRECTIONS = {
    "lighter": (1, 0, 0),
    "darker": (-1, 0, 0),
    "more-chroma": (0, 1, 0),
    "less-chroma": (0, -1, 0),
    "hue-up": (0, 0, 1),
    "hue-down": (0, 0, -1),
}
_LEAST_CHROMA = 8.0
"""C*ab under which a colour has no hue to speak of."""

_REACH = 180.0
"""Farthest way to go in L*, C*ab or degrees."""

_LEAST_STRIDE = 0.1

Lch = tuple[float, float, float]

_NEIGHBOURS = tuple(itertools.product((-1, 0, 1), repeat=3))
_PALETTE = [
    "#1F6FEB",
    "#B42318",
    "#067647",
    "#6941C6",
    "#B54708",
    "#0B7285",
    "#C11574",
    "#3538CD",
    "#4B5563",
    "#7A271A",
    "#05603A",
    "#9C4221",
    "#1D4ED8",
    "#86198F",
    "#0E7490",
    "#374151",
    "#111827",
    "#FDE68A",
    "#A7F3D0",
    "#BFDBFE",
    "#FBCFE8",
    "#FFFFFF",
    "#F5D0A9",
    "#C7D2FE",
]
WORDINGS = (
    "Change the colour of {text} to {hex}.",
    "Recolour {text} in {hex} and leave everything else as it is.",
    "Set the text {text} in the colour {hex} (RGB {red}, {green}, {blue}).",
)


def _moved(start: Lch, direction: str, way: float) -> Rgb:
    lightness, chroma, hue = (
        value + step * way
        for value, step in zip(start, _DIRECTIONS[direction], strict=True)
    )
    colour = None
    if chroma >= 0 and 0 <= lightness <= 100 and way <= _REACH:
        colour = from_lch(lightness, chroma, hue)
    if colour is None:
        raise NotPossibleError("the colour leaves the sRGB gamut")
    return colour


def _reaches(
    colour: Rgb, start: Lch, direction: str, way: float, magnitude: float
) -> bool:
    return difference(colour, _moved(start, direction, way)) >= magnitude


def _bracket(
    colour: Rgb, start: Lch, direction: str, magnitude: float
) -> tuple[float, float]:
    """Return how far is too near and how far is enough.

    Strides that leave the gamut are halved, so that all of it is used.
    """
    low, stride = 0.0, magnitude / 2
    while True:
        try:
            enough = _reaches(colour, start, direction, low + stride, magnitude)
        except NotPossibleError:
            stride /= 2
            if stride < _LEAST_STRIDE:
                raise
            continue
        if enough:
            return low, low + stride
        low += stride


def _nearest(colour: Rgb, near: Rgb, magnitude: float) -> Rgb:
    """Return the 8-bit neighbour of `near` whose difference fits best."""
    candidates = [
        (near[0] + red, near[1] + green, near[2] + blue)
        for red, green, blue in _NEIGHBOURS
    ]
    allowed = [c for c in candidates if min(c) >= 0 and max(c) <= 255]
    return min(allowed, key=lambda c: abs(difference(colour, c) - magnitude))


@functools.lru_cache(maxsize=4096)
def _deviant(colour: Rgb, magnitude: float, direction: str) -> Rgb:
    """Return the colour `magnitude` ΔE00 away, first met on the way."""
    start = to_lch(colour)
    if direction not in ("lighter", "darker") and start[1] < _LEAST_CHROMA:
        raise NotPossibleError("a grey has no chroma or hue to deviate in")
    low, high = _bracket(colour, start, direction, magnitude)
    for _ in range(12):
        middle = (low + high) / 2
        over = _reaches(colour, start, direction, middle, magnitude)
        low, high = (low, middle) if over else (middle, high)
    near = _moved(start, direction, high)
    return _nearest(colour, near, magnitude)


def _disturb(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    if magnitude == 0:
        return run, 0.0
    colour = _deviant(run.colour, magnitude, direction)
    exact = difference(run.colour, colour)
    if _deviant(run.colour, exact, direction) != colour:
        raise NotPossibleError("no 8-bit colour is that far away in this direction")
    return dataclasses.replace(run, colour=colour), exact


def _edit(run: Run, ground: Rgb, stream: Stream) -> Edit:
    palette = [parse_hex(text, "palette") for text in _PALETTE]
    fitting = [
        colour
        for colour in palette
        if contrast(colour, ground) >= 4.5 and difference(colour, run.colour) >= 15
    ]
    if not fitting:
        raise NotPossibleError("no colour of the palette is legible on this ground")
    colour = stream.choice(fitting)
    red, green, blue = colour
    wording = stream.choice(WORDINGS)
    return Edit(
        property="colour",
        value=to_hex(colour),
        instruction=wording.format(
            text=quoted(run), hex=to_hex(colour), red=red, green=green, blue=blue
        ),
        run=dataclasses.replace(run, colour=colour),
    )


DIMENSION = Dimension(
    name="colour",
    unit="ΔE00",
    summary=(
        "The fill deviates in lightness, chroma or hue (CIELAB, D65) by a CIEDE2000 "
        "difference, counted after rounding to 8 bits."
    ),
    rationale=(
        "Text-to-image models fail to read colours given as numbers (NumColor, Butt et "
        "al. 2026, arXiv:2603.13547; GenColorBench, arXiv:2510.20586). The autoencoder "
        "adds shifts of its own (VIVAT, Novitskiy et al. 2025, arXiv:2506.07863)."
    ),
    windows=((0.5, 1.2), (1.2, 2.5), (2.5, 5), (5, 10), (10, 20), (20, 40)),
    limits=(0.4, 60),
    visible_anchor=5.0,
    anchor_source=(
        "1 ΔE00 is often taken as just noticeable, in patches over 4° wide in edge "
        "contact; in images mean differences above 2.5 ΔE*ab are seen (Song and Luo "
        "2001, CIC9:219). That thin text needs more is our reasoning."
    ),
    roles=ROLES,
    directions=tuple(_DIRECTIONS),
    disturb=_disturb,
    ruler=RULER,
    probes=tuple(_DIRECTIONS),
    step=2.0,
    edit=_edit,
)
