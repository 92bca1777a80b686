"""PNG files to and from pixels."""

import io
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from ..errors import CorpusError
from .canvas import Pixels

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 1

_NONE, _SUB, _UP = 0, 1, 2
"""Types of filter, as a file numbers them."""

_FLAT = 0.93
"""Share of repeated bytes above which a page is flat: such pages take no filter."""

_FILTER_COST = 1.05
"""What a filter must gain on the bands to be worth its time."""

_BANDS, _BAND = 10, 6
"""How many bands of how many rows stand for a picture."""


def to_png(pixels: Pixels) -> bytes:
    """Return a lossless 8-bit RGB PNG, all its rows filtered in one way.

    Flat pages compress better without filters, and in less than half the time
    of Pillow, which always filters; textured ones often do with one. Layout: PNG
    specification (third edition), https://www.w3.org/TR/png-3/, sections 5, 9
    and 11.
    """
    height, width = pixels.shape[:2]
    rows = pixels.reshape(height, -1)
    scheme = _best_filter(rows)
    lines = np.empty((height, 1 + 3 * width), dtype=np.uint8)
    lines[:, 0] = scheme
    lines[:, 1:] = _filtered(rows, scheme)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"IDAT", zlib.compress(lines.tobytes(), _LEVEL)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _filtered(rows: NDArray[np.uint8], scheme: int) -> NDArray[np.uint8]:
    """Return differences, modulo 256, from the left or upper neighbour, or `rows`."""
    if scheme == _NONE:
        return rows
    less = rows.copy()
    if scheme == _SUB:
        less[:, 3:] -= rows[:, :-3]
    else:
        less[1:] -= rows[:-1]
    return less


def _best_filter(rows: NDArray[np.uint8]) -> int:
    """Compress a few bands in each way, unless most pixels repeat the one before."""
    some = rows[:: max(1, len(rows) // _BANDS)]
    repeated = some[:, 3:] == some[:, :-3]
    if np.count_nonzero(repeated) > _FLAT * repeated.size:
        return _NONE
    starts = range(0, len(rows), max(_BAND, len(rows) // _BANDS))
    bands = [rows[start : start + _BAND] for start in starts]

    def size(scheme: int) -> float:
        tried = b"".join(_filtered(band, scheme).tobytes() for band in bands)
        cost = 1.0 if scheme == _NONE else _FILTER_COST
        return cost * len(zlib.compress(tried, _LEVEL))

    return min((_NONE, _SUB, _UP), key=size)


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
