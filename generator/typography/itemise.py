"""Cutting text into items of one script and direction."""

import unicodedata
from dataclasses import dataclass

from fontTools.unicodedata import script, script_horizontal_direction

from ..errors import TextError
from .ignorable import ignorable

_NEUTRAL = frozenset({"Zyyy", "Zinh", "Zzzz"})
_JOINING = frozenset({"Arab", "Syrc", "Mong", "Nkoo", "Mand", "Rohg", "Deva"})
_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_EMBEDDINGS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


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


def _named(character: str) -> str:
    name = unicodedata.name(character, "unnamed")
    return f"U+{ord(character):04X} ({name})"


def _check_characters(line: str) -> None:
    for place, character in enumerate(line):
        if unicodedata.category(character) in _CONTROLS:
            raise TextError(
                f"text {line!r}: control character U+{ord(character):04X} at "
                f"{place} cannot be typeset"
            )
        if character in _EMBEDDINGS:
            raise TextError(
                f"text {line!r}: {_named(character)} at {place} turns the direction; "
                "one run takes one direction"
            )


def _scripts(line: str) -> list[str]:
    found = ["Zinh" if ignorable(c) else script(c) for c in line]
    current = next((s for s in found if s not in _NEUTRAL), "Latn")
    resolved = []
    for one in found:
        current = current if one in _NEUTRAL else one
        resolved.append(current)
    return resolved


def _check_base(line: str, start: int) -> None:
    character = line[start]
    if unicodedata.category(character).startswith("M") and not ignorable(character):
        raise TextError(
            f"text {line!r}: {_named(character)} at {start} is a mark without a base"
        )


def itemise(line: str) -> tuple[Item, ...]:
    """Cut one line into items; neutral characters join what stands before.

    Parameters
    ----------
    line : str
        Text without line breaks.

    Returns
    -------
    tuple of Item
        In visual order, left to right; none for an empty line.

    Raises
    ------
    TextError
        When the line holds control characters, a mark without a base, or mixes
        writing directions.

    Examples
    --------
    >>> [(item.text, item.script) for item in itemise("Total 合計")]
    [('Total ', 'Latn'), ('合計', 'Hani')]
    """
    _check_characters(line)
    if not line:
        return ()
    scripts = _scripts(line)
    cuts = [i for i in range(len(line)) if i == 0 or scripts[i] != scripts[i - 1]]
    for start in cuts:
        _check_base(line, start)
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
