"""Measuring a stimulus, with failures that name it."""

from collections.abc import Mapping

from ..drawing.canvas import Pixels
from ..errors import VerificationError
from ..rulers import Miss, Region, check, measure


def measure_named(
    stimulus_id: str, truth: Pixels, shown: Pixels, plate: Pixels, region: Region
) -> Mapping[str, float]:
    """Measure one run on every axis; see `rulers.measure`.

    Raises
    ------
    VerificationError
        When the run cannot be read; the message names the stimulus.
    """
    try:
        readings = measure(truth, shown, plate, region)
    except VerificationError as error:
        raise VerificationError(f"stimulus {stimulus_id}: {error}") from error
    return {axis: float(reading) for axis, reading in readings.items()}


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
