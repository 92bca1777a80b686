"""Areas of a page, as masks."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage

from .finding import height
from .reading import Quad

Mask = NDArray[np.bool_]
"""(height, width)."""

MARGIN = 0.15
"""By how much the place of a text is widened, in heights of its line."""

CORE = 0.1
"""The same for the core of the place, which holds most letters and nothing else."""

_WIDE = 0.5
"""As far, in heights of a line, changed pixels may belong to a text."""

_SPREAD = 2
"""Changed pixels that are at most twice as far apart, px, belong together."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Place:
    """Where a text stands: with a margin, and without most of it."""

    whole: Mask
    core: Mask


def place_of(quads: Iterable[Quad], shape: tuple[int, ...]) -> Place:
    """Return the pixels of some quads."""
    kept = tuple(quads)
    return Place(whole=covered(kept, shape), core=covered(kept, shape, CORE))


def covered(
    quads: Iterable[Quad], shape: tuple[int, ...], margin: float = MARGIN
) -> Mask:
    """Return the pixels of some quads, each widened by `margin` of its height."""
    page = Image.new("1", (shape[1], shape[0]))
    draw = ImageDraw.Draw(page)
    for quad in quads:
        wide = _widened(quad, margin * height(quad))
        draw.polygon([(float(x), float(y)) for x, y in wide], fill=1)
    return np.array(page, dtype=bool)


def _widened(quad: Quad, reach: float) -> Quad:
    along = _unit(quad[1] - quad[0] + quad[2] - quad[3])
    across = _unit(quad[3] - quad[0] + quad[2] - quad[1])
    out = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    wide: Quad = quad + reach * (out[:, :1] * along + out[:, 1:] * across)
    return wide


def _unit(vector: Quad) -> Quad:
    unit: Quad = vector / max(float(np.linalg.norm(vector)), 1e-9)
    return unit


def reached(changed: Mask, quads: Iterable[Quad], shape: tuple[int, ...]) -> Mask:
    """Return where a text stands, and the changed pixels near it that hang together."""
    kept = tuple(quads)
    core = covered(kept, shape, CORE)
    spread = ndimage.binary_dilation(changed, iterations=_SPREAD)
    labels, _ = ndimage.label(spread, structure=np.ones((3, 3), dtype=int))
    touched = np.unique(labels[core & spread])
    near = np.isin(labels, touched[touched > 0]) & covered(kept, shape, _WIDE)
    area: Mask = core | near
    return area
