"""Where two pictures of one page differ, and on how much of it."""

import numpy as np
from numpy.typing import NDArray

from ..drawing.canvas import Pixels

Box = tuple[slice, slice]
"""Rows and columns of a rectangle."""


def changed_box(first: Pixels, second: Pixels) -> Box | None:
    """Return the smallest rectangle outside which two pictures are equal.

    Parameters
    ----------
    first, second : (height, width, 3) uint8
        Pictures of one size.

    Returns
    -------
    tuple of slice or None
        Rows and columns; None when the pictures are equal.

    Examples
    --------
    >>> page = np.zeros((6, 8, 3), dtype=np.uint8)
    >>> other = page.copy()
    >>> other[2:4, 5] = 1
    >>> changed_box(page, other)
    (slice(2, 4, None), slice(5, 6, None))
    """
    differs = (first != second).reshape(len(first), -1)
    rows = differs.any(axis=1).nonzero()[0]
    if len(rows) == 0:
        return None
    high = slice(int(rows[0]), int(rows[-1]) + 1)
    channels = differs[high].any(axis=0).nonzero()[0]
    return high, slice(int(channels[0]) // 3, int(channels[-1]) // 3 + 1)


def grown(box: Box, reach: int, height: int, width: int) -> Box:
    """Return a rectangle with `reach` px more on every side, as far as the page goes.

    Examples
    --------
    >>> grown((slice(2, 4), slice(5, 6)), 3, 6, 20)
    (slice(0, 6, None), slice(2, 9, None))
    """
    rows, columns = box
    return (
        slice(max(0, rows.start - reach), min(height, rows.stop + reach)),
        slice(max(0, columns.start - reach), min(width, columns.stop + reach)),
    )


def inside(inner: Box, outer: Box) -> Box:
    """Return a rectangle of the page in the coordinates of one around it.

    Examples
    --------
    >>> inside((slice(5, 7), slice(8, 9)), (slice(2, 10), slice(8, 20)))
    (slice(3, 5, None), slice(0, 1, None))
    """
    top, left = outer[0].start, outer[1].start
    return (
        slice(inner[0].start - top, inner[0].stop - top),
        slice(inner[1].start - left, inner[1].stop - left),
    )


def changed_pixels(first: Pixels, second: Pixels) -> NDArray[np.bool_]:
    """Tell which pixels differ in any channel.

    Returns
    -------
    (height, width) bool
    """
    red, green, blue = np.moveaxis(first != second, 2, 0)
    differs: NDArray[np.bool_] = red | green | blue
    return differs


def changed_share(truth: Pixels, shown: Pixels) -> float:
    """Return the share of a page's pixels that differ at all.

    Parameters
    ----------
    truth, shown : (height, width, 3) uint8
        Pictures of one size.

    Returns
    -------
    float
        0 to 1.
    """
    box = changed_box(truth, shown)
    if box is None:
        return 0.0
    height, width = truth.shape[:2]
    count = np.count_nonzero(changed_pixels(truth[box], shown[box]))
    return float(count / (height * width))
