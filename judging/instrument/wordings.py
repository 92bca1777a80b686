"""Forms of instructions, made from the very sentences that edits are worded in."""

import functools
import re
import string
from collections.abc import Mapping

from ...generator.dimensions.colour import WORDINGS as COLOUR
from ...generator.dimensions.family import WORDINGS as FAMILY
from ...generator.dimensions.leading import WORDINGS as LEADING
from ...generator.dimensions.letter_spacing import WORDINGS as LETTER_SPACING
from ...generator.dimensions.opacity import WORDINGS as OPACITY
from ...generator.dimensions.position import WORDINGS as POSITION
from ...generator.dimensions.rotation import WORDINGS as ROTATION
from ...generator.dimensions.scale import ABSOLUTE, RELATIVE
from ...generator.dimensions.slant import WORDINGS as SLANT
from ...generator.dimensions.weight import WORDINGS as WEIGHT

WORDINGS: Mapping[str, tuple[str, ...]] = {
    "colour": COLOUR,
    "family": FAMILY,
    "leading": LEADING,
    "letter-spacing": LETTER_SPACING,
    "opacity": OPACITY,
    "position": POSITION,
    "rotation": ROTATION,
    "scale": RELATIVE + ABSOLUTE,
    "slant": SLANT,
    "weight": WEIGHT,
}
"""The sentences of each property that an edit may name."""

_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]\d+)?"
_FIELDS = {
    "text": "“[^“”]+”|‘.+’",
    "hex": "#[0-9A-F]{6}",
    "way": r"\d.*?",
    "sense": "[a-z]+",
    "name": "[^“”‘’,.:;]+?",
}


@functools.cache
def forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the property and the pattern of each sentence.

    The pattern has one group for each field of the sentence. A field that is
    neither text nor name is a number.
    """
    return tuple(
        (name, re.compile(_pattern(wording)))
        for name, wordings in WORDINGS.items()
        for wording in wordings
    )


def _pattern(wording: str) -> str:
    parts = []
    for literal, field, _, _ in string.Formatter().parse(wording):
        parts.append(re.escape(literal))
        if field is not None:
            parts.append(f"(?P<{field}>{_FIELDS.get(field, _NUMBER)})")
    return "".join(parts)
