"""Readings of lines and letters, from the ink alone: no font is opened."""

import math
import unicodedata

import numpy as np
from independent_case import Case, UnreadableError, Values, centre
from skimage.measure import label, regionprops
from skimage.segmentation import expand_labels

_LEAST_COVERS = (0.25, 0.5, 0.75)
"""Coverage from which on pixels join letters: the more, the less letters that touch."""

_RIM = 2
"""px around a letter that its fainter edge reaches."""

_SAME_INK = 0.02
"""Share by which the ink of a letter may seem to differ at another place."""

_MOST_CUT = 0.05
"""Share of a mean row's ink that a cut between two lines may cross."""

Part = tuple[float, float, float, float]
"""First and last place along the line, centroid, ink."""


def _inked(case: Case, which: int) -> tuple[Values, Values]:
    """Return places across the lines, px from the ink's centre, and their ink."""
    cover = case.covers[which]
    spots = np.argwhere(cover != 0)
    across = (spots - centre(cover))[:, ::-1] @ case.frame[1]
    return across, cover[tuple(spots.T)]


def _cuts(case: Case, which: int, more: float = 0.0) -> Values:
    """Return where the lines are parted, px across them from the ink's centre.

    The page is cut at the recorded distance of lines, and `more` px, where the least
    ink is cut.
    """
    count = len(case.run["text"].split("\n"))
    if count == 1:
        return np.zeros(0)
    steps = (case.run["leading"] * case.em + more) * np.arange(count - 1)
    across, ink = _inked(case, which)
    start = math.floor(across.min())
    rows = np.bincount((across - start).astype(int), ink)
    firsts = np.arange(1, max(2, len(rows) - 1 - steps[-1]))
    places = (firsts[:, None] + steps).astype(int).clip(0, len(rows) - 1)
    cut = rows[places].sum(axis=1)
    if cut.min() > _MOST_CUT * count * rows.mean():
        raise UnreadableError("lines reach into each other")
    return np.asarray(start + np.median(firsts[cut == cut.min()]) + 0.5 + steps)


def _places(case: Case, which: int, cuts: Values) -> tuple[Values, Values]:
    """Return where the centroid of each line is, px across, and its ink."""
    across, ink = _inked(case, which)
    line = np.searchsorted(cuts, across)
    mass = np.bincount(line, ink)
    return np.bincount(line, ink * across) / mass, mass


def leading(case: Case) -> float:
    """Growth of the distance between the centroids of lines, em.

    How much wider the ink is spread tells roughly where to cut the result.
    """
    cuts = _cuts(case, 0)
    before, mass = _places(case, 0, cuts)
    number = np.arange(len(mass))
    order = number - np.average(number, weights=mass)
    both, square = (np.average(o, weights=mass) for o in (order * before, order**2))
    first, second = (one[1, 1] for one in case.spreads)
    more = (math.sqrt(both**2 + square * (second - first)) - both) / square
    after, _ = _places(case, 1, _cuts(case, 1, more))
    grown = np.average(order * (after - before), weights=mass) / square
    return float(case.sign * grown / case.em)


def _letters(text: str) -> int:
    """Count the letters of a line that can be spaced: marks belong to their letter."""
    marks = ("Mn", "Me", "Cf")
    return sum(unicodedata.category(one) not in marks for one in text.strip())


def _parts(case: Case, which: int, least: float) -> list[list[Part]]:
    """Return the connected parts of the ink, by line."""
    cover, cuts = case.covers[which], _cuts(case, 0)
    found: list[list[Part]] = [[] for _ in range(len(cuts) + 1)]
    for one in regionprops(expand_labels(label(cover > least), _RIM)):
        spots = (one.coords - centre(cover))[:, ::-1] @ case.frame.T
        ink = cover[tuple(one.coords.T)]
        along, across = (float(way) for way in ink @ spots / ink.sum())
        first, last = spots[:, 0].min() + _RIM, spots[:, 0].max() - _RIM
        part = (float(first), float(last), along, float(ink.sum()))
        found[int(np.searchsorted(cuts, across))].append(part)
    return found


def _moved(right: list[Part], seen: list[Part], last: bool) -> float | None:
    """Return how far the outermost part moved, px; None where it is another one.

    It is told by its ink: where letters touch, several of them are one part.
    """
    outer = max if last else min
    before, after = (outer(one, key=lambda part: part[last]) for one in (right, seen))
    same = abs(after[3] / before[3] - 1) < _SAME_INK
    return after[2] - before[2] if same else None


def _spaced(case: Case, least: float) -> float | None:
    """Return by how much gaps between letters grew, px; None where it is not known."""
    grown, gaps = 0.0, 0
    lines = case.run["text"].split("\n")
    parts = (_parts(case, which, least) for which in (0, 1))
    for text, right, seen in zip(lines, *parts, strict=True):
        if _letters(text) < 2 or not (right and seen):
            continue
        first, last = (_moved(right, seen, which) for which in (False, True))
        if first is not None and last is not None:
            grown += last - first
            gaps += _letters(text) - 1
    return grown / gaps if gaps else None


def letter_spacing(case: Case) -> float:
    """How much farther apart the outermost parts of letters stand, em a gap."""
    for least in _LEAST_COVERS:
        grown = _spaced(case, least)
        if grown is not None:
            return case.sign * grown / (case.em * case.run["pose"]["stretch"])
    raise UnreadableError("the letters at the ends touch others")
