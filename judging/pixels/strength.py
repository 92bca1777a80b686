"""How strongly two pictures of one page differ."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .ciede2000 import ciede2000, to_lab

Pixels = NDArray[np.uint8]
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in px."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """A difference in CIEDE2000 units, summed and set against the ink.

    Attributes
    ----------
    inside, outside : float
        Parts of the difference that lie inside and outside a box.
    """

    inside: float
    outside: float

    @property
    def total(self) -> float:
        """The whole difference."""
        return self.inside + self.outside


SAME = Strength(inside=0.0, outside=0.0)


def strength(truth: Pixels, shown: Pixels, box: Box | None) -> Strength:
    """Measure how strongly `shown` differs from `truth`.

    The CIEDE2000 differences of all pixels are summed and divided by the
    number of inked pixels. Inked are the pixels of the changed rectangle whose
    colour, in either picture, is not the most frequent one of `truth` there.
    So the size of the page does not matter, nor does that of the text, and a
    recoloured text differs by what its colour differs.

    Equal pixels add nothing, so only the changed rectangle is looked at: the
    sum over it is the sum over the page.

    Parameters
    ----------
    truth, shown : (height, width, 3) uint8
        Two sRGB pictures of one size.
    box : tuple of float or None
        x0, y0, x1, y1 in px; a pixel that it touches is inside.

    Returns
    -------
    Strength
        Zero exactly when the pictures are equal.
    """
    window = _changed_rectangle(truth, shown)
    if window is None:
        return SAME
    before, after = _codes(truth[window]), _codes(shown[window])
    changed = before != after
    values, counts = np.unique(before, return_counts=True)
    ground = values[counts.argmax()]
    inked = int(((before != ground) | (after != ground)).sum())
    differences = _differences(before[changed], after[changed])
    y, x = changed.nonzero()
    within = _within(x + window[1].start, y + window[0].start, box)
    inside = float(differences[within].sum()) / inked
    return Strength(inside=inside, outside=float(differences[~within].sum()) / inked)


def _changed_rectangle(truth: Pixels, shown: Pixels) -> tuple[slice, slice] | None:
    """Return the smallest rectangle outside which the pictures are equal."""
    differs = (truth != shown).reshape(len(truth), -1)
    rows = differs.any(axis=1).nonzero()[0]
    if len(rows) == 0:
        return None
    high = slice(int(rows[0]), int(rows[-1]) + 1)
    channels = differs[high].any(axis=0).nonzero()[0]
    return high, slice(int(channels[0]) // 3, int(channels[-1]) // 3 + 1)


def _codes(pixels: Pixels) -> NDArray[np.int64]:
    """Pack each pixel into one number."""
    red, green, blue = np.moveaxis(pixels.astype(np.int64), 2, 0)
    codes: NDArray[np.int64] = red << 16 | green << 8 | blue
    return codes


def _colours(codes: NDArray[np.int64]) -> NDArray[np.uint8]:
    return np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(
        np.uint8
    )


def _differences(
    before: NDArray[np.int64], after: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the difference of each pair, computed once for equal pairs."""
    pairs, places = np.unique(before << 24 | after, return_inverse=True)
    first, second = pairs >> 24, pairs & 0xFFFFFF
    return ciede2000(to_lab(_colours(first)), to_lab(_colours(second)))[places]


def _within(
    x: NDArray[np.intp],
    y: NDArray[np.intp],
    box: Box | None,
) -> NDArray[np.bool_]:
    if box is None:
        return np.zeros(len(x), dtype=bool)
    x0, y0, x1, y1 = box
    return np.asarray((x + 1 > x0) & (x < x1) & (y + 1 > y0) & (y < y1))
