"""Whether values are of the types that a record states for its fields."""

import types
from typing import Any, Union, get_args, get_origin, get_type_hints

from ...generator.errors import AnalysisError

_NAMES = {str: "text", int: "a whole number", float: "a number", type(None): "null"}


def options_of(hint: Any) -> tuple[Any, ...]:
    """Return the types that a field may have.

    Examples
    --------
    >>> options_of(int | None)
    (<class 'int'>, <class 'NoneType'>)
    """
    several = get_origin(hint) in (Union, types.UnionType)
    return get_args(hint) if several else (hint,)


def check_types(values: dict[str, Any], record: type, place: str) -> None:
    """Refuse a value that its field cannot hold.

    Raises
    ------
    AnalysisError
        With place, field, value and what is allowed.
    """
    hints = get_type_hints(record)
    for name, value in values.items():
        options = options_of(hints[name])
        if not any(_is(value, option) for option in options):
            allowed = " or ".join(_NAMES.get(one, "a list of texts") for one in options)
            raise AnalysisError(f"{place}: {name} = {value!r}; allowed: {allowed}")


def _is(value: Any, option: Any) -> bool:
    if isinstance(value, bool):
        return False
    if option is float:
        return isinstance(value, int | float)
    if get_origin(option) is tuple:
        return isinstance(value, tuple) and all(isinstance(v, str) for v in value)
    return isinstance(value, option)
