"""What is lost in a JPEG file."""

import io

import numpy as np
from PIL import Image

from .canvas import Pixels


def through_jpeg(pixels: Pixels, quality: int) -> Pixels:
    """Return the pixels of a picture after a baseline JPEG of that quality.

    Chroma is not subsampled (4:4:4): decoders differ in how they bring it back.

    Parameters
    ----------
    pixels : (height, width, 3) uint8
        The picture; blocks of 8 px are counted from its upper left corner.
    quality : int
        1 to 100 on the scale of the Independent JPEG Group.
    """
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=quality, subsampling=0)
    with Image.open(file) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)
