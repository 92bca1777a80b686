"""Opacity: how far the result steps from the plate to the ground truth."""

import dataclasses

import numpy as np
from numpy.typing import NDArray

from ..drawing.canvas import Pixels, paint
from ..drawing.mask import Mask
from ..errors import VerificationError
from ..page.quads import grown, pixels_under
from ..page.setting import mask
from .ink import MARGIN
from .ruler import Ruler
from .view import View

_AROUND = (np.linspace(-0.004, 0.004, 21), np.linspace(-0.0004, 0.0004, 21))
"""Shares around a reading at which the run is drawn, first wide, then narrow."""

Shares = NDArray[np.float64]


def _by_projection(view: View) -> float:
    """Return the share of its opacity that the run has lost, by least squares."""
    height, width = view.shown.shape[:2]
    rows, columns = pixels_under(grown(view.truth_quad, MARGIN), width, height)
    plate = view.plate[rows, columns].astype(np.float64)
    right = (view.truth[rows, columns] - plate).ravel()
    seen = (view.shown[rows, columns] - plate).ravel()
    if not right.any():
        raise VerificationError("the run shows no ink")
    return 1 - float(seen @ right / (right @ right))


def _part(page: Pixels, cover: Mask) -> Pixels:
    """Return the part of a page that a mask lies over."""
    height, width = cover.levels.shape
    top, left = max(0, cover.y), max(0, cover.x)
    return page[top : cover.y + height, left : cover.x + width]


def _misfits(view: View, cover: Mask, tried: Shares) -> Shares:
    """Return the squared difference of result and run at each share lost."""
    plate, shown = (_part(page, cover) for page in (view.plate, view.shown))
    local = dataclasses.replace(cover, x=min(cover.x, 0), y=min(cover.y, 0))
    found = []
    for share in tried:
        trial = plate.copy()
        strength = view.correct.opacity * min(1.0, max(0.0, 1 - float(share)))
        paint(trial, local, view.correct.colour, strength)
        found.append(np.square(trial.astype(np.int32) - shown).sum())
    return np.array(found, dtype=np.float64)


def _read(view: View) -> float:
    """Return the share lost, of those that explain the rounded levels best.

    Levels are whole, which draws the projection towards what solid strokes happen
    to be rounded to. Of shares that are drawn alike the nearest to it is returned.
    """
    seen = _by_projection(view)
    share, cover = seen, mask(view.correct)
    for around in _AROUND:
        tried = share + around
        misfits = _misfits(view, cover, tried)
        best = tried[misfits == misfits.min()]
        share = float(best[np.argmin(np.abs(best - seen))])
    return abs(share)


RULER = Ruler(bound=0.002, read=_read)
