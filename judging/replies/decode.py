"""JSON that keeps what scores depend on: repeated keys, numbers as written."""

import json
from typing import Any, NoReturn


class Numeral(str):
    """A number as it was written, such as ``"4"``, ``"4.0"`` or ``"4e0"``."""

    __slots__ = ()


class Members(tuple[tuple[str, Any], ...]):
    """The members of an object in order, repeated keys among them."""

    __slots__ = ()

    def values_of(self, key: str) -> list[Any]:
        """Return the value of each member of this name."""
        return [value for name, value in self if name == key]


class NotJsonError(ValueError):
    """The text is not JSON."""


def _refuse(name: str) -> NoReturn:
    raise NotJsonError(f"{name} is no number in JSON")


def _decoder(*, strict: bool) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=Members,
        parse_int=Numeral,
        parse_float=Numeral,
        parse_constant=_refuse,
        strict=strict,
    )


_STRICT, _LOOSE = _decoder(strict=True), _decoder(strict=False)


def decode(text: str) -> tuple[Any, bool]:
    """Read a JSON text.

    Returns
    -------
    value : object
        Objects as `Members`, numbers as `Numeral`, the rest as `json` has it.
    mended : bool
        Whether strings held line ends or other control characters, which JSON
        wants written as escapes.

    Raises
    ------
    NotJsonError
        When it is none, or nested more deeply than can be read.

    Examples
    --------
    >>> decode('{"a": 4.0, "a": 5}')
    ((('a', '4.0'), ('a', '5')), False)
    """
    try:
        try:
            return _STRICT.decode(text), False
        except ValueError:
            return _LOOSE.decode(text), True
    except RecursionError as error:
        raise NotJsonError("is nested too deeply") from error
    except ValueError as error:
        raise NotJsonError(str(error)) from error
