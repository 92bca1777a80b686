"""Rating scales, stated and never guessed from the scores."""

import math
import re
from dataclasses import dataclass

from ...generator.errors import AnalysisError

_FORM = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*(?:-|\.\.)\s*(-?\d+(?:\.\d+)?)\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The lowest and the highest score that a judge may give."""

    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:g} to {self.high:g}"


def parse_scale(stated: str) -> Scale:
    """Return the scale that a text such as "1-5" states.

    Raises
    ------
    AnalysisError
        When it is not two numbers, the lower first.

    Examples
    --------
    >>> parse_scale("0-10")
    Scale(low=0.0, high=10.0)
    """
    match = _FORM.fullmatch(stated)
    if match is None or not 0 < float(match[2]) - float(match[1]) < math.inf:
        raise AnalysisError(
            f"scale {stated!r} is no scale; allowed: LOW-HIGH such as 1-5 or 0-10"
        )
    return Scale(low=float(match[1]), high=float(match[2]))
