"""Colour differences of pixels, computed once for each different pair."""

import numpy as np
from numpy.typing import NDArray

from ..drawing.canvas import Pixels
from .ciede2000 import ciede2000, to_lab

Codes = NDArray[np.int64]
"""Pixels, each packed into one number."""


def codes(pixels: Pixels) -> Codes:
    """Pack each pixel into one number.

    Parameters
    ----------
    pixels : (..., 3) uint8
        sRGB.

    Returns
    -------
    (...) int64
        ``red << 16 | green << 8 | blue``.
    """
    red, green, blue = np.moveaxis(pixels.astype(np.int64), -1, 0)
    packed: Codes = red << 16 | green << 8 | blue
    return packed


def _colours(packed: Codes) -> Pixels:
    return np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=1).astype(
        np.uint8
    )


def differences(before: Codes, after: Codes) -> NDArray[np.float64]:
    """Return the CIEDE2000 difference of each pair of packed pixels.

    Parameters
    ----------
    before, after : (n,) int64
        From `codes`.

    Returns
    -------
    (n,) float64
        Differences.
    """
    pairs, places = np.unique(before << 24 | after, return_inverse=True)
    first, second = pairs >> 24, pairs & 0xFFFFFF
    return ciede2000(to_lab(_colours(first)), to_lab(_colours(second)))[places]
