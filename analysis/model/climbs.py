"""Climbs of many problems from several starts, those of many cells at once."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np

from .scoring import Problems, Rows, paired, score
from .sigmoid import Array

# Numbers in a block, which then stays in the processor's cache.
_BLOCK = 24_576
# After two and after five steps, climbs that lie further behind are given up. Of
# 24,000 small data sets with three starts, 44 then miss their maximum by over 1e-5.
_STAGES = ((2, 8.0), (3, 2.0))
# Climbs so near to each other, as a share of where they are, end at one summit.
_MET = 1e-3

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
        Where each begins, s times; the best climb counts.
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
    start = np.concatenate([climb.start for climb in climbs], axis=1)
    lower, upper = _bounds(climbs)
    rows, number = start.shape[1:]
    owner = np.repeat(np.arange(rows), number)
    theta, value = start.reshape(len(start), -1), np.full(rows * number, -np.inf)
    near = np.arange(rows * number)
    stages = (*_STAGES, (first.steps, 0.0)) if number > 1 else ((first.steps, 0.0),)
    for steps, far in stages:
        for some in _blocks(near, first.problems.size):
            theta[:, some], value[some] = score(
                problems.take(owner[some]),
                theta[:, some],
                lower[:, some],
                upper[:, some],
                enough=first.enough,
                steps=steps,
            )
        top = value.reshape(rows, number).argmax(axis=1) + number * np.arange(rows)
        near = _apart(theta, value, top[owner], far)
    return theta[:, top], value[top]


def _beside(climbs: Sequence[Climb]) -> Problems:
    """Return the problems of all climbs side by side."""
    first = climbs[0].problems
    if len(climbs) == 1:
        return first
    return first.joined([climb.problems for climb in climbs])


def _bounds(climbs: Sequence[Climb]) -> tuple[Array, Array]:
    """Return lowest and highest values, both of shape (p, all climbs)."""
    each = [climb.start[0].size for climb in climbs]
    bounds = np.repeat([climb.bounds for climb in climbs], each, axis=0)
    return bounds[..., 0].T, bounds[..., 1].T


def _apart(theta: Array, value: Array, top: Rows, far: float) -> Rows:
    """Return the climbs not far behind the best of their problem, nor where it is."""
    best = theta[:, top]
    met = np.all(np.abs(theta - best) <= _MET * (1 + np.abs(best)), axis=0)
    itself = top == np.arange(len(top))
    return np.flatnonzero((value[top] - value <= far) & (itself | ~met))


def _blocks(rows: Rows, size: int) -> list[Rows]:
    """Return the climbs in blocks, never one alone."""
    width = max(_BLOCK // size, 2)
    return [paired(rows[i : i + width]) for i in range(0, len(rows), width)]
