"""Templates: texts of a protocol with places for what changes."""

import re
from collections.abc import Mapping

from ...generator.errors import SpecError, suggest

FROM_STIMULUS = ("instruction", "edit_property")
"""Columns of the corpus that may stand between braces."""

PLACES = (*FROM_STIMULUS, "questions", "answer", "low", "high")
"""All that may stand between braces."""

_PLACE = re.compile(r"\{([a-z_]+)\}")


def places(template: str) -> frozenset[str]:
    """Return the names between braces.

    Examples
    --------
    >>> sorted(places('{low} to {high}, as {"score": 1}'))
    ['high', 'low']
    """
    return frozenset(_PLACE.findall(template))


def check_places(template: str, place: str) -> None:
    """Refuse names that stand for nothing.

    Raises
    ------
    SpecError
        When there is one.
    """
    for name in sorted(places(template)):
        if name not in PLACES:
            raise SpecError(
                f"{place}: {{{name}}} stands for nothing; {suggest(name, PLACES)}"
            )


def fill(template: str, values: Mapping[str, str]) -> str:
    """Return the text with its places filled, once: values are not read again.

    Examples
    --------
    >>> fill("Do: {instruction}", {"instruction": "write {low}"})
    'Do: write {low}'
    """
    return _PLACE.sub(lambda match: values[match[1]], template)
