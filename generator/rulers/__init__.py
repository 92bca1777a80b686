"""Rulers: reading magnitudes back from pixels, one file an axis.

A ruler sees the page, its plate, the recorded boxes and the correct colour,
never what the error was asked to be.
"""

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass

from ..drawing.canvas import Pixels
from ..errors import SpecError
from .reading import Region, read
from .ruler import Ruler

__all__ = ["Miss", "Region", "check", "measure", "rulers"]

_NOT_RULERS = frozenset({"ink", "reading", "ruler"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A reading outside its bound."""

    axis: str
    unit: str
    requested: float
    measured: float
    bound: float


@functools.cache
def rulers() -> Mapping[str, Ruler]:
    """Return every ruler by axis, sorted.

    Raises
    ------
    SpecError
        When a file's ruler has another name than the file.
    """
    found = {}
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        if name in _NOT_RULERS:
            continue
        ruler: Ruler = importlib.import_module(f"{__name__}.{name}").RULER
        if ruler.name.replace("-", "_") != name:
            raise SpecError(
                f"rulers/{name}.py: names its ruler {ruler.name!r}; allowed: {name!r}"
            )
        found[ruler.name] = ruler
    return found


def measure(
    truth: Pixels, shown: Pixels, plate: Pixels, region: Region
) -> Mapping[str, float]:
    """Measure one run on every axis.

    Parameters
    ----------
    truth, shown, plate : (height, width, 3) uint8
        The ground truth, the result, and the page without the run.
    region : Region
        Recorded boxes and the correct colour.

    Returns
    -------
    mapping of str to float
        Unsigned error by axis, in the ruler's unit.

    Raises
    ------
    VerificationError
        When the run cannot be read.
    """
    reading = read(truth, shown, plate, region)
    return {name: ruler.read(reading) for name, ruler in rulers().items()}


def check(
    measured: Mapping[str, float], dimension: str, magnitude: float
) -> Miss | None:
    """Return the first axis that does not read what it should, if any.

    The axis `dimension` should read `magnitude`, every other one zero.
    """
    for name, ruler in rulers().items():
        requested = magnitude if name == dimension else 0.0
        if not abs(measured[name] - requested) <= ruler.bound:
            return Miss(
                axis=name,
                unit=ruler.unit,
                requested=requested,
                measured=measured[name],
                bound=ruler.bound,
            )
    return None
