"""Masks: how much of each pixel is covered, counted on a finer grid."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FINE = 4
FULL = FINE * FINE * 255
"""Mask level of a pixel that is covered whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mask:
    """Coverage of a rectangle of pixels.

    Attributes
    ----------
    x, y : int
        Page position of the upper left pixel; may be outside the page.
    levels : (height, width) uint16
        0 (untouched) to `FULL` (covered whole).
    """

    x: int
    y: int
    levels: NDArray[np.uint16]

    @property
    def centroid(self) -> tuple[float, float]:
        """Centre of mass in page pixels, pixel centres lying at halves."""
        weights = self.levels.astype(np.float64)
        mass = weights.sum()
        xs = np.arange(weights.shape[1]) + self.x + 0.5
        ys = np.arange(weights.shape[0]) + self.y + 0.5
        return (
            float(weights.sum(axis=0) @ xs / mass),
            float(weights.sum(axis=1) @ ys / mass),
        )
