"""JPEG: the quality at which the ground truth comes out as the result."""

from ..errors import VerificationError
from ..page.finishing import compressed, finished_quad
from ..page.quads import pixels_under
from .ruler import Ruler
from .view import View

_LOSSES = range(1, 100)


def _read(view: View) -> float:
    """Return 100 less the quality, by encoding the truth again at every quality."""
    height, width = view.shown.shape[:2]
    rows, columns = pixels_under(finished_quad(view.shown_quad), width, height)
    seen = view.shown[rows, columns]
    if (seen == view.truth[rows, columns]).all():
        return 0.0
    for loss in _LOSSES:
        if (compressed(view.truth, rows, columns, loss) == seen).all():
            return float(loss)
    raise VerificationError("no JPEG quality turns the ground truth into the result")


RULER = Ruler(bound=0.0, read=_read)
