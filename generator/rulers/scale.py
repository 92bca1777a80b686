"""Scale: root of the ratio of inked areas."""

import math

from .ink import shown_ink, truth_ink
from .ruler import Ruler
from .view import View


def _read(view: View) -> float:
    return 100 * abs(math.sqrt(shown_ink(view).mass / truth_ink(view).mass) - 1)


RULER = Ruler(bound=0.3, read=_read)
