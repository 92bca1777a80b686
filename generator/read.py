"""Strict reading of TOML: unknown keys, wrong types and bad values are errors.

A `Table` hands out each key once, checked. `Table.done` then refuses whatever
was not asked for, so a misspelt key can never be ignored.
"""

import difflib
import math
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any

from .errors import SpecError, suggest

_MISSING: Any = object()


class Table:
    """One table of a TOML file, read key by key.

    Parameters
    ----------
    values : dict
        The parsed table.
    place : str
        Where it stands, for messages: file and path inside it.
    """

    __slots__ = ("_asked", "_values", "place")

    def __init__(self, values: dict[str, Any], place: str) -> None:
        self._values = values
        self._asked: set[str] = set()
        self.place = place

    def _take(self, key: str, kind: type, name: str, default: Any) -> Any:
        self._asked.add(key)
        if key not in self._values:
            if default is _MISSING:
                raise SpecError(
                    f"{self.place}: key {key!r} ({name}) is missing{self._like(key)}"
                )
            return default
        value = self._values[key]
        if kind is float and _is_number(value):
            value = self._float(key, value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise SpecError(f"{self.place}: {key} = {value!r} is not {name}")
        return value

    def _like(self, key: str) -> str:
        near = difflib.get_close_matches(key, self._values, n=1)
        return f"; is {near[0]!r} meant to be it?" if near else ""

    def text(
        self,
        key: str,
        default: str = _MISSING,
        *,
        allowed: Collection[str] | None = None,
    ) -> str:
        """Return a string, one of `allowed` when given."""
        value: str = self._take(key, str, "a string", default)
        if any("\ud800" <= c <= "\udfff" for c in value):
            raise SpecError(f"{self.place}: {key} holds a lone surrogate")
        if allowed is not None and value not in allowed:
            raise SpecError(
                f"{self.place}: {key} = {value!r} is unknown; {suggest(value, allowed)}"
            )
        return value

    def integer(
        self,
        key: str,
        default: int = _MISSING,
        *,
        low: int | None = None,
        high: int | None = None,
    ) -> int:
        """Return an integer inside [low, high]."""
        value: int = self._take(key, int, "a whole number", default)
        self._check_range(key, value, low, high)
        return value

    def number(
        self,
        key: str,
        default: float = _MISSING,
        *,
        low: float | None = None,
        high: float | None = None,
    ) -> float:
        """Return a finite float inside [low, high]."""
        value: float = self._take(key, float, "a number", default)
        if not math.isfinite(value):
            raise SpecError(f"{self.place}: {key} = {value!r} is not a finite number")
        self._check_range(key, value, low, high)
        return value

    def flag(self, key: str, default: bool = _MISSING) -> bool:
        """Return a truth value."""
        value: bool = self._take(key, bool, "true or false", default)
        return value

    def texts(
        self,
        key: str,
        default: tuple[str, ...] = _MISSING,
        *,
        allowed: Collection[str] | None = None,
    ) -> tuple[str, ...]:
        """Return a list of strings without repetitions."""
        values = self._take(key, list, "a list of strings", default)
        for value in values:
            if not isinstance(value, str):
                raise SpecError(f"{self.place}: {key} holds {value!r}, not a string")
            if allowed is not None and value not in allowed:
                raise SpecError(
                    f"{self.place}: {key} holds {value!r}, which is unknown; "
                    f"{suggest(value, allowed)}"
                )
        if len(set(values)) != len(values):
            raise SpecError(f"{self.place}: {key} = {values!r} names something twice")
        return tuple(values)

    def numbers(
        self,
        key: str,
        default: tuple[float, ...] = _MISSING,
        *,
        length: int | None = None,
    ) -> tuple[float, ...]:
        """Return a list of finite floats, of the given length when stated."""
        values = self._take(key, list, "a list of numbers", default)
        for value in values:
            if not _is_number(value) or not math.isfinite(self._float(key, value)):
                raise SpecError(
                    f"{self.place}: {key} holds {value!r}, not a finite number"
                )
        if length is not None and len(values) != length:
            raise SpecError(
                f"{self.place}: {key} = {values!r} has {len(values)} numbers, "
                f"not {length}"
            )
        return tuple(float(value) for value in values)

    def integers(
        self,
        key: str,
        default: tuple[int, ...] = _MISSING,
        *,
        length: int | None = None,
    ) -> tuple[int, ...]:
        """Return a list of integers, of the given length when stated."""
        values = self.numbers(key, default, length=length)
        for value in values:
            if not value.is_integer():
                raise SpecError(
                    f"{self.place}: {key} holds {value!r}, not a whole number"
                )
        return tuple(int(value) for value in values)

    def pairs(
        self, key: str, default: tuple[tuple[float, float], ...] = _MISSING
    ) -> tuple[tuple[float, float], ...]:
        """Return an array of pairs of finite floats."""
        values = self._take(key, list, "an array of pairs", default)
        found = []
        for value in values:
            pair = list(value) if isinstance(value, tuple) else value
            low, high = Table({key: pair}, self.place).numbers(key, length=2)
            found.append((low, high))
        return tuple(found)

    def rows(self, key: str, width: int) -> tuple[tuple[str, ...], ...]:
        """Return an array of arrays of `width` strings each."""
        rows = self._take(key, list, "an array of rows", _MISSING)
        for row in rows:
            if not isinstance(row, list) or not all(isinstance(c, str) for c in row):
                raise SpecError(f"{self.place}: {key} holds {row!r}, not strings")
            if len(row) != width:
                raise SpecError(
                    f"{self.place}: {key} holds {row!r} of {len(row)} cells, "
                    f"not {width}"
                )
        return tuple(tuple(row) for row in rows)

    def table(self, key: str, default: dict[str, Any] = _MISSING) -> "Table":
        """Return a table inside this one."""
        values = self._take(key, dict, "a table", default)
        return Table(values, f"{self.place} [{key}]")

    def tables(self, key: str, default: list[Any] = _MISSING) -> tuple["Table", ...]:
        """Return an array of tables."""
        values = self._take(key, list, "an array of tables", default)
        for value in values:
            if not isinstance(value, dict):
                raise SpecError(f"{self.place}: {key} holds {value!r}, not a table")
        return tuple(
            Table(value, f"{self.place} [[{key}]] number {i}")
            for i, value in enumerate(values, 1)
        )

    def keys(self) -> tuple[str, ...]:
        """Return every key, in file order."""
        return tuple(self._values)

    def has(self, key: str) -> bool:
        """Tell whether `key` is given."""
        return key in self._values

    def done(self) -> None:
        """Refuse keys that nothing asked for."""
        for key in self._values:
            if key not in self._asked:
                raise SpecError(
                    f"{self.place}: unknown key {key!r}; "
                    f"{suggest(key, sorted(self._asked))}"
                )

    def _float(self, key: str, value: float) -> float:
        try:
            return float(value)
        except OverflowError as error:
            raise SpecError(
                f"{self.place}: {key} holds a whole number too large to be a float"
            ) from error

    def _check_range(
        self, key: str, value: float, low: float | None, high: float | None
    ) -> None:
        if (low is not None and value < low) or (high is not None and value > high):
            least = "-inf" if low is None else low
            most = "inf" if high is None else high
            raise SpecError(
                f"{self.place}: {key} = {value!r} is outside {least} to {most}"
            )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def read_toml(path: Path) -> Table:
    """Read a TOML file as a strict `Table`.

    Raises
    ------
    SpecError
        When the file is missing, unreadable, not UTF-8 or not TOML.
    """
    try:
        values = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise SpecError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise SpecError(f"{path}: is not UTF-8 at byte {error.start}") from error
    except ValueError as error:
        raise SpecError(f"{path}: is not TOML: {error}") from error
    except RecursionError as error:
        raise SpecError(f"{path}: is not TOML: it is nested too deeply") from error
    return Table(values, str(path))
