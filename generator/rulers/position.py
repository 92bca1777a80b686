"""Position: distance of the ink's centroids."""

import math

from .ink import shown_ink, truth_ink
from .ruler import Ruler
from .view import View


def _read(view: View) -> float:
    return math.dist(shown_ink(view).centroid, truth_ink(view).centroid)


RULER = Ruler(bound=0.05, read=_read)
