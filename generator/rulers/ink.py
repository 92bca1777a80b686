"""Ink: how far a run covers each pixel, read from the pixels."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..drawing.canvas import Pixels
from ..errors import VerificationError
from ..page.quads import grown, pixels_under
from ..paths import Points
from .view import View

Values = NDArray[np.float64]

MARGIN = 2.0
"""px around a run's box that its antialiased edge may touch."""

PIXEL_VARIANCE = 1 / 12
"""px² that a pixel's square adds to every variance."""

_LEAST_STEP = 8.0
"""Levels between ground and ink under which a pixel shows no coverage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """Second central moments of ink in px²: along, across, and mixed."""

    uu: float
    uv: float
    vv: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """Coverage of the pixels of one run.

    Attributes
    ----------
    x, y : (n,) float64
        Centres of pixels, page px.
    cover : (n,) float64
        Covered share of each, read; noise may take it below 0 or above 1.
    """

    x: Values
    y: Values
    cover: Values

    @property
    def mass(self) -> float:
        """Inked area in px²."""
        return float(self.cover.sum())

    @property
    def centroid(self) -> tuple[float, float]:
        """Centre of the ink, page px."""
        mass = self.cover.sum()
        return float(self.cover @ self.x / mass), float(self.cover @ self.y / mass)

    def moments(self, angle: float = 0.0) -> Moments:
        """Return second moments in a frame turned clockwise by `angle` degrees."""
        x, y = self.centroid
        turn = math.radians(angle)
        dx, dy = self.x - x, self.y - y
        u = dx * math.cos(turn) + dy * math.sin(turn)
        v = dy * math.cos(turn) - dx * math.sin(turn)
        weights = self.cover / self.cover.sum()
        return Moments(
            uu=float(weights @ (u * u)),
            uv=float(weights @ (u * v)),
            vv=float(weights @ (v * v)),
        )


def truth_ink(view: View) -> Ink:
    """Return the ink of the run as it should be.

    Raises
    ------
    VerificationError
        When nothing was added to the plate.
    """
    return _ink(view, view.truth, view.truth_quad)


def shown_ink(view: View) -> Ink:
    """Return the ink of the run as it is shown, taking its colour to be right.

    Raises
    ------
    VerificationError
        When nothing was added to the plate.
    """
    return _ink(view, view.shown, view.shown_quad)


def _centres(places: NDArray[np.intp]) -> Values:
    return places.astype(np.float64) + 0.5


def _ink(view: View, pixels: Pixels, corners: Points) -> Ink:
    height, width = pixels.shape[:2]
    rows, columns = pixels_under(grown(corners, MARGIN), width, height)
    if not len(rows):
        raise VerificationError("the box of the run is off the page")
    ground = view.plate[rows, columns].astype(np.float64)
    added = pixels[rows, columns] - ground
    step = view.correct.opacity * (np.array(view.correct.colour) - ground)
    square = (step * step).sum(axis=1)
    shows = square > _LEAST_STEP**2
    cover = np.where(shows, (added * step).sum(axis=1) / np.maximum(square, 1.0), 0.0)
    if not cover.sum() > 0:
        raise VerificationError("the run shows no ink")
    return Ink(x=_centres(columns), y=_centres(rows), cover=cover)
