"""Blur: the Gaussian that turns the ink of the ground truth into that of the result."""

import numpy as np
from scipy.ndimage import convolve1d
from scipy.optimize import minimize_scalar
from scipy.special import ive

from ..page.quads import grown, pixels_under
from .ink import MARGIN, Values
from .ruler import Ruler
from .view import View

_GREATEST = 12.0
"""px; more blur than this is not looked for."""


def _cover(view: View) -> tuple[slice, slice, Values]:
    """Return a part of the page around both boxes and the truth's coverage of it."""
    height, width = view.truth.shape[:2]
    corners = [grown(one, MARGIN) for one in (view.truth_quad, view.shown_quad)]
    spots = [pixels_under(one, width, height) for one in corners]
    rows, columns = (np.concatenate([one[axis] for one in spots]) for axis in (0, 1))
    part = (
        slice(rows.min(), rows.max() + 1),
        slice(columns.min(), columns.max() + 1),
    )
    plate = view.plate[part].astype(np.float64)
    step = np.array(view.correct.colour) - plate
    square = np.maximum((step * step).sum(axis=2), 1.0)
    cover = ((view.truth[part] - plate) * step).sum(axis=2) / square
    # Other runs on the plate cancel out: only this run was added to it.
    return (*part, cover)


def _blurred(cover: Values, sigma: float) -> Values:
    """Blur by the discrete Gaussian of variance ``sigma ** 2``.

    Lindeberg (1990), IEEE PAMI 12:234, doi:10.1109/34.49051.
    """
    reach = int(np.ceil(5 * sigma)) + 2
    kernel = ive(np.abs(np.arange(-reach, reach + 1)), sigma**2)
    across = convolve1d(cover, kernel, axis=0, mode="constant")
    blurred: Values = convolve1d(across, kernel, axis=1, mode="constant")
    return blurred


def _read(view: View) -> float:
    """Return the blur, px, that leaves the least squared difference."""
    rows, columns, cover = _cover(view)
    plate = view.plate[rows, columns].astype(np.float64)
    step = np.array(view.correct.colour) - plate
    seen = view.shown[rows, columns] - plate

    def miss(sigma: float) -> float:
        left = seen - _blurred(cover, sigma)[:, :, None] * step
        return float((left * left).sum())

    trials = np.concatenate([[0.0], np.geomspace(0.05, _GREATEST, 12)])
    best = int(np.argmin([miss(one) for one in trials]))
    low, high = trials[max(0, best - 1)], trials[min(len(trials) - 1, best + 1)]
    found = minimize_scalar(
        miss, bounds=(low, high), method="bounded", options={"xatol": 1e-4}
    )
    return float(found.x) if found.fun < miss(0.0) else 0.0


RULER = Ruler(bound=0.02, read=_read)
