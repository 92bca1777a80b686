"""Colour: CIEDE2000 difference of the fills."""

import numpy as np

from ..errors import VerificationError
from ..page.colour import Rgb, difference
from ..page.quads import grown, pixels_under
from .ink import MARGIN, truth_ink
from .ruler import Ruler
from .view import View


def _fill(view: View) -> Rgb:
    """Return the colour that explains the result best, given the truth's coverage.

    Least squares over the pixels of the run; fills have whole 8-bit levels, so the
    nearest of them is taken.
    """
    height, width = view.shown.shape[:2]
    rows, columns = pixels_under(grown(view.truth_quad, MARGIN), width, height)
    cover = (view.correct.opacity * truth_ink(view).cover)[:, None]
    bare = (1 - cover) * view.plate[rows, columns]
    levels = (cover * (view.shown[rows, columns] - bare)).sum(axis=0) / (cover**2).sum()
    red, green, blue = (int(level) for level in np.rint(levels))
    if min(red, green, blue) < 0 or max(red, green, blue) > 255:
        raise VerificationError(
            f"the fill reads ({red}, {green}, {blue}), which is no 8-bit colour"
        )
    return red, green, blue


def _read(view: View) -> float:
    return difference(view.correct.colour, _fill(view))


# A blended fill is rounded to 8 bits: half a level is up to 1.2 ΔE00 in dark greys.
RULER = Ruler(bound=0.3, stray=0.5, read=_read)
