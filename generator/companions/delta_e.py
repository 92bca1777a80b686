"""Colour difference over ink."""

import numpy as np

from ..drawing.canvas import Pixels
from .changed import Box, changed_box, changed_pixels
from .pairs import codes, differences


def _around(boxes: list[Box]) -> Box:
    return (
        slice(min(b[0].start for b in boxes), max(b[0].stop for b in boxes)),
        slice(min(b[1].start for b in boxes), max(b[1].stop for b in boxes)),
    )


def _inked(truth: Pixels, shown: Pixels, plate: Pixels) -> int:
    """Count the pixels at which either picture differs from the plate."""
    boxes = [changed_box(picture, plate) for picture in (truth, shown)]
    found = [box for box in boxes if box is not None]
    if not found:
        return 0
    box = _around(found)
    ink = changed_pixels(truth[box], plate[box])
    ink |= changed_pixels(shown[box], plate[box])
    return int(np.count_nonzero(ink))


def delta_e_ink(truth: Pixels, shown: Pixels, plate: Pixels) -> float:
    """Return the mean CIEDE2000 difference over the ink of two pictures.

    Ink is where either picture differs from the plate, so a pixel at which they
    differ is ink, and neither the size of the page nor what else stands on it
    matters.

    Parameters
    ----------
    truth, shown, plate : (height, width, 3) uint8
        Two pictures, and the page without the run in question.

    Returns
    -------
    float
        Mean over inked pixels; 0 for equal pictures.
    """
    box = changed_box(truth, shown)
    if box is None:
        return 0.0
    before, after = codes(truth[box]), codes(shown[box])
    differ = before != after
    total = differences(before[differ], after[differ]).sum()
    return float(total) / _inked(truth, shown, plate)
