"""Strays: what a picture shows besides its one error.

The correct run is drawn with the one error at the size that was measured. What the
result still differs by is then read on every other axis: as the share of the change
that a small error on that axis would make. A result with one error leaves nothing.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..dimensions import dimensions
from ..dimensions.dimension import Dimension, NotPossibleError
from ..drawing.canvas import Pixels
from ..page.draw import draw_run
from ..page.finishing import finished_quad
from ..page.quads import grown, pixels_under
from ..page.scene import Run
from ..rulers.view import View

UNEXPLAINED = "unexplained"
"""Axis of what no dimension explains, root mean square in 8-bit levels."""

UNEXPLAINED_BOUND = 0.5

_MARGIN = 8.0
"""px around the boxes within which anything is looked for."""

_LEAST_OWN = 0.1
"""Share of a change that must differ from the error's own for it to be told apart."""

_ROUNDS = 3

Change = NDArray[np.int16]
"""Differences of 8-bit levels, raveled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    """The part of a page that is looked at."""

    plate: Pixels
    rows: slice
    columns: slice

    def picture(self, run: Run) -> Change:
        """Return the part as it looks with a run on it, raveled."""
        page = self.plate.copy()
        draw_run(page, run)
        return self.part(page)

    def part(self, page: Pixels) -> Change:
        """Return the part of a page, raveled."""
        return page[self.rows, self.columns].astype(np.int16).ravel()


def _window(view: View) -> _Window:
    corners = np.concatenate(
        [grown(one, _MARGIN) for one in (view.truth_quad, view.shown_quad)]
    )
    low = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    high = np.ceil(corners.max(axis=0)).astype(int)
    return _Window(
        plate=view.plate,
        rows=slice(low[1], max(low[1] + 1, high[1])),
        columns=slice(low[0], max(low[0] + 1, high[0])),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Explanation:
    """The correct run with its one error, and what that leaves of the result.

    Attributes
    ----------
    run : Run
        The wrong run.
    picture : (n,) int16
        How it looks.
    own : (n,) int16 or None
        How the picture changes where the error grows by its step.
    left : (n,) int16
        What the result still differs by.
    """

    run: Run
    picture: Change
    own: Change | None
    left: Change


def _explained(
    view: View, window: _Window, entry: Dimension, magnitude: float, direction: str
) -> _Explanation:
    run, _ = entry.disturb(view.correct, magnitude, direction)
    picture = window.picture(run)
    return _Explanation(
        run=run,
        picture=picture,
        own=_own_change(view, window, entry, magnitude, direction, picture),
        left=window.part(view.shown) - picture,
    )


def _own_change(
    view: View,
    window: _Window,
    entry: Dimension,
    magnitude: float,
    direction: str,
    picture: Change,
) -> Change | None:
    """Return how the picture changes where the error itself grows a little."""
    if not entry.probes:
        return None
    for sign in (1, -1):
        try:
            more = magnitude + sign * entry.step
            run, _ = entry.disturb(view.correct, more, direction)
        except NotPossibleError:
            continue
        return sign * (window.picture(run) - picture)
    return None


def _dot(first: Change, second: Change | None) -> int:
    """Return the product of two changes, exact; 0 where there is no second."""
    if second is None:
        return 0
    return int(np.einsum("i,i->", first, second, dtype=np.int64))


def _apart(first: Change, second: Change, own: Change | None) -> float:
    """Return the product of what the error itself makes of neither change."""
    common = _dot(own, own) if own is not None else 0
    shared = _dot(first, own) * _dot(second, own) / common if common else 0.0
    return _dot(first, second) - shared


def _best_explanation(
    view: View, window: _Window, entry: Dimension, magnitude: float, direction: str
) -> _Explanation:
    """Explain the result by one error of nearly that size.

    A ruler's last digits are bent to the pixels by steps of Gauss and Newton, so that
    they are not taken for another error.
    """
    best = _explained(view, window, entry, magnitude, direction)
    size, farthest = magnitude, entry.ruler.allowed(magnitude)
    for _ in range(_ROUNDS):
        if best.own is None or not best.own.any() or not best.left.any():
            return best
        size += entry.step * _dot(best.left, best.own) / _dot(best.own, best.own)
        if abs(size - magnitude) > farthest:
            return best
        try:
            other = _explained(view, window, entry, size, direction)
        except NotPossibleError:
            return best
        if _dot(other.left, other.left) >= _dot(best.left, best.left):
            return best
        best = other
    return best


def _reading(window: _Window, told: _Explanation, entry: Dimension) -> float | None:
    """Return the largest error on an axis over its probes; None where untold."""
    shares = []
    for probe in entry.probes:
        try:
            run, _ = entry.disturb(told.run, entry.step, probe)
        except NotPossibleError:
            continue
        change = window.picture(run) - told.picture
        size = _apart(change, change, told.own)
        if size > _LEAST_OWN * _dot(change, change):
            shares.append(abs(_apart(told.left, change, told.own) / size))
    return entry.step * max(shares) if shares else None


def strays(
    view: View, entry: Dimension, magnitude: float, direction: str
) -> Mapping[str, float]:
    """Read every axis but that of the error itself.

    Parameters
    ----------
    view : View
        The stimulus.
    entry : Dimension
        What is wrong with it.
    magnitude : float
        How wrong it was measured to be.
    direction : str
        Which way it is wrong.

    Returns
    -------
    mapping of str to float
        By axis, in its unit: the largest over its probes. An axis whose change is
        nearly the error's own by nature, as opacity on a plain ground is one
        of colour, cannot be told and is left out, as is one that the run has
        no room for. `UNEXPLAINED` is what is left after all.

    Raises
    ------
    NotPossibleError
        When there can be no such error.
    """
    window = _window(view)
    told = _best_explanation(view, window, entry, magnitude, direction)
    found = {}
    for name, other in dimensions().items():
        if name != entry.name:
            reading = _reading(window, told, other)
            if reading is not None:
                found[name] = reading
    height, width = view.plate.shape[:2]
    rows, _ = pixels_under(finished_quad(view.shown_quad), width, height)
    square = max(0.0, _apart(told.left, told.left, told.own))
    found[UNEXPLAINED] = math.sqrt(square / (3 * max(1, len(rows))))
    return found
