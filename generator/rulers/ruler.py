"""What a ruler is."""

from collections.abc import Callable
from dataclasses import dataclass

from .reading import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruler:
    """Reads the size of one kind of error back from pixels.

    Attributes
    ----------
    name, unit : str
        Axis, named like its dimension; unit of what is read.
    bound : float
        Largest deviation from the truth that passes, in `unit`.
    read : callable
        From a `Reading` to the unsigned size of the error.
    """

    name: str
    unit: str
    bound: float
    read: Callable[[Reading], float]
