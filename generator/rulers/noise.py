"""Noise: root mean square deviation from the ground truth."""

import numpy as np

from ..page.finishing import finished_quad
from ..page.quads import pixels_under
from .ruler import Ruler
from .view import View


def _read(view: View) -> float:
    height, width = view.shown.shape[:2]
    rows, columns = pixels_under(finished_quad(view.shown_quad), width, height)
    right = view.truth[rows, columns].astype(np.float64)
    return float(np.sqrt(np.mean((view.shown[rows, columns] - right) ** 2)))


RULER = Ruler(bound=0.0, share=0.02, read=_read)
