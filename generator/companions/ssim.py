"""Structural similarity (SSIM)."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import correlate1d

from ..drawing.canvas import Pixels
from ..errors import GeometryError
from .changed import Box, changed_box, grown, inside

Values = NDArray[np.float64]

SIGMA = 1.5
"""Standard deviation of the Gaussian window, px (Wang et al. 2004)."""

REACH = 5
"""Half the window's side less half a pixel: the window is 11 px wide."""

_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2


def _window() -> Values:
    steps = np.arange(-REACH, REACH + 1)
    weights = np.exp(-(steps**2) / (2 * SIGMA**2))
    kernel: Values = weights / weights.sum()
    return kernel


_WINDOW = _window()


def _mean(values: Values) -> Values:
    """Return the weighted mean over the window around each pixel."""
    for axis in (1, 2):
        values = correlate1d(values, _WINDOW, axis=axis, mode="nearest")
    return values


def _similarity(first: Values, second: Values) -> Values:
    """Return the SSIM of every pixel of (3, height, width) pictures."""
    mean_1, mean_2 = _mean(first), _mean(second)
    variances = _mean(first * first) - mean_1**2 + (_mean(second * second) - mean_2**2)
    covariance = _mean(first * second) - mean_1 * mean_2
    luminance = (2 * mean_1 * mean_2 + _C1) / (mean_1**2 + mean_2**2 + _C1)
    found: Values = luminance * (2 * covariance + _C2) / (variances + _C2)
    return found


def _channels(pixels: Pixels) -> Values:
    return np.ascontiguousarray(np.moveaxis(pixels, 2, 0), dtype=np.float64)


def _judged(box: Box, height: int, width: int) -> Box:
    """Return where windows reach into `box` and lie wholly on the page."""
    rows, columns = grown(box, REACH, height, width)
    return (
        slice(max(rows.start, REACH), min(rows.stop, height - REACH)),
        slice(max(columns.start, REACH), min(columns.stop, width - REACH)),
    )


def ssim(truth: Pixels, shown: Pixels) -> float:
    """Return the mean structural similarity of two pictures.

    Wang, Bovik, Sheikh and Simoncelli (2004), doi:10.1109/TIP.2003.819861: Gaussian
    window of 11 px with sigma 1.5, K1 = .01, K2 = .03, population moments; per
    channel of 8-bit sRGB, averaged over channels and over all pixels whose window
    lies on the page. It is exactly 1 where the window holds no changed pixel, so
    only the neighbourhood of the change is computed.

    Parameters
    ----------
    truth, shown : (height, width, 3) uint8
        Pictures of one size.

    Returns
    -------
    float
        1 for equal pictures, less for others.

    Raises
    ------
    GeometryError
        When a picture is smaller than the window.
    """
    height, width = truth.shape[:2]
    if min(height, width) <= 2 * REACH:
        raise GeometryError(
            f"a picture of {width}x{height} px has no SSIM; "
            f"allowed: {2 * REACH + 1} px a side or more"
        )
    box = changed_box(truth, shown)
    if box is None:
        return 1.0
    judged = _judged(box, height, width)
    needed = grown(judged, REACH, height, width)
    first, second = (_channels(page[needed]) for page in (truth, shown))
    rows, columns = inside(judged, needed)
    loss = 1 - _similarity(first, second)[:, rows, columns]
    windows = (height - 2 * REACH) * (width - 2 * REACH)
    return float(1 - loss.sum() / (3 * windows))
