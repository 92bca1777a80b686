"""Painting coverage masks over 8-bit sRGB pixels, in integers."""

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .mask import FULL, Mask

Pixels = NDArray[np.uint8]
"""(height, width, 3) sRGB."""

Colour = tuple[int, int, int]
"""8-bit sRGB red, green, blue."""


def blank(width: int, height: int, colour: Colour) -> Pixels:
    """Return a page of one colour."""
    pixels = np.empty((height, width, 3), dtype=np.uint8)
    pixels[:] = colour
    return pixels


OPAQUE = 1 << 20
"""Opacity is counted in this many steps."""


def paint(pixels: Pixels, mask: Mask, colour: Colour, opacity: float = 1.0) -> None:
    """Lay `colour` over `pixels` in place, as far as `mask` covers them.

    Each channel becomes ``plate + (colour - plate) * opacity * level / FULL``,
    rounded once to the nearest integer, halves upward; parts off the page are cut
    off. The opacity, 0 to 1, acts on the mask as a whole.
    """
    height, width = pixels.shape[:2]
    rows, columns = mask.levels.shape
    top, left = max(0, -mask.y), max(0, -mask.x)
    bottom, right = min(rows, height - mask.y), min(columns, width - mask.x)
    if top >= bottom or left >= right:
        return
    level = mask.levels[top:bottom, left:right, None].astype(np.int32)
    part = pixels[mask.y + top : mask.y + bottom, mask.x + left : mask.x + right]
    part[:] = _mixed(part, np.array(colour, dtype=np.int32), level, opacity)


def _mixed(
    below: Pixels, colour: NDArray[np.int32], level: NDArray[np.int32], opacity: float
) -> NDArray[np.signedinteger[Any]]:
    if opacity == 1.0:
        opaque = below * (FULL - level) + colour * level
        return (2 * opaque + FULL) // (2 * FULL)
    whole = FULL * OPAQUE
    strength = round(opacity * OPAQUE) * level.astype(np.int64)
    mixed = below * (whole - strength) + colour * strength
    return (2 * mixed + whole) // (2 * whole)


def pixel_digest(pixels: Pixels) -> str:
    """Return the SHA-256 of size and pixel values, whatever file holds them."""
    height, width = pixels.shape[:2]
    digest = hashlib.sha256(f"RGB8 {width}x{height}\n".encode())
    digest.update(np.ascontiguousarray(pixels).tobytes())
    return digest.hexdigest()
