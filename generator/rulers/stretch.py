"""Stretch: ratio of inked areas, which at constant height is that of widths."""

from .ink import shown_ink, truth_ink
from .ruler import Ruler
from .view import View


def _read(view: View) -> float:
    return 100 * abs(shown_ink(view).mass / truth_ink(view).mass - 1)


RULER = Ruler(bound=0.3, read=_read)
