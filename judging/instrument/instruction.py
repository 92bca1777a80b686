"""What an instruction asks for."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ...generator.errors import CorpusError
from ...generator.page.colour import Rgb, parse_hex
from .wordings import WORDINGS, forms

_SENSES = {"larger": 1, "smaller": -1, "clockwise": 1, "anticlockwise": -1}
_WAY = re.compile(
    r"(?:(?P<across>\d+) px to the (?P<side>left|right))?"
    r"(?:(?:^| and )(?P<along>\d+) px (?P<end>up|down))?"
)
Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """An instruction, read.

    Attributes
    ----------
    property, text : str
        Which property it names, such as ``"colour"``, and of which text, on
        one line.
    dx, dy : float
        By how much to move the text, px, y downward.
    ratio : float
        Size asked for over size now.
    angle : float
        Degrees to turn, clockwise as seen.
    colour : Rgb or None
        The colour asked for.
    opacity : float or None
        The opacity asked for, 0 to 1.
    """

    property: str = ""
    text: str = ""
    dx: float = 0.0
    dy: float = 0.0
    ratio: float = 1.0
    angle: float = 0.0
    colour: Rgb | None = None
    opacity: float | None = None


def read_instruction(instruction: str, place: str) -> Request:
    """Read an instruction.

    Parameters
    ----------
    instruction : str
        One sentence of the generator's.
    place : str
        Where it stands, for messages.

    Raises
    ------
    CorpusError
        When the sentence has none of the known forms, or states one quantity in
        two ways that differ.

    Examples
    --------
    >>> read_instruction("Move “Total due” 12 px to the left and 8 px up.", "")
    Request(property='position', text='Total due', dx=-12.0, dy=-8.0, ratio=1.0, \
angle=0.0, colour=None, opacity=None)
    """
    found = [
        (name, match.groupdict())
        for name, form in forms()
        if (match := form.fullmatch(instruction))
    ]
    if len(found) != 1:
        raise CorpusError(
            f"{place}: instruction {instruction!r} is none that judge 'instrument' "
            f"can read; allowed: the generator's wordings for {', '.join(WORDINGS)}"
        )
    ((name, fields),) = found
    asked = _ASKED.get(name, _nothing)(fields, f"{place}, instruction {instruction!r}")
    return replace(asked, property=name, text=fields["text"][1:-1])


def _nothing(fields: Fields, place: str) -> Request:  # noqa: ARG001
    return Request()


def _colour(fields: Fields, place: str) -> Request:
    colour = parse_hex(fields["hex"], place)
    if "red" in fields:
        stated = tuple(int(fields[name]) for name in ("red", "green", "blue"))
        if stated != colour:
            raise CorpusError(
                f"{place}: states the colours {colour} and {stated}; allowed: one"
            )
    return Request(colour=colour)


def _position(fields: Fields, place: str) -> Request:
    match = _WAY.fullmatch(fields["way"])
    if match is None:
        raise CorpusError(
            f"{place}: way {fields['way']!r}; allowed: such as '8 px to the left "
            "and 12 px up'"
        )
    dx, dy = float(match["across"] or 0), float(match["along"] or 0)
    return Request(
        dx=-dx if match["side"] == "left" else dx,
        dy=-dy if match["end"] == "up" else dy,
    )


def _scale(fields: Fields, place: str) -> Request:
    if "percent" not in fields:
        return Request(ratio=float(fields["after"]) / float(fields["before"]))
    return Request(ratio=1 + _signed("percent", fields, place) / 100)


def _rotation(fields: Fields, place: str) -> Request:
    return Request(angle=_signed("angle", fields, place))


def _opacity(fields: Fields, place: str) -> Request:  # noqa: ARG001
    if "clear" in fields:
        return Request(opacity=1 - float(fields["clear"]) / 100)
    return Request(opacity=float(fields["percent"]) / 100)


def _signed(name: str, fields: Fields, place: str) -> float:
    if fields["sense"] not in _SENSES:
        raise CorpusError(
            f"{place}: sense {fields['sense']!r}; allowed: {', '.join(_SENSES)}"
        )
    return _SENSES[fields["sense"]] * float(fields[name])


_ASKED: Mapping[str, Callable[[Fields, str], Request]] = {
    "colour": _colour,
    "opacity": _opacity,
    "position": _position,
    "rotation": _rotation,
    "scale": _scale,
}
"""What is asked for, where two pictures can show it."""
