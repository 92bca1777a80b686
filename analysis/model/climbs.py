"""Climbs of many problems from several starts, those of many cells at once."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np

from .scoring import Problems, Rows, paired, score
from .sigmoid import Array

# Numbers in what is climbed at once, so that memory is bounded.
_AT_ONCE = 4_000_000
Found = tuple[Array, Array]
"""The best of the climbs, shape (p, r), and the values, shape (r,)."""


class Joinable(Problems, Protocol):
    """Problems that can be put beside others of their kind."""

    @property
    def kind(self) -> Hashable:
        """What problems have in common that can be joined."""
        ...

    @property
    def size(self) -> int:
        """How many magnitudes a problem has."""
        ...

    def joined(self, parts: Sequence[Any], /) -> Self:
        """Return problems of one kind side by side."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb:
    """Problems of one cell, and where they are climbed from.

    Attributes
    ----------
    problems : Joinable
        r of them.
    start : ndarray, shape (p, r, s)
        Where each begins, s times; the best climb counts, and a NaN is no start.
    bounds : ndarray, shape (p, 2)
        Lowest and highest value of each parameter.
    enough : float
        Gain of a step at which a climb stops.
    steps : int
        Most steps of a climb.
    """

    problems: Joinable
    start: Array
    bounds: Array
    enough: float
    steps: int

    @property
    def kind(self) -> Hashable:
        """What climbs have in common that are made at once."""
        about = self.problems.size.bit_length()
        return self.problems.kind, about, self.start.shape[2], self.enough, self.steps

    @property
    def numbers(self) -> int:
        """How many numbers an array over all answers and climbs holds."""
        return int(self.start[0].size) * self.problems.size


def climb_all(climbs: Sequence[Climb]) -> list[Found]:
    """Make climbs, those of one kind at once.

    What one finds does not depend, to the last bit, on the others.
    """
    found: dict[int, Found] = {}
    for members in _alike(climbs):
        some = [climbs[i] for i in members]
        ends = np.cumsum([climb.start.shape[1] for climb in some])[:-1]
        theta, value = _best(some)
        parts = zip(np.split(theta, ends, axis=1), np.split(value, ends), strict=True)
        found.update(zip(members, parts, strict=True))
    return [found[i] for i in range(len(climbs))]


def _alike(climbs: Sequence[Climb]) -> list[list[int]]:
    """Return the places of climbs that can be made at once."""
    groups: dict[Hashable, list[int]] = {}
    for i, climb in enumerate(climbs):
        groups.setdefault(climb.kind, []).append(i)
    return list(groups.values())


def _best(climbs: Sequence[Climb]) -> Found:
    """Return the best climb of each problem, and its value."""
    first, problems = climbs[0], _beside(climbs)
    number = first.start.shape[2]
    start = np.concatenate([climb.start for climb in climbs], axis=1)
    rows = start.shape[1]
    bounds = _bounds(climbs)
    theta, value = np.empty(start.shape[:2]), np.empty(rows)
    for some in _blocks(rows, first.problems.size * number):
        theta[:, some], value[some] = score(
            problems if len(some) == rows else problems.take(some),
            start[:, some].reshape(len(start), -1),
            bounds[:, some],
            starts=number,
            enough=first.enough,
            steps=first.steps,
        )
    return theta, value


def _beside(climbs: Sequence[Climb]) -> Problems:
    """Return the problems of all climbs side by side."""
    first = climbs[0].problems
    if len(climbs) == 1:
        return first
    return first.joined([climb.problems for climb in climbs])


def _bounds(climbs: Sequence[Climb]) -> Array:
    """Return lowest and highest values, shape (p, all problems, 2)."""
    each = [climb.start.shape[1] for climb in climbs]
    return np.repeat([climb.bounds for climb in climbs], each, axis=0).swapaxes(0, 1)


def _blocks(rows: int, size: int) -> list[Rows]:
    """Return the problems in blocks, never one alone."""
    width = max(_AT_ONCE // size, 2)
    return [paired(np.arange(rows)[i : i + width]) for i in range(0, rows, width)]
