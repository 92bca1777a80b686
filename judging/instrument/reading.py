"""Reading texts in pictures: the only place where the OCR package enters."""

import functools
import importlib.metadata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...generator.drawing.canvas import Pixels
from ...generator.errors import EyechartError

Quad = NDArray[np.float64]
"""(4, 2): corners in px, clockwise from the upper left as the text is read."""

_PACKAGES = ("rapidocr", "onnxruntime")
_SETTINGS: dict[str, Any] = {
    "Global.log_level": "critical",
    "Global.use_cls": False,
    "Global.return_word_box": True,
    "Global.return_single_char_box": True,
    "Det.limit_type": "max",
    "Det.limit_side_len": 1024,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


class ReaderMissingError(EyechartError, ImportError):
    """The package that reads texts is not installed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Line:
    """A line of text as it was read.

    Attributes
    ----------
    text : str
        Its characters without white space.
    gaps : frozenset of int
        Before which characters white space was read.
    quad : Quad
        Where it stands.
    starts, ends : tuple of float
        Where each character starts and ends along the line, as a share of it.
    """

    text: str
    gaps: frozenset[int]
    quad: Quad
    starts: tuple[float, ...]
    ends: tuple[float, ...]


class Reader(Protocol):
    """Something that reads."""

    @property
    def settings(self) -> str:
        """All that readings depend on besides the picture."""

    def read(self, pixels: Pixels) -> tuple[Line, ...]:
        """Return the lines of a picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RapidReader:
    """The reader of the package rapidocr, on one thread."""

    engine: Any
    settings: str

    def read(self, pixels: Pixels) -> tuple[Line, ...]:
        """Return the lines of an sRGB picture, (height, width, 3) uint8."""
        found = self.engine(np.ascontiguousarray(pixels[:, :, ::-1]))
        if found.boxes is None:
            return ()
        boxes = np.asarray(found.boxes, dtype=np.float64)
        lines = zip(found.txts, boxes, found.word_results, strict=True)
        return tuple(_line(*one) for one in lines if one[0].strip())


def _line(text: str, quad: Quad, marks: Sequence[tuple[str, float, Any]]) -> Line:
    bare = "".join(text.split())
    gaps, count = set(), 0
    for word in text.split():
        gaps.add(count)
        count += len(word)
    spans = [_span(quad, mark[2]) for mark in marks if mark[0].strip()]
    if "".join(mark[0] for mark in marks if mark[0].strip()) != bare:
        # Where characters are not told apart they get equal shares.
        shares = np.linspace(0, 1, len(bare) + 1)
        spans = list(zip(shares[:-1].tolist(), shares[1:].tolist(), strict=True))
    return Line(
        text=bare,
        gaps=frozenset(gaps),
        quad=quad,
        starts=tuple(start for start, _ in spans),
        ends=tuple(end for _, end in spans),
    )


def _span(quad: Quad, box: Any) -> tuple[float, float]:
    along = quad[1] - quad[0]
    corners = np.asarray(box, dtype=np.float64) - quad[0]
    shares = corners @ along / max(float(along @ along), 1e-9)
    return float(shares[[0, 3]].mean()), float(shares[[1, 2]].mean())


@functools.cache
def open_reader() -> RapidReader:
    """Return the reader; its models come with the package.

    Raises
    ------
    ReaderMissingError
        When the package is not installed.
    """
    try:
        from rapidocr import RapidOCR

        versions = [importlib.metadata.version(name) for name in _PACKAGES]
    except ImportError as error:
        raise ReaderMissingError(
            "judge 'instrument' needs rapidocr and onnxruntime; install them with "
            "pip install 'eyechart[instrument]'"
        ) from error
    return RapidReader(
        engine=RapidOCR(params=_SETTINGS), settings=f"{versions} {_SETTINGS}"
    )
