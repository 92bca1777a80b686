"""Strict reading of one line of JSON, key by key."""

import json
import reprlib
import sys
from collections.abc import Collection, Mapping
from typing import Any, TypeGuard

import numpy as np

from ..errors import CorpusError, EyechartError
from ..page.scene import Run
from ..paths import Points
from .run_record import read_run

_REACH = 1e5
"""px; farther out than this nothing can lie on a page."""


class Line:
    """A JSON object on a line.

    Parameters
    ----------
    text : str
        The line.
    place : str
        File and line, for messages.

    Raises
    ------
    CorpusError
        When it is no object.
    """

    __slots__ = ("_place", "_values")

    def __init__(self, text: str, place: str) -> None:
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise CorpusError(f"{place}: is not JSON ({error})") from error
        if not isinstance(values, dict):
            raise CorpusError(f"{place}: holds {reprlib.repr(values)}, not an object")
        self._values: Mapping[str, Any] = values
        self._place = place

    def _value(self, key: str) -> Any:
        if key not in self._values:
            raise CorpusError(f"{self._place}: key {key!r} is missing")
        return self._values[key]

    def _wrong(self, key: str, value: object, allowed: str) -> CorpusError:
        return CorpusError(
            f"{self._place}: {key} = {reprlib.repr(value)}; allowed: {allowed}"
        )

    def text(self, key: str) -> str:
        """Return a string that is not empty."""
        value = self._value(key)
        if not isinstance(value, str) or not value:
            raise self._wrong(key, value, "a string")
        return value

    def text_or_null(self, key: str) -> str | None:
        """Return a string that is not empty, or None."""
        return None if self._value(key) is None else self.text(key)

    def number_or_null(self, key: str) -> float | None:
        """Return a finite number, or None."""
        value = self._value(key)
        if value is not None and not _is_finite(value):
            raise self._wrong(key, value, "a finite number or null")
        return None if value is None else float(value)

    def numbers_or_null(self, key: str) -> Mapping[str, float] | None:
        """Return finite numbers by name, or None."""
        values = self._value(key)
        if values is None:
            return None
        allowed = "finite numbers by name, or null"
        if not isinstance(values, dict):
            raise self._wrong(key, values, allowed)
        for name, value in values.items():
            if not _is_finite(value):
                raise self._wrong(f"{key}.{name}", value, allowed)
        return {name: float(value) for name, value in values.items()}

    def texts(
        self, key: str, names: Collection[str], nullable: str
    ) -> Mapping[str, str | None]:
        """Return strings under exactly these names, of which one may be None."""
        values = self._value(key)
        if not isinstance(values, dict) or values.keys() != set(names):
            raise self._wrong(key, values, f"an object with {', '.join(names)}")
        inside = Line(json.dumps(values), f"{self._place}: {key}")
        return {
            name: inside.text_or_null(name) if name == nullable else inside.text(name)
            for name in names
        }

    def run_or_null(self, key: str) -> Run | None:
        """Return a run of text, or None."""
        value = self._value(key)
        if value is None:
            return None
        try:
            return read_run(value, f"{self._place}: {key}")
        except CorpusError:
            raise
        except EyechartError as error:
            raise CorpusError(f"{self._place}: {key}: {error}") from error

    def quad(self, key: str) -> Points:
        """Return four corners, (4, 2), with sides longer than 0."""
        value = self._value(key)
        if not _is_quad(value):
            raise self._wrong(
                key, value, f"four corners x, y within {-_REACH:g} to {_REACH:g} px"
            )
        corners = np.array(value, dtype=np.float64)
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        if not (sides > 0).all():
            raise self._wrong(key, value, "four corners with sides longer than 0")
        return corners


def _is_finite(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= sys.float_info.max


def _is_quad(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(corner, list) and len(corner) == 2 for corner in value)
        and all(_is_finite(x) and abs(x) <= _REACH for corner in value for x in corner)
    )
