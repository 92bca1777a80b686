"""What a ruler is."""

from collections.abc import Callable
from dataclasses import dataclass

from .view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruler:
    """Reads the size of one kind of error back from pixels.

    Attributes
    ----------
    bound : float
        Largest deviation from the truth that passes, in the unit of the dimension.
    read : callable
        From a `View` to the unsigned size of the error.
    share : float
        Deviation that passes beside, as a share of the magnitude.
    stray : float or None
        Largest reading that passes where another dimension is wrong; `bound` by
        default.
    """

    bound: float
    read: Callable[[View], float]
    share: float = 0.0
    stray: float | None = None

    def allowed(self, magnitude: float) -> float:
        """Return the largest deviation that passes at a magnitude; 0 for none."""
        if magnitude == 0 and self.stray is not None:
            return self.stray
        return self.bound + self.share * magnitude
