"""How strongly two pictures of one page differ."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...generator.companions.changed import changed_box
from ...generator.companions.pairs import codes, differences

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
    window = changed_box(truth, shown)
    if window is None:
        return SAME
    before, after = codes(truth[window]), codes(shown[window])
    changed = before != after
    values, counts = np.unique(before, return_counts=True)
    ground = values[counts.argmax()]
    inked = int(((before != ground) | (after != ground)).sum())
    found = differences(before[changed], after[changed])
    y, x = changed.nonzero()
    within = _within(x + window[1].start, y + window[0].start, box)
    inside = float(found[within].sum()) / inked
    return Strength(inside=inside, outside=float(found[~within].sum()) / inked)


def _within(
    x: NDArray[np.intp],
    y: NDArray[np.intp],
    box: Box | None,
) -> NDArray[np.bool_]:
    if box is None:
        return np.zeros(len(x), dtype=bool)
    x0, y0, x1, y1 = box
    return np.asarray((x + 1 > x0) & (x < x1) & (y + 1 > y0) & (y < y1))
