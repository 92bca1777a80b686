"""Pieces: the lines and the grapheme clusters of a run, and how spacing moves them.

Paths are those of the run before its pose: page px, y downward.
"""

import dataclasses
import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..drawing.raster import coverage
from ..errors import TextError
from ..paths import Path, joined
from ..typography.outline import glyph_outline
from ..typography.shape import Face, Glyph, Line, shape, units_per_em
from .scene import Finish, Pose, Run

_SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0}
_SAME = 1e-6
"""em within which two places are one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a run that spacing moves as a whole.

    Attributes
    ----------
    steps : float
        How far it moves where every space grows by 1, along its line for a cluster
        and across for a line.
    path : Path
        Its outlines.
    """

    steps: float
    path: Path


def stripped(run: Run) -> Run:
    """Return a run without what leaves its pieces alone, so that caches serve many."""
    return dataclasses.replace(
        run,
        name="",
        colour=(0, 0, 0),
        pose=Pose(),
        opacity=1.0,
        blur=0.0,
        finish=Finish(),
    )


def _glyph_path(run: Run, glyph: Glyph, start: float, baseline: float) -> Path:
    scale = run.size / units_per_em(run.face.font)
    place = np.array([start + glyph.x * run.size, baseline - glyph.y * run.size])
    outline = glyph_outline(run.face.font, run.face.axes, glyph.index)
    return outline.mapped(np.diag([scale, -scale]), place)


def _start(run: Run, line: Line) -> float:
    return run.x - _SHARE[run.anchor] * line.advance * run.size


@functools.lru_cache(maxsize=1024)
def _line_pieces(run: Run) -> tuple[Piece, ...]:
    found = []
    for number, text in enumerate(run.text.split("\n")):
        line = shape(text, run.face)
        baseline = run.y + number * run.leading * run.size
        start = _start(run, line)
        path = joined(_glyph_path(run, one, start, baseline) for one in line.glyphs)
        if not path.empty:
            found.append(Piece(steps=float(number), path=path))
    return tuple(found)


def line_pieces(run: Run) -> tuple[Piece, ...]:
    """Return the lines of a run that have ink, from the top."""
    return _line_pieces(stripped(run))


def _gaps(text: str, face: Face, line: Line) -> tuple[list[int], int]:
    """Count the gaps before each glyph of a line, and all of them.

    Told by how far each glyph moves when tracking grows.
    """
    once, twice = (
        shape(text, dataclasses.replace(face, tracking=tracking))
        for tracking in (1.0, 2.0)
    )
    same = [one.index for one in once.glyphs] == [one.index for one in line.glyphs]
    pairs = zip(twice.glyphs, once.glyphs, strict=True)
    gaps = [round(far.x - near.x) for far, near in pairs]
    if not same or any(
        abs(near.x + gap * (face.tracking - 1) - here.x) > _SAME
        for near, gap, here in zip(once.glyphs, gaps, line.glyphs, strict=True)
    ):
        raise TextError(f"text {text!r}: letter-spacing would take its ligatures apart")
    return gaps, round(twice.advance - once.advance)


@functools.lru_cache(maxsize=1024)
def _cluster_pieces(run: Run) -> tuple[tuple[Piece, ...], ...]:
    found = []
    for number, text in enumerate(run.text.split("\n")):
        line = shape(text, run.face)
        start, baseline = _start(run, line), run.y + number * run.leading * run.size
        gaps, total = _gaps(text, run.face, line)
        paths: dict[int, list[Path]] = {}
        for gap, glyph in zip(gaps, line.glyphs, strict=True):
            path = _glyph_path(run, glyph, start, baseline)
            if not path.empty:
                paths.setdefault(gap, []).append(path)
        zero = _SHARE[run.anchor] * total
        found.append(
            tuple(
                Piece(steps=gap - zero, path=joined(parts))
                for gap, parts in sorted(paths.items())
            )
        )
    return tuple(found)


def cluster_pieces(run: Run) -> tuple[tuple[Piece, ...], ...]:
    """Return the grapheme clusters of each line that have ink, in visual order.

    Raises
    ------
    TextError
        When tracking would tear joined letters apart, or ligatures.
    """
    return _cluster_pieces(stripped(run))


def moved(pieces: Iterable[Piece], x: float, y: float) -> Path:
    """Return all pieces as one path, each moved by its steps of (x, y) px."""
    way = np.array([x, y])
    return joined(one.path.mapped(np.eye(2), one.steps * way) for one in pieces)


def _mean_steps(pieces: Iterable[Piece]) -> float:
    """Return the mean of steps, weighted by the ink that moves with them."""
    inked = [(one.steps, float(coverage(one.path).levels.sum())) for one in pieces]
    whole = math.fsum(ink for _, ink in inked)
    return math.fsum(steps * ink for steps, ink in inked) / whole


@functools.lru_cache(maxsize=4096)
def _line_drift(run: Run) -> float:
    return _mean_steps(_line_pieces(run))


@functools.lru_cache(maxsize=4096)
def _cluster_drift(run: Run) -> float:
    return _mean_steps(one for line in _cluster_pieces(run) for one in line)


def line_drift(run: Run) -> float:
    """Return how far the ink's centroid moves across where lines part by 1."""
    return _line_drift(stripped(run))


def cluster_drift(run: Run) -> float:
    """Return how far the ink's centroid moves along where letters part by 1."""
    return _cluster_drift(stripped(run))
