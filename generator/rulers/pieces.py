"""Spacing: read from how far the ink is spread, then from its edges."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from ..drawing.mask import Mask
from ..drawing.raster import coverage
from ..errors import VerificationError
from ..page.pieces import Piece, moved
from ..page.scene import Pose
from ..paths import Points
from .ink import Ink, Values, shown_ink, truth_ink
from .trial import covers
from .view import View

ALONG, ACROSS = 0, 1
_FIRST = 0.01
_FARTHEST = 4.0
"""em of the first and the last change of spacing that is looked for."""

_TOLERANCE = 1e-4
"""em; the edges tell better, once the spread has told that much."""

_SMALL = 0.002
"""em by which spacing is changed to see how the edges move."""

_NEAR = 0.05
"""px by which the centre is moved to the same end."""

_ROUNDS = 2


def _frame(pose: Pose, turned: bool) -> Points:
    """Return how a run as laid out lies on the page, turned or in its own frame."""
    angle = math.radians(pose.angle) if turned else 0.0
    cos, sin = math.cos(angle), math.sin(angle)
    lean = np.array([[pose.stretch, -math.tan(math.radians(pose.slant))], [0.0, 1.0]])
    frame: Points = pose.zoom * np.array([[cos, -sin], [sin, cos]]) @ lean
    return frame


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spread:
    """The pieces of a run as they would be drawn with other spacing."""

    pieces: Sequence[Piece]
    size: float
    pose: Pose
    way: int

    def drawn(self, em: float, turned: bool, shift: Points) -> Mask:
        step = em * self.size
        path = moved(self.pieces, *((step, 0) if self.way == ALONG else (0, step)))
        return coverage(path.mapped(_frame(self.pose, turned), shift))

    def variance(self, em: float) -> float:
        """Return the variance of the ink along or across, px²."""
        mask = self.drawn(em, turned=False, shift=np.zeros(2))
        weights = mask.levels.sum(axis=self.way, dtype=np.float64)
        places = np.arange(len(weights), dtype=np.float64)
        places -= np.average(places, weights=weights)
        return float(np.average(places**2, weights=weights))

    def centroid(self, em: float) -> Points:
        """Return the centroid of the ink as drawn without a shift, px."""
        return np.array(self.drawn(em, turned=True, shift=np.zeros(2)).centroid)

    def covers(self, em: float, shift: Points, ink: Ink) -> Values:
        """Return the coverage of the ink's pixels, drawn with a shift."""
        return covers(self.drawn(em, turned=True, shift=shift), ink)


def _by_spread(spread: _Spread, more: float) -> float:
    """Return how many em of spacing give the ink `more` px² of variance."""
    wanted = spread.variance(0.0) + more
    near, far = 0.0, math.copysign(_FIRST, more)
    while (spread.variance(far) - wanted) * more < 0:
        near, far = far, 2 * far
        if abs(far) > _FARTHEST:
            raise VerificationError("no spacing gives the ink the spread that it has")
    found = brentq(lambda em: spread.variance(em) - wanted, near, far, xtol=_TOLERANCE)
    return float(found)


def _by_edges(spread: _Spread, ink: Ink, em: float) -> float:
    """Return a better spacing than a good one, by Gauss and Newton's method.

    The centre is bettered too, so that its last digits are not taken for spacing.
    """
    centre = np.array(ink.centroid)
    for _ in range(_ROUNDS):
        shift = centre - spread.centroid(em)
        wider = centre - spread.centroid(em + _SMALL)
        here = spread.covers(em, shift, ink)
        drawn = [
            spread.covers(em + _SMALL, wider, ink),
            *(spread.covers(em, shift + move, ink) for move in _NEAR * np.eye(2)),
        ]
        changes = np.transpose([one - here for one in drawn])
        shares, *_ = np.linalg.lstsq(changes, ink.cover - here)
        em += float(shares[0]) * _SMALL
        centre = centre + shares[1:] * _NEAR
    return em


def spacing(view: View, pieces: Sequence[Piece], way: int) -> float:
    """Return by how many em the spacing of pieces is more than it should be.

    Spread out by t for each step, pieces of mass m at places u with o steps have the
    variance ``var(u) + 2 t cov(u, o) + t**2 var(o)``, weighted by m. It is taken from
    drawings of the pieces instead of this formula, which holds only as long as no
    two of them overlap.

    Parameters
    ----------
    view : View
        What can be seen.
    pieces : sequence of Piece
        Clusters or lines of the run as it should be.
    way : int
        ``ALONG`` or ``ACROSS`` its lines.

    Raises
    ------
    VerificationError
        When no spacing explains what is seen.
    """
    run = view.correct
    shown = shown_ink(view)
    now, right = (ink.moments(run.pose.angle) for ink in (shown, truth_ink(view)))
    more = now.uu - right.uu if way == ALONG else now.vv - right.vv
    if more == 0:
        return 0.0
    spread = _Spread(pieces=pieces, size=run.size, pose=run.pose, way=way)
    return _by_edges(spread, shown, _by_spread(spread, more))
