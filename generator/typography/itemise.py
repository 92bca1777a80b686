"""Cutting text into items of one script and direction."""

import unicodedata
from dataclasses import dataclass

from fontTools.unicodedata import script, script_horizontal_direction

from ..errors import TextError

_NEUTRAL = frozenset({"Zyyy", "Zinh", "Zzzz"})
_JOINING = frozenset({"Arab", "Syrc", "Mong", "Nkoo", "Mand", "Rohg", "Deva"})
_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A stretch of text that is shaped in one call.

    Attributes
    ----------
    start, text : int, str
        Place in the line and the characters.
    script : str
        ISO 15924 code.
    direction : str
        ``"LTR"`` or ``"RTL"``.
    """

    start: int
    text: str
    script: str
    direction: str

    @property
    def joins(self) -> bool:
        """Whether the script joins its letters, so that tracking tears them."""
        return self.script in _JOINING


def _check_characters(line: str) -> None:
    for place, character in enumerate(line):
        if unicodedata.category(character) in _CONTROLS:
            raise TextError(
                f"text {line!r}: control character U+{ord(character):04X} at "
                f"{place} cannot be typeset"
            )


def _scripts(line: str) -> list[str]:
    found = [script(character) for character in line]
    current = next((s for s in found if s not in _NEUTRAL), "Latn")
    resolved = []
    for one in found:
        current = current if one in _NEUTRAL else one
        resolved.append(current)
    return resolved


def itemise(line: str) -> tuple[Item, ...]:
    """Cut one line into items; neutral characters join what stands before.

    Parameters
    ----------
    line : str
        Text without line breaks.

    Returns
    -------
    tuple of Item
        In visual order, left to right.

    Raises
    ------
    TextError
        When the line holds control characters, or mixes writing directions.

    Examples
    --------
    >>> [(item.text, item.script) for item in itemise("Total 合計")]
    [('Total ', 'Latn'), ('合計', 'Hani')]
    """
    _check_characters(line)
    scripts = _scripts(line)
    cuts = [i for i in range(len(line)) if i == 0 or scripts[i] != scripts[i - 1]]
    items = tuple(
        Item(
            start=start,
            text=line[start:end],
            script=scripts[start],
            direction=script_horizontal_direction(scripts[start], "LTR"),
        )
        for start, end in zip(cuts, [*cuts[1:], len(line)], strict=True)
    )
    directions = {item.direction for item in items}
    if len(directions) > 1:
        raise TextError(
            f"text {line!r}: mixes right-to-left and left-to-right scripts; "
            "one run takes one direction"
        )
    if directions == {"RTL"}:
        if any(character.isdecimal() for character in line):
            raise TextError(
                f"text {line!r}: holds digits in a right-to-left run; "
                "give digits a run of their own"
            )
        return items[::-1]
    return items
