"""Weight: that at which the correct run has as much ink as is seen, then looks so."""

import dataclasses
import functools
from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq

from ..drawing.mask import FULL
from ..errors import VerificationError
from ..page.draw import draw_run
from ..page.quads import grown, pixels_under
from ..page.scene import Run
from ..page.setting import centroid, mask
from ..typography.fontbook import font
from .ink import MARGIN, shown_ink, truth_ink
from .ruler import Ruler
from .view import View

_APART = 100.0
"""Units between the weights that are tried first; shared by all runs of a font."""

_TOLERANCE = 1.0
_REACH = 4
"""Units by which ink may mislead: points of outlines jump from font unit to unit."""

_BEYOND = 0.01
"""Share of ink by which a run may seem to be outside its font's range."""


def _weighing(run: Run, weight: float) -> Run:
    """Return a run at another weight, at the place that its layout gives it."""
    axes = tuple(
        (tag, weight if tag == "wght" else value) for tag, value in run.face.axes
    )
    return dataclasses.replace(run, face=dataclasses.replace(run.face, axes=axes))


@functools.lru_cache(maxsize=2048)
def _mass(run: Run, weight: float) -> float:
    """Return the ink of a run at another weight, px²."""
    return float(mask(_weighing(run, weight)).levels.sum()) / FULL


def _landmarks(run: Run) -> list[float]:
    """Return weights that bracket every other one, the run's own among them."""
    limits = font(run.face.font).axes["wght"]
    own = dict(run.face.axes)["wght"]
    hundreds = (_APART * number for number in range(1, 10))
    within = {one for one in hundreds if limits.low < one < limits.high}
    return sorted({limits.low, own, limits.high} | within)


def _weight(run: Run, wanted: float) -> float:
    """Return the weight in the font's range with `wanted` px² of ink."""
    marks = _landmarks(run)
    for end, sign in ((marks[0], -1), (marks[-1], 1)):
        beyond = sign * (wanted / _mass(run, end) - 1)
        if beyond > _BEYOND:
            raise VerificationError(
                f"no weight of font {run.face.font} has as much or as little ink"
            )
        if beyond >= 0:
            return end
    high = next(place for place, at in enumerate(marks) if wanted <= _mass(run, at))
    found = brentq(
        lambda at: _mass(run, at) - wanted,
        marks[high - 1],
        marks[high],
        xtol=_TOLERANCE,
    )
    return float(found)


def _misses(view: View) -> Callable[[float], int]:
    """Return what tells by how much, squared, the run at a weight looks unlike."""
    run = view.correct
    height, width = view.shown.shape[:2]
    rows, columns = pixels_under(grown(view.shown_quad, MARGIN), width, height)
    seen = view.shown[rows, columns].astype(np.int64)
    x, y = centroid(run)

    @functools.cache
    def miss(weight: float) -> int:
        other = _weighing(run, weight)
        new_x, new_y = centroid(other)
        dx, dy = run.pose.dx + x - new_x, run.pose.dy + y - new_y
        pose = dataclasses.replace(run.pose, dx=dx, dy=dy)
        page = view.plate.copy()
        draw_run(page, dataclasses.replace(other, pose=pose))
        return int(((page[rows, columns] - seen) ** 2).sum())

    return miss


def _nearby(view: View, weight: float) -> float:
    """Return the whole weight that looks most alike, looked for around one."""
    limits = font(view.correct.face.font).axes["wght"]
    miss, best = _misses(view), float(round(weight))
    reach = 1
    while miss(best) and reach <= _REACH:
        near = [best + sign * reach for sign in (-1, 1)]
        within = [one for one in near if limits.low <= one <= limits.high]
        better = min(within, key=miss, default=best)
        reach = 1 if miss(better) < miss(best) else reach + 1
        best = min(best, better, key=miss)
    return best


def _read(view: View) -> float:
    run = view.correct
    own = dict(run.face.axes).get("wght")
    if own is None:
        raise VerificationError(f"font {run.face.font} has one weight only")
    if np.array_equal(view.shown, view.truth):
        return 0.0
    grown_by = shown_ink(view).mass / truth_ink(view).mass
    return abs(_nearby(view, _weight(run, grown_by * _mass(run, own))) - own)


# Small runs look the same at weights up to two units apart.
RULER = Ruler(bound=3.0, read=_read)
