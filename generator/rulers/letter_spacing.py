"""Letter-spacing: how far the clusters of the run are spread along their lines."""

from ..errors import TextError, VerificationError
from ..page.pieces import cluster_pieces
from .pieces import ALONG, spacing
from .ruler import Ruler
from .view import View


def _read(view: View) -> float:
    try:
        lines = cluster_pieces(view.correct)
    except TextError as error:
        raise VerificationError(f"letter-spacing cannot be read: {error}") from error
    return abs(spacing(view, [piece for line in lines for piece in line], ALONG))


RULER = Ruler(bound=0.001, read=_read)
