"""PNG files to and from pixels."""

import io

import numpy as np
from PIL import Image, UnidentifiedImageError

from ..errors import CorpusError
from .canvas import Pixels


def to_png(pixels: Pixels) -> bytes:
    """Return a lossless 8-bit RGB PNG."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()


def from_png(data: bytes, place: str) -> Pixels:
    """Return the pixels of an 8-bit RGB PNG.

    Parameters
    ----------
    data : bytes
        The file.
    place : str
        Where it came from, for messages.

    Raises
    ------
    CorpusError
        When the bytes are no PNG, are cut short, or are not plain 8-bit RGB.
    """
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            if image.mode != "RGB":
                raise CorpusError(f"{place}: is a PNG of mode {image.mode}, not RGB")
            return np.asarray(image, dtype=np.uint8).copy()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        if isinstance(error, CorpusError):
            raise
        raise CorpusError(f"{place}: is not a readable PNG ({error})") from error
