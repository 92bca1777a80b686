"""Decoding pictures, each of them once."""

import hashlib
from collections import OrderedDict

from ..drawing.canvas import Pixels, pixel_digest
from ..drawing.encode import from_png

_KEPT = 32


class Decoder:
    """Decodes PNGs and knows again what it has decoded.

    It keeps the pixel digest of every file, and the pixels of the last
    `_KEPT` ones, so it should live for one shard.
    """

    __slots__ = ("_digests", "_pixels")

    def __init__(self) -> None:
        self._digests: dict[bytes, str] = {}
        self._pixels: OrderedDict[bytes, Pixels] = OrderedDict()

    def pixels(self, data: bytes, place: str) -> Pixels:
        """Return the pixels of a PNG.

        Raises
        ------
        CorpusError
            When it is damaged; the message names `place`.
        """
        name = hashlib.sha256(data).digest()
        if name not in self._pixels:
            self._pixels[name] = from_png(data, place)
            self._digests[name] = pixel_digest(self._pixels[name])
            if len(self._pixels) > _KEPT:
                self._pixels.popitem(last=False)
        self._pixels.move_to_end(name)
        return self._pixels[name]

    def digest(self, data: bytes, place: str) -> str:
        """Return the digest of a PNG's pixels.

        Raises
        ------
        CorpusError
            When it is damaged; the message names `place`.
        """
        name = hashlib.sha256(data).digest()
        if name not in self._digests:
            self.pixels(data, place)
        return self._digests[name]
