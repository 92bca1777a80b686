"""Finding the text that an instruction names among the lines that were read."""

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .reading import Line, Quad
from .spelling import distance, matches, plain

MOST_WRONG = 0.2
"""Share of a text's characters that may be misread for it to be known again."""

_TORN = 0.5
"""What it counts, in characters, that a text starts or ends within a word."""

_STRAY = 2
"""How many letters at the ends of a line may be strangers to it."""

_REACH = 1.5
"""Farthest gap between pieces of one text, in heights of a line."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Found:
    """Where a text stands.

    Attributes
    ----------
    quads : tuple of Quad
        One for each piece, in reading order.
    read : str
        What was read there, in plain spelling.
    errors : int
        Characters by which it differs from the text.
    cost : float
        The same, with a penalty for words that are torn.
    """

    quads: tuple[Quad, ...]
    read: str
    errors: int
    cost: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Piece:
    """A stretch of a line that stands for text[start:end]."""

    line: int
    quad: Quad
    read: str
    start: int
    end: int
    cost: float


def find(lines: Sequence[Line], text: str) -> list[Found]:
    """Return where a text stands: nothing, one place, or several that are as good.

    A text is a stretch of one line or a chain of neighbouring stretches. Spaces,
    case and typographic variants are not compared.
    """
    wanted = plain(text)
    if not wanted:
        return []
    chains = [[piece] for piece in _within(lines, wanted)]
    if all(_found(chain, wanted).errors for chain in chains):
        chains += _chains(_parts(lines, wanted))
    found = {
        tuple((piece.line, piece.read) for piece in chain): _found(chain, wanted)
        for chain in chains
    }
    near = [one for one in found.values() if one.errors <= MOST_WRONG * len(wanted)]
    least = min((one.cost for one in near), default=0.0)
    return [one for one in near if one.cost <= least]


def _found(chain: list[_Piece], wanted: str) -> Found:
    read = "".join(piece.read for piece in chain)
    errors = distance(read, wanted)
    torn = sum(piece.cost for piece in chain)
    return Found(
        quads=tuple(piece.quad for piece in chain),
        read=read,
        errors=errors,
        cost=errors + torn,
    )


def _letters(line: Line) -> tuple[str, list[int]]:
    """Return a line in plain spelling, and of which character each letter is."""
    pairs = [(letter, i) for i, char in enumerate(line.text) for letter in plain(char)]
    return "".join(letter for letter, _ in pairs), [i for _, i in pairs]


def _within(lines: Sequence[Line], wanted: str) -> Iterable[_Piece]:
    """Return the stretches of lines that may be all of the text."""
    for number, line in enumerate(lines):
        letters, places = _letters(line)
        for match in matches(wanted, letters):
            first, last = places[match.start], places[match.end - 1] + 1
            ends = (first in line.gaps, last in line.gaps or last == len(line.text))
            yield _Piece(
                line=number,
                quad=_cut(line, first, last),
                read=letters[match.start : match.end],
                start=0,
                end=len(wanted),
                cost=_TORN * ends.count(False),
            )


def _parts(lines: Sequence[Line], wanted: str) -> list[_Piece]:
    """Return the stretches of lines that may be a part of the text."""
    found = []
    for number, line in enumerate(lines):
        letters, places = _letters(line)
        for start, end in _stretches(line, letters, places):
            part = letters[start:end]
            first, last = places[start], places[end - 1] + 1
            torn = (first in line.gaps, last in line.gaps or last == len(line.text))
            found += [
                _Piece(
                    line=number,
                    quad=_cut(line, first, last),
                    read=part,
                    start=match.start,
                    end=match.end,
                    cost=_TORN * torn.count(False),
                )
                for match in matches(part, wanted)
                if match.errors <= MOST_WRONG * len(part)
            ]
    return sorted(found, key=lambda piece: (piece.start, piece.end))


def _stretches(
    line: Line, letters: str, places: list[int]
) -> Iterable[tuple[int, int]]:
    """Return where a part of a text may start and end: between words, or near ends.

    What stands beside a text may be read as the last letters of its line.
    """
    words = [i for i, place in enumerate(places) if place in line.gaps]
    starts = {*words, *range(min(_STRAY, len(letters)))}
    ends = {*words, *range(max(1, len(letters) - _STRAY), len(letters) + 1)}
    return ((a, b) for a in sorted(starts) for b in sorted(ends) if a < b)


def _chains(pieces: list[_Piece]) -> list[list[_Piece]]:
    """Return, for each piece, the chain up to it that covers most of the text."""
    best: list[list[_Piece]] = []
    for piece in pieces:
        before = [
            chain
            for chain in best
            if chain[-1].end <= piece.start + 1
            and all(one.line != piece.line for one in chain)
            and _near(chain[-1].quad, piece.quad)
        ]
        best.append([*max(before, key=_merit, default=[]), piece])
    return best


def _merit(chain: list[_Piece]) -> float:
    """Return how many characters a chain covers, less what they cost."""
    return sum(piece.end - piece.start - piece.cost for piece in chain)


def _near(first: Quad, second: Quad) -> bool:
    gap = np.maximum(
        first.min(axis=0) - second.max(axis=0), second.min(axis=0) - first.max(axis=0)
    )
    return bool(gap.max() <= _REACH * min(height(first), height(second)))


def height(quad: Quad) -> float:
    """Return the height of a line, px."""
    return float(np.linalg.norm(quad[3] - quad[0]))


def _cut(line: Line, first: int, last: int) -> Quad:
    """Return where the characters first to last - 1 of a line stand."""
    start, end = 0.0, 1.0
    if first > 0:
        start = (line.ends[first - 1] + line.starts[first]) / 2
    if last < len(line.text):
        end = (line.ends[last - 1] + line.starts[last]) / 2
    upper_left, upper_right, lower_right, lower_left = line.quad
    upper, lower = upper_right - upper_left, lower_right - lower_left
    return np.stack(
        [
            upper_left + start * upper,
            upper_left + end * upper,
            lower_left + end * lower,
            lower_left + start * lower,
        ]
    )


def shifted(line: Line, dx: float, dy: float) -> Line:
    """Return a line that was read in a part of a page, where it is on the page."""
    return dataclasses.replace(line, quad=line.quad + np.array([dx, dy]))
