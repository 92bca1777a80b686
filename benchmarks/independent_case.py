"""One stimulus as the independent reader sees it: ink, by its change to the plate."""

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from skimage.measure import moments, moments_central

Values = NDArray[np.float64]
Pixels = NDArray[np.uint8]

_LEAST_STEP = 8
"""Levels between plate and ink under which a pixel shows no coverage."""

_BACKWARD = {"anticlockwise", "backward", "narrower", "smaller", "tighter"}
"""Names of directions that count as negative."""


class UnreadableError(ValueError):
    """The method cannot read this stimulus; the message says why."""


class Case:
    """The pictures of a stimulus, and its line of the manifest.

    Where the run is, is told from the whole page, whatever boxes are recorded: only
    this run is not on the plate.
    """

    def __init__(
        self, truth: Pixels, shown: Pixels, plate: Pixels, line: Mapping[str, Any]
    ) -> None:
        self.truth, self.shown, self.page = truth, shown, plate
        self.run, self.quad = line["run"], np.array(line["shown_quad"])
        self.direction = line["direction"]
        changed = ((truth != plate) | (shown != plate)).any(axis=2)
        rows, columns = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        self.plate = plate[part].astype(np.float64)
        self.right, self.seen = truth[part] - self.plate, shown[part] - self.plate
        self.step = self.run["opacity"] * (np.array(self.run["colour"]) - self.plate)

    @property
    def sign(self) -> int:
        """1, or -1 where the error is said to be negative."""
        return -1 if self.direction in _BACKWARD else 1

    @property
    def em(self) -> float:
        """Size of the font as it is correct, px."""
        return float(self.run["size"] * self.run["pose"]["zoom"])

    def _cover(self, added: Values) -> Values:
        square = (self.step**2).sum(axis=2)
        cover = (added * self.step).sum(axis=2) / np.maximum(square, 1)
        return np.where(square > _LEAST_STEP**2, cover, 0.0)

    @cached_property
    def covers(self) -> tuple[Values, Values]:
        """Coverage of the truth and of the result: change along the ink's colour."""
        return self._cover(self.right), self._cover(self.seen)

    @property
    def frame(self) -> Values:
        """Turn of x, y into along and across the correct run's lines, (2, 2)."""
        turn = math.radians(self.run["pose"]["angle"])
        cos, sin = math.cos(turn), math.sin(turn)
        return np.array([[cos, sin], [-sin, cos]])

    @cached_property
    def spreads(self) -> tuple[Values, Values]:
        """Covariances of both inks along and across the lines, (2, 2) px²."""
        right, seen = (
            self.frame @ covariance(one) @ self.frame.T for one in self.covers
        )
        return right, seen


def centre(cover: Values) -> Values:
    """Return row and column of the ink's centroid."""
    raw = moments(cover, order=1)
    return np.array([raw[1, 0], raw[0, 1]]) / raw[0, 0]


def covariance(cover: Values) -> Values:
    """Return the ink's covariance of x and y, less that of a pixel's square."""
    central = moments_central(cover, centre(cover), order=2)
    mixed = [[central[0, 2], central[1, 1]], [central[1, 1], central[2, 0]]]
    return np.array(mixed) / central[0, 0] - np.eye(2) / 12
