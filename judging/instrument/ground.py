"""What is behind a text."""

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from ...generator.companions.pairs import Codes, codes
from ...generator.drawing.canvas import Pixels
from .areas import Mask, Place

Levels = NDArray[np.float64]
"""(height, width, 3): sRGB levels, 0 to 255."""

FLAT = 0.3
"""Share of one colour at a text's place from which it is taken to be the ground."""

UNEVEN = 2.0
"""Root mean square deviation from a smooth ground, in levels, that is too much."""

RIM = 0.9
"""Share of that colour on the rim of the place that it needs as well."""

_RING = 5
_LEAST_RING = 50


def ground(here: Pixels, there: Pixels, place: Place, other: Place) -> Levels | None:
    """Return what is behind the text of one of two pictures of one page.

    Where the text of the other picture does not stand, that picture shows it.
    Elsewhere it is the most frequent colour of the place or, where that is
    not on its rim as well, a surface of second degree through the pixels around.

    Parameters
    ----------
    here, there : (height, width, 3) uint8
        The picture with the text, and the other one.
    place, other : Place
        Where the text stands in them.

    Returns
    -------
    (height, width, 3) float64 or None
        The ground at `place`; None when it cannot be told.
    """
    shown: Levels = there.astype(np.float64)
    both = place.whole & other.whole
    if not both.any():
        return shown
    code = _flat(codes(here), place.core)
    if code is not None:
        shown[both] = (code >> 16, code >> 8 & 255, code & 255)
        return shown
    around = ndimage.binary_dilation(place.whole | other.whole, iterations=_RING)
    around &= ~(place.whole | other.whole)
    around &= np.abs(here - shown).max(axis=2) <= 3 * UNEVEN
    filled = _filled(shown, around, both)
    if filled is None:
        return None
    bare = np.abs(here[both] - filled[both]).max(axis=1) <= 3 * UNEVEN
    return filled if bare.mean() >= FLAT else None


def _flat(packed: Codes, core: Mask) -> int | None:
    """Return the one colour of the ground, if it has one."""
    values, counts = np.unique(packed[core], return_counts=True)
    code = int(values[counts.argmax()])
    rim = core & ~ndimage.binary_erosion(core)
    if counts.max() < FLAT * core.sum() or (packed[rim] == code).mean() < RIM:
        return None
    return code


def _filled(shown: Levels, around: Mask, wanted: Mask) -> Levels | None:
    """Fill an area smoothly from what is around it."""
    if around.sum() < _LEAST_RING:
        return None
    known, samples = _terms(around), shown[around]
    kept = np.ones(len(samples), dtype=bool)
    for _ in range(3):
        factors = np.linalg.lstsq(known[kept], samples[kept], rcond=None)[0]
        off = np.abs(samples - known @ factors).max(axis=1)
        kept = off <= max(3 * float(np.median(off)), 1.0)
    rest = samples[kept] - known[kept] @ factors
    if kept.mean() < 0.5 or float(np.sqrt((rest**2).mean())) > UNEVEN:
        return None
    filled = shown.copy()
    filled[wanted] = np.clip(_terms(wanted) @ factors, 0, 255)
    return filled


def _terms(area: Mask) -> Levels:
    y, x = area.nonzero()
    across, along = x / area.shape[1], y / area.shape[0]
    terms: Levels = np.stack(
        [np.ones(len(x)), across, along, across**2, across * along, along**2], axis=1
    )
    return terms
