"""One value of an answer: what it says on the scale, if anything."""

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from ..rubric import Criterion
from .decode import Numeral

_PLAIN = re.compile(r"-?[1-9][0-9]*+|0")
_WRITTEN = re.compile(
    r"(-?[0-9]+(?:\.[0-9]+)?)(?:\s*(?:/|out of)\s*([0-9]+(?:\.[0-9]+)?))?",
    re.IGNORECASE,
)
_LONGEST = 40
"""Characters of the longest string that is read as a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What a value says.

    Attributes
    ----------
    status : str
        ``"ok"``, ``"repaired"``, ``"out_of_range"`` or ``"unparsed"``.
    score : int, bool or None
        The score; None for the last two.
    """

    status: str
    score: int | bool | None = None


UNPARSED = Value(status="unparsed")
OUT_OF_RANGE = Value(status="out_of_range")


def read_value(found: Any, criterion: Criterion, low: int, high: int) -> Value:
    """Return what a value says about a criterion.

    Nothing is clamped, rounded or taken from prose. A number that is not on
    the scale, be it between two steps, is out of range.

    Parameters
    ----------
    found : object
        A value as `decode` gives it.
    criterion : Criterion
        What was asked.
    low, high : int
        Ends of the scale.
    """
    if criterion.boolean:
        return _truth(found)
    if criterion.choices:
        return _choice(found, criterion)
    if isinstance(found, Numeral):
        plain = _PLAIN.fullmatch(found) is not None
        return _on_scale(found, low, high, "ok" if plain else "repaired")
    if isinstance(found, str):
        return _written(found, low, high)
    return UNPARSED


def _truth(found: Any) -> Value:
    if isinstance(found, bool):
        return Value(status="ok", score=found)
    if isinstance(found, str) and not isinstance(found, Numeral):
        word = found.strip().casefold()
        if word in ("true", "false"):
            return Value(status="repaired", score=word == "true")
    return UNPARSED


def _choice(found: Any, criterion: Criterion) -> Value:
    if not isinstance(found, str) or isinstance(found, Numeral):
        return UNPARSED
    for label, score in criterion.choices:
        if found == label:
            return Value(status="ok", score=score)
        if found.strip().casefold() == label.strip().casefold():
            return Value(status="repaired", score=score)
    return UNPARSED


def _written(text: str, low: int, high: int) -> Value:
    stripped = text.strip()
    match = _WRITTEN.fullmatch(stripped) if len(stripped) <= _LONGEST else None
    if match is None:
        return UNPARSED
    if match[2] is not None and Decimal(match[2]) != high:
        return OUT_OF_RANGE
    return _on_scale(match[1], low, high, "repaired")


def _on_scale(text: str, low: int, high: int, status: str) -> Value:
    try:
        number = Decimal(text)
    except InvalidOperation:
        # Its exponent is beyond any scale.
        return OUT_OF_RANGE
    if not low <= number <= high or number != number.to_integral_value():
        return OUT_OF_RANGE
    return Value(status=status, score=int(number))
