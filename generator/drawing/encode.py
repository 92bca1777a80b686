"""PNG files to and from pixels."""

import io
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from PIL import Image, UnidentifiedImageError

from ..errors import CorpusError
from .canvas import Pixels

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def to_png(pixels: Pixels) -> bytes:
    """Return a lossless 8-bit RGB PNG, its rows unfiltered.

    Flat pages compress better without filters, and in less than half the time
    of Pillow, which always filters. Layout: PNG specification (third edition),
    https://www.w3.org/TR/png-3/, sections 5 and 11.
    """
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"IDAT", zlib.compress(rows.tobytes(), 1)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    length, checksum = len(data), zlib.crc32(name + data)
    return struct.pack(">I", length) + name + data + struct.pack(">I", checksum)


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
            return np.asarray(image, dtype=np.uint8)
    except CorpusError:
        raise
    except UnidentifiedImageError as error:
        # What Pillow says names an object in memory.
        reason = _unlike(data)
        raise CorpusError(f"{place}: is not a readable PNG ({reason})") from error
    except (
        Image.DecompressionBombError,
        OSError,
        SyntaxError,
        ValueError,
    ) as error:
        raise CorpusError(f"{place}: is not a readable PNG ({error})") from error


def _unlike(data: bytes) -> str:
    if not data:
        return "it is empty"
    if not data.startswith(_SIGNATURE):
        return "it does not start like one"
    return "its header is damaged"


def stored_png(image: Mapping[str, Any] | None, place: str) -> bytes:
    """Return the file in a value of an image column.

    Parameters
    ----------
    image : mapping or None
        With ``"bytes"``.
    place : str
        Stimulus and column, for messages.

    Raises
    ------
    CorpusError
        When it is null or empty.
    """
    data: bytes | None = None if image is None else image["bytes"]
    if data is None:
        raise CorpusError(f"{place}: is null; allowed: a PNG")
    if not data:
        raise CorpusError(f"{place}: is not a readable PNG ({_unlike(data)})")
    return data
