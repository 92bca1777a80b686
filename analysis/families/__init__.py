"""Families of sigmoids: one file each, found by name.

A family is a module in this folder with an object `family` that satisfies
`eyechart.analysis.model.sigmoid.Family`. The file's name is its name.
"""

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache

from ...generator.errors import UnknownNameError, suggest
from ..model.sigmoid import Family

__all__ = ["family_names", "get_family", "unique_names"]


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return `names` sorted.

    Raises
    ------
    UnknownNameError
        When a name comes twice, or two names differ only in case.

    Examples
    --------
    >>> unique_names(["weibull", "logistic"])
    ('logistic', 'weibull')
    """
    seen: dict[str, str] = {}
    for name in sorted(names):
        if name.casefold() in seen:
            raise UnknownNameError(
                f"analysis/families: {seen[name.casefold()]!r} and {name!r} "
                "are one name twice; allowed: names that differ in more than case"
            )
        seen[name.casefold()] = name
    return tuple(seen.values())


@cache
def family_names() -> tuple[str, ...]:
    """Return the names of all families, sorted."""
    return unique_names(module.name for module in pkgutil.iter_modules(__path__))


def get_family(name: str) -> Family:
    """Return the family called `name`.

    Raises
    ------
    UnknownNameError
        When there is no such family, or its module defines none.

    Examples
    --------
    >>> import numpy as np
    >>> float(get_family("logistic").cdf(np.array(0.0)))
    0.5
    """
    names = family_names()
    if name not in names:
        raise UnknownNameError(f"family {name!r} is unknown; {suggest(name, names)}")
    module = importlib.import_module(f".{name}", __name__)
    family: Family | None = getattr(module, "family", None)
    if family is None:
        raise UnknownNameError(
            f"analysis/families/{name}.py: defines no object 'family'"
        )
    return family
