"""Measuring a stimulus, with failures that name it."""

from collections.abc import Mapping

from ..errors import VerificationError
from ..measuring.measure import Miss, check, measure
from ..rulers.view import View


def measure_named(
    stimulus_id: str, view: View, dimension: str | None, direction: str | None
) -> Mapping[str, float]:
    """Measure one run on every axis; see `measuring.measure`.

    Raises
    ------
    VerificationError
        When it names no dimension or direction, or the run cannot be read; the
        message names the stimulus.
    """
    if dimension is None or direction is None:
        raise VerificationError(
            f"stimulus {stimulus_id}: is degraded but has no dimension or direction"
        )
    try:
        readings = measure(view, dimension, direction)
    except VerificationError as error:
        raise VerificationError(f"stimulus {stimulus_id}: {error}") from error
    return dict(readings)


def check_named(
    stimulus_id: str,
    readings: Mapping[str, float],
    dimension: str | None,
    magnitude: float | None,
) -> None:
    """Refuse readings that differ from what was requested.

    Raises
    ------
    VerificationError
        Naming the stimulus, the axis, what it should read and what it reads.
    """
    if dimension is None or magnitude is None:
        raise VerificationError(
            f"stimulus {stimulus_id}: is degraded but has no dimension or magnitude"
        )
    miss = check(readings, dimension, magnitude)
    if miss is not None:
        raise VerificationError(f"stimulus {stimulus_id}: {told(miss)}")


def told(miss: Miss) -> str:
    """Return a miss in words.

    Examples
    --------
    >>> told(Miss(axis="scale", unit="%", requested=5.0, measured=7.5, bound=0.3))
    'scale measures 7.5 % where 5.0 % is requested; allowed: within 0.3 %'
    """
    return (
        f"{miss.axis} measures {miss.measured!r} {miss.unit} where "
        f"{miss.requested!r} {miss.unit} is requested; "
        f"allowed: within {miss.bound!r} {miss.unit}"
    )
