"""Leading: how far the lines of the run are spread."""

from ..page.pieces import line_pieces
from .pieces import ACROSS, spacing
from .ruler import Ruler
from .view import View


def _read(view: View) -> float:
    return abs(spacing(view, line_pieces(view.correct), ACROSS))


RULER = Ruler(bound=0.001, read=_read)
