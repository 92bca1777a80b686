"""Ways in which a result can be wrong, one file each.

A file in this folder that defines ``DIMENSION`` is a dimension; its name is
the file's. Nothing else has to be touched.
"""

import functools
import importlib
import pkgutil
from collections.abc import Mapping

from ..errors import SpecError, UnknownNameError, suggest
from .dimension import Dimension

_NOT_DIMENSIONS = frozenset({"dimension", "held", "wording"})


@functools.cache
def dimensions() -> Mapping[str, Dimension]:
    """Return every dimension by name, sorted.

    Raises
    ------
    SpecError
        When a file's dimension has another name than the file.
    """
    found = {}
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        if name in _NOT_DIMENSIONS:
            continue
        entry: Dimension = importlib.import_module(f"{__name__}.{name}").DIMENSION
        if entry.name.replace("-", "_") != name:
            raise SpecError(
                f"dimensions/{name}.py: names its dimension {entry.name!r}; "
                f"allowed: {name!r}"
            )
        found[entry.name] = entry
    return found


def dimension(name: str) -> Dimension:
    """Return one dimension.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    """
    known = dimensions()
    if name not in known:
        raise UnknownNameError(
            f"unknown dimension {name!r}; {suggest(name, sorted(known))}"
        )
    return known[name]
