"""Judges that compute their answers, one file each.

A file in this folder that defines ``OBSERVER`` is a judge; its name is the
file's. Nothing else has to be touched.
"""

import functools
import importlib
import pkgutil

from ...generator.errors import SpecError, UnknownNameError, suggest
from .observer import Entry, Observer

_NOT_OBSERVERS = frozenset({"observer"})


def observer_names() -> tuple[str, ...]:
    """Return the registered observers, sorted."""
    files = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(name for name in files if name not in _NOT_OBSERVERS)


@functools.cache
def load_observer(name: str) -> Entry:
    """Return a registered observer; only its file is loaded.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    SpecError
        When the file's observer has another name than the file.
    """
    names = observer_names()
    if name not in names:
        raise UnknownNameError(f"unknown judge {name!r}; {suggest(name, names)}")
    entry: Entry = importlib.import_module(f"{__name__}.{name}").OBSERVER
    if entry.name != name:
        raise SpecError(
            f"observers/{name}.py: names its observer {entry.name!r}; allowed: {name!r}"
        )
    return entry


def open_observer(text: str, *, seed: int | None = None) -> Observer:
    """Return the observer that ``NAME`` or ``NAME:ARGUMENT`` stands for.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    EyechartError
        When it has no use for the argument or the seed.
    """
    name, colon, argument = text.partition(":")
    return load_observer(name).open(argument if colon else None, seed)
