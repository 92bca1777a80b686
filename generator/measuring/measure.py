"""Measuring one stimulus on every axis, and judging the readings."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..dimensions import dimension, dimensions
from ..dimensions.dimension import NotPossibleError
from ..errors import VerificationError
from ..rulers.view import View
from .strays import UNEXPLAINED, UNEXPLAINED_BOUND, strays


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A reading outside its bound."""

    axis: str
    unit: str
    requested: float
    measured: float
    bound: float


def measure(view: View, name: str, direction: str) -> Mapping[str, float]:
    """Measure a run that is wrong in one way.

    Parameters
    ----------
    view : View
        What can be seen.
    name : str
        Dimension of the error.
    direction : str
        Which way it is wrong.

    Returns
    -------
    mapping of str to float
        Unsigned error by axis, in the unit of its dimension: on the axis of the
        error itself as its ruler reads it, on others as `strays` does.

    Raises
    ------
    VerificationError
        When the run cannot be read.
    """
    entry = dimension(name)
    own = float(entry.ruler.read(view))
    try:
        others = strays(view, entry, own, direction)
    except NotPossibleError as error:
        raise VerificationError(
            f"{name} measures {own!r} {entry.unit}, but {error}"
        ) from error
    return {name: own, **others}


def unit_of(axis: str) -> str:
    """Return the unit of an axis."""
    return "levels" if axis == UNEXPLAINED else dimension(axis).unit


def allowed(axis: str, magnitude: float) -> float:
    """Return how far a reading may be from the magnitude that is right there."""
    if axis == UNEXPLAINED:
        return UNEXPLAINED_BOUND
    return dimension(axis).ruler.allowed(magnitude)


def axes() -> tuple[str, ...]:
    """Return every axis, the unexplained last."""
    return (*dimensions(), UNEXPLAINED)


def check(measured: Mapping[str, float], name: str, magnitude: float) -> Miss | None:
    """Return the first axis that does not read what it should, if any.

    The axis `name` should read `magnitude`, every other one zero.
    """
    for axis, reading in measured.items():
        requested = magnitude if axis == name else 0.0
        if not abs(reading - requested) <= allowed(axis, requested):
            return Miss(
                axis=axis,
                unit=unit_of(axis),
                requested=requested,
                measured=reading,
                bound=allowed(axis, requested),
            )
    return None
