"""Opacity: how far the result steps from the plate to the ground truth."""

import numpy as np

from ..errors import VerificationError
from ..page.quads import grown, pixels_under
from .ink import MARGIN
from .ruler import Ruler
from .view import View


def _read(view: View) -> float:
    """Return the share of its opacity that the run has lost, by least squares."""
    height, width = view.shown.shape[:2]
    rows, columns = pixels_under(grown(view.truth_quad, MARGIN), width, height)
    plate = view.plate[rows, columns].astype(np.float64)
    right = (view.truth[rows, columns] - plate).ravel()
    seen = (view.shown[rows, columns] - plate).ravel()
    if not right.any():
        raise VerificationError("the run shows no ink")
    return abs(1 - float(seen @ right / (right @ right)))


RULER = Ruler(bound=0.002, read=_read)
