"""Measuring a text in a picture, from its ink."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from ...generator.companions.pairs import codes
from ...generator.drawing.canvas import Pixels
from ...generator.page.colour import Rgb
from .areas import Mask, Place
from .ground import Levels

_FAINT = 8.0
"""Levels by which a pixel must differ from its ground to start a patch of ink."""

_STRONG = 0.8
"""Share of the strongest difference from which a pixel is taken to be all ink."""

_STRONGEST = 99.0
"""The strongest difference is this percentile of all: one bad pixel is none."""

_TOUCHING = np.ones((3, 3), dtype=bool)

LEAST_LONG = 2.0
"""How many times as long as high ink must be spread for its angle to be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """What was measured of a text.

    Attributes
    ----------
    colour, ground : Rgb
        The most frequent colour of pixels that are all ink; the mean ground.
    x, y : float
        Centroid of the ink, px.
    mass : float
        Ink, in px of full coverage.
    along, across : float
        Standard deviation of the ink along and across its long axis, px.
    angle : float or None
        Of the long axis, degrees clockwise from horizontal, -90 to 90; None when
        the ink has no long axis.
    """

    colour: Rgb
    ground: Rgb
    x: float
    y: float
    mass: float
    along: float
    across: float
    angle: float | None

    @property
    def size(self) -> float:
        """Standard deviation of the ink about its centroid, px."""
        return math.hypot(self.along, self.across)


def measure(pixels: Pixels, behind: Levels, place: Place, changed: Mask) -> Ink | None:
    """Measure the text at a place.

    A patch of ink is of the text when one of its pixels changed, or when it lies all
    in the core: an edit leaves a rule or a frame as it was, and hardly a letter.

    Parameters
    ----------
    pixels : (height, width, 3) uint8
        The picture.
    behind : (height, width, 3) float64
        Its ground, known at `place`.
    place : Place
        Where the text stands.
    changed : (height, width) bool
        Which pixels an edit changed.

    Returns
    -------
    Ink or None
        None when there is no ink.
    """
    off = np.where(place.whole[:, :, None], pixels - behind, 0.0)
    strength = np.sqrt((off**2).sum(axis=2))
    patches, count = ndimage.label(strength > _FAINT, structure=_TOUCHING)
    counts = np.arange(count + 1)
    leaving = np.isin(counts, patches[~place.core])
    kept = ~leaving | np.isin(counts, patches[changed])
    kept[0] = False
    mine = kept[patches]
    if not mine.any():
        return None
    strongest = _STRONG * float(np.percentile(strength[mine], _STRONGEST))
    solid = mine & (strength >= strongest)
    colour, below = _frequent(pixels[solid]), behind[solid].mean(axis=0)
    # Edges fainter than a patch of ink belong to the patch beside them.
    area = ndimage.binary_dilation(mine, structure=_TOUCHING)
    area &= (patches == 0) | mine
    full = np.array(colour) - behind
    share = (off * full).sum(axis=2) / np.maximum((full**2).sum(axis=2), 1e-9)
    return _moments(np.where(area, np.clip(share, 0, 1), 0.0), colour, below)


def _frequent(pixels: Pixels) -> Rgb:
    values, counts = np.unique(codes(pixels), return_counts=True)
    code = int(values[counts.argmax()])
    if counts.max() == 1:
        red, green, blue = np.median(pixels, axis=0).astype(int).tolist()
        return red, green, blue
    return code >> 16, code >> 8 & 255, code & 255


def _moments(cover: NDArray[np.float64], colour: Rgb, below: Levels) -> Ink | None:
    y, x = cover.nonzero()
    weight = cover[y, x]
    mass = float(weight.sum())
    if mass <= 0:
        return None
    centre_x, centre_y = float(weight @ x) / mass, float(weight @ y) / mass
    right, down = x - centre_x, y - centre_y
    xx, xy, yy = (
        float(weight @ product) / mass
        for product in (right * right, right * down, down * down)
    )
    middle, reach = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    along, across = math.sqrt(middle + reach), math.sqrt(max(middle - reach, 0.0))
    angle = math.degrees(math.atan2(2 * xy, xx - yy)) / 2
    red, green, blue = (round(float(level)) for level in below)
    return Ink(
        colour=colour,
        ground=(red, green, blue),
        x=centre_x + 0.5,
        y=centre_y + 0.5,
        mass=mass,
        along=along,
        across=across,
        angle=angle if along >= LEAST_LONG * across else None,
    )
