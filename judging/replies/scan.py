"""Finding the objects in a reply, in one pass."""

import re
from dataclasses import dataclass, field

from .thoughts import CLOSING, OPENING, end_of_thought, last_end_of_thought

_OUTSIDE = re.compile(
    rf"(?P<opening>{OPENING})|(?P<closing>{CLOSING})"
    r"|\{(?=\s*(?:[\"'}]|[A-Za-z_]\w*+\s*+:|\Z))",
    re.IGNORECASE,
)
"""A mark of a thought, or a brace before a key or the end: others are prose."""

_INSIDE = re.compile(r'"(?:[^"\\]*+(?:\\.[^"\\]*+)*+")?+|[{}]', re.DOTALL)
"""A string, the quote of one that does not end, or a brace."""

_FENCE = re.compile(r"(?:`{3,}|~{3,})[ \t]*[\w+.-]*\s*\Z")
_FENCE_REACH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A balanced object.

    Attributes
    ----------
    text : str
        From its first brace to its last.
    fenced : bool
        Whether it is the first thing in a fence.
    """

    text: str
    fenced: bool


@dataclass(slots=True, kw_only=True)
class Found:
    """What is in a reply besides thoughts.

    Attributes
    ----------
    spans : list of Span
        Its outermost objects, in order.
    prose : list of str
        The text, piece by piece, objects included.
    cut : str
        An object that the reply breaks off; empty when there is none.
    """

    spans: list[Span] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)
    cut: str = ""

    def forget(self) -> None:
        """Drop what turned out to be a thought."""
        self.spans.clear()
        self.prose.clear()


def scan(text: str) -> Found:
    """Return the objects of a reply that are not part of a thought.

    Marks of thoughts inside the strings of an object are none. Takes time in
    proportion to the length of the reply.
    """
    found, at = Found(), 0
    last = last_end_of_thought(text)
    while mark := _OUTSIDE.search(text, at):
        found.prose.append(text[at : mark.start()])
        if mark["opening"]:
            end = end_of_thought(text, mark)
            if end is None:
                return found
        elif mark["closing"]:
            found.forget()
            end = mark.end()
        else:
            end = _end_of_object(text, mark.start())
            if end is not None:
                found.spans.append(_span(text, mark.start(), end))
                found.prose.append(text[mark.start() : end])
            elif last is not None and last > mark.start():
                found.forget()
                end = last
            else:
                found.cut = text[mark.start() :]
                return found
        at = end
    found.prose.append(text[at:])
    return found


def _end_of_object(text: str, start: int) -> int | None:
    depth = 0
    for token in _INSIDE.finditer(text, start):
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if depth == 0:
                return token.end()
        elif token[0] == '"':
            return None
    return None


def _span(text: str, start: int, end: int) -> Span:
    before = text[max(0, start - _FENCE_REACH) : start]
    return Span(text=text[start:end], fenced=bool(_FENCE.search(before)))
