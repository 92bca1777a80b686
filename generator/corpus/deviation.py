"""How far readings are from what they should be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """How far a stimulus reads from what it should, on one axis.

    Attributes
    ----------
    axis, unit : str
        Which ruler, and its unit.
    size, bound : float
        The deviation, and the largest that passes for this stimulus.
    stimulus_id : str
        Which stimulus.
    """

    axis: str
    unit: str
    size: float
    bound: float
    stimulus_id: str
