"""Strict reading of what a provider sends."""

import json
from typing import Any

from ...generator.errors import EyechartError


class ReplyError(EyechartError, ValueError):
    """A provider sent something that is no reply."""


_MISSING: Any = object()


class Fields:
    """An object of a reply, read key by key; null counts as missing.

    Parameters
    ----------
    values : object
        What should be an object.
    place : str
        Where it stands, for messages.

    Raises
    ------
    ReplyError
        When it is no object; the methods raise it for values of the wrong
        type, and for missing ones without a default.
    """

    __slots__ = ("_place", "_values")

    def __init__(self, values: Any, place: str) -> None:
        if not isinstance(values, dict):
            raise ReplyError(f"{place} is not an object but {_kind(values)}")
        self._values = values
        self._place = place

    def _take(self, key: str, kind: type, name: str, default: Any) -> Any:
        value = self._values.get(key)
        if value is None:
            if default is _MISSING:
                raise ReplyError(f"{self._place}: {key!r} is missing")
            return default
        wrong = not isinstance(value, kind)
        if wrong or (isinstance(value, bool) and kind is not bool):
            raise ReplyError(f"{self._place}: {key!r} is not {name} but {_kind(value)}")
        return value

    def text(self, key: str, default: str = _MISSING) -> str:
        """Return a string."""
        value: str = self._take(key, str, "a string", default)
        return value

    def flag(self, key: str) -> bool:
        """Return a truth value, false when it is missing."""
        value: bool = self._take(key, bool, "true or false", False)
        return value

    def count(self, key: str) -> int | None:
        """Return a number of things; None when there is none.

        What is counted is said beside an answer, which is not asked for again
        because of it.
        """
        value = self._values.get(key)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        right = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        return value if right else None

    def beside(self, key: str) -> "Fields":
        """Return an object inside this one, or an empty one when there is none."""
        value = self._values.get(key)
        found = value if isinstance(value, dict) else {}
        return Fields(found, f"{self._place}, {key!r}")

    def inner(self, key: str, default: dict[str, Any] = _MISSING) -> "Fields":
        """Return an object inside this one."""
        value = self._take(key, dict, "an object", default)
        return Fields(value, f"{self._place}, {key!r}")

    def items(self, key: str, default: list[Any] = _MISSING) -> list["Fields"]:
        """Return a list of objects."""
        values = self._take(key, list, "a list", default)
        place = f"{self._place}, {key!r}"
        return [Fields(value, f"{place} {i}") for i, value in enumerate(values, 1)]

    def has(self, key: str) -> bool:
        """Tell whether there is something other than null."""
        return self._values.get(key) is not None

    def is_text(self, key: str) -> bool:
        """Tell whether there is a string."""
        return isinstance(self._values.get(key), str)


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__


def usage(**counts: int | None) -> dict[str, int]:
    """Return those counts that are known."""
    return {name: count for name, count in counts.items() if count is not None}


def decode_body(data: bytes) -> Any:
    """Return the JSON in the body of a response.

    Raises
    ------
    ReplyError
        When it is none.
    """
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ReplyError("the response is not JSON") from error
