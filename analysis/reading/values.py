"""Single values, parsed strictly; messages name place, value and what is allowed."""

import math
import unicodedata
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any

from ...generator.errors import EyechartError, suggest

_TRUE = ("true", "1")
_FALSE = ("false", "0")
_CONTROLS = frozenset({"Cc", "Zl", "Zp"})


def is_blank(value: object) -> bool:
    """Tell whether a cell is empty: None, no text, or a data frame's NaN or NA.

    Examples
    --------
    >>> is_blank(" "), is_blank(float("nan")), is_blank(0)
    (True, True, False)
    """
    if value is None:
        return True
    if isinstance(value, str):
        return not value.strip()
    if isinstance(value, float):
        return math.isnan(value)
    return type(value).__name__ in ("NAType", "NaTType")


def text(
    row: Mapping[str, Any],
    key: str,
    place: str,
    error: type[EyechartError],
    *,
    default: str | None = None,
    allowed: Collection[str] | None = None,
) -> str:
    """Return a text, or a whole number as text.

    Raises
    ------
    EyechartError
        Of the type `error`: blank without default, another kind of value, a lone
        surrogate, a control character, more than one line, or not one of `allowed`.
    """
    value = row.get(key)
    found = value.strip() if isinstance(value, str) else ""
    if not found and is_blank(value):
        if default is None:
            raise error(f"{place}: {key} is empty; allowed: {_any(allowed)}")
        return default
    if not found:
        if isinstance(value, bool) or not isinstance(value, int):
            raise error(
                f"{place}: {key} = {value!r} is no text; allowed: {_any(allowed)}"
            )
        found = str(value)
    if not found.isprintable():
        _check_one_line(found, key, place, error)
    if allowed is not None and found not in allowed:
        raise error(f"{place}: {key} = {found!r} is unknown; {suggest(found, allowed)}")
    return found


def _check_one_line(
    found: str, key: str, place: str, error: type[EyechartError]
) -> None:
    """Refuse what would break a table or a terminal."""
    kinds = {unicodedata.category(c) for c in found}
    if "Cs" in kinds:
        raise error(f"{place}: {key} = {found!r} holds a lone surrogate; allowed: text")
    if kinds & _CONTROLS:
        raise error(
            f"{place}: {key} = {found!r} holds a control character or line break; "
            "allowed: text of one line"
        )


def number(value: object, key: str, place: str, error: type[EyechartError]) -> float:
    """Return a finite number; texts are read with a decimal point.

    Raises
    ------
    EyechartError
        Of the type `error`: anything else.
    """
    found = _float(value)
    if not math.isfinite(found):
        raise error(f"{place}: {key} = {value!r} is no number; allowed: finite numbers")
    return found


def _float(value: object) -> float:
    """Return a number, or a text without Python's underscores, as float; else nan."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        return math.nan
    if isinstance(value, str) and "_" in value:
        return math.nan
    try:
        return float(value)
    except (ValueError, OverflowError):
        return math.nan


def optional_number(
    row: Mapping[str, Any], key: str, place: str, error: type[EyechartError]
) -> float | None:
    """Return a finite number, or None for a blank or missing cell."""
    value = row.get(key)
    return None if is_blank(value) else number(value, key, place, error)


def optional_whole(
    row: Mapping[str, Any], key: str, place: str, error: type[EyechartError]
) -> int | None:
    """Return a whole number of 0 or more, or None for a blank or missing cell.

    Raises
    ------
    EyechartError
        Of the type `error`: no whole number, or below 0.
    """
    found = optional_number(row, key, place, error)
    if found is None:
        return None
    if not found.is_integer() or found < 0:
        raise error(
            f"{place}: {key} = {row[key]!r} is no count; allowed: whole numbers from 0"
        )
    return int(found)


def truth(value: object, key: str, place: str, error: type[EyechartError]) -> bool:
    """Return a truth value: true, false, 1 or 0, as value or text.

    Raises
    ------
    EyechartError
        Of the type `error`: anything else.

    Examples
    --------
    >>> truth("False", "difference", "here", EyechartError)
    False
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float | Decimal) and value in (0, 1):
        return bool(value)
    if isinstance(value, str):
        name = value.strip().lower().removesuffix(".0")
        if name in _TRUE or name in _FALSE:
            return name in _TRUE
    raise error(
        f"{place}: {key} = {value!r} is no truth value; allowed: true, false, 1, 0"
    )


def _any(allowed: Collection[str] | None) -> str:
    return "any text" if allowed is None else ", ".join(allowed)
