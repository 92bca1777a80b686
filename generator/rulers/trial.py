"""Trial drawings: what a run would cover of the pixels that are looked at."""

import numpy as np

from ..drawing.mask import FULL, Mask
from .ink import Ink, Values


def covers(mask: Mask, ink: Ink) -> Values:
    """Return how far a mask covers each pixel of an ink, 0 to 1."""
    rows = (ink.y - 0.5).astype(np.intp) - mask.y
    columns = (ink.x - 0.5).astype(np.intp) - mask.x
    height, width = mask.levels.shape
    on = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    cover = np.zeros(len(rows))
    cover[on] = mask.levels[rows[on], columns[on]] / FULL
    return cover
