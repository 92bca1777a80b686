"""Log magnitudes moved to [-1, 1], so that no unit can touch a fit."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from .sigmoid import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The line between scaled and natural-log magnitudes.

    Examples
    --------
    >>> axis = Axis.of(np.log([1.0, 4.0, 16.0]))
    >>> [round(float(v), 12) for v in axis.scaled(np.log([1.0, 4.0, 16.0]))]
    [-1.0, 0.0, 1.0]
    >>> round(axis.magnitude(0.0), 12)
    4.0
    """

    centre: float
    half: float

    @classmethod
    def of(cls, log_magnitude: Array) -> Self:
        """Return the axis on which the tested range is [-1, 1]."""
        low, high = float(log_magnitude.min()), float(log_magnitude.max())
        return cls(centre=(low + high) / 2, half=(high - low) / 2 or 1.0)

    def scaled(self, log_magnitude: Array) -> Array:
        """Return where natural-log magnitudes lie on the axis."""
        return (log_magnitude - self.centre) / self.half

    def magnitude(self, position: float) -> float:
        """Return the magnitude at a position; 0 and inf at the ends."""
        with np.errstate(over="ignore", under="ignore"):
            return float(np.exp(self.centre + self.half * position))
