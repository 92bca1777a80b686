"""Damaging the pixels around a run after it is drawn."""

import numpy as np
from numpy.typing import NDArray

from ..drawing.canvas import Pixels
from ..drawing.grain import add_noise
from ..drawing.jpeg import through_jpeg
from ..paths import Points
from .quads import grown, pixels_under
from .scene import Finish, Run
from .setting import quad

Places = NDArray[np.intp]

FINISH_MARGIN = 2.0
"""px around a run's box that its finish reaches."""

_NOTHING = Finish()


def finished_quad(corners: Points) -> Points:
    """Return what the finish of a run reaches, (4, 2), given the run's box."""
    return grown(corners, FINISH_MARGIN)


def finish(pixels: Pixels, run: Run) -> None:
    """Damage the pixels around a run in place, as its finish says.

    JPEG takes the rectangle of whole pixels around them, and noise comes first.
    """
    if run.finish == _NOTHING:
        return
    height, width = pixels.shape[:2]
    rows, columns = pixels_under(finished_quad(quad(run)), width, height)
    if run.finish.noise:
        values = pixels[rows, columns]
        pixels[rows, columns] = add_noise(values, run.finish.noise, run.finish.grain)
    if run.finish.loss:
        pixels[rows, columns] = compressed(pixels, rows, columns, run.finish.loss)


def compressed(pixels: Pixels, rows: Places, columns: Places, loss: int) -> Pixels:
    """Return some pixels of a page, (n, 3), as they come back from JPEG.

    Parameters
    ----------
    pixels : (height, width, 3) uint8
        The page.
    rows, columns : (n,) intp
        Which pixels; the smallest rectangle around them is compressed.
    loss : int
        100 less the quality.
    """
    top, left = rows.min(), columns.min()
    crop = pixels[top : rows.max() + 1, left : columns.max() + 1]
    damaged = through_jpeg(crop, 100 - loss)
    back: Pixels = damaged[rows - top, columns - left]
    return back
