"""A reader that knows what stands where, and pages for it."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from eyechart.generator.drawing.canvas import Pixels
from eyechart.generator.page.draw import draw
from eyechart.generator.page.layout import layout
from eyechart.generator.page.scene import Scene
from eyechart.generator.page.setting import quad
from eyechart.judging.instrument.reading import Line


class KnowingReader:
    """Reads pages that were shown to it before, and parts of them, without fail."""

    settings = "knowing"

    def __init__(self) -> None:
        self._pages: list[tuple[Pixels, Scene]] = []
        self.read_pixels = 0

    def draw(self, scene: Scene) -> Pixels:
        page = draw(scene).copy()
        self._pages.append((page, scene))
        return page

    def read(self, pixels: Pixels) -> tuple[Line, ...]:
        self.read_pixels += pixels.shape[0] * pixels.shape[1]
        for page, scene in self._pages:
            if np.shares_memory(page, pixels):
                return tuple(_lines(scene, *_offset(page, pixels), pixels.shape))
        raise AssertionError("an unknown page")


def _offset(page: Pixels, part: Pixels) -> tuple[int, int]:
    whole, inner = (a.__array_interface__["data"][0] for a in (page, part))
    row, column = divmod(inner - whole, page.strides[0])
    return column // page.strides[1], row


def _lines(scene: Scene, left: int, top: int, shape: Sequence[int]) -> Iterator[Line]:
    for run in scene.runs:
        if "\n" in run.text or not run.text.strip():
            continue
        corners = np.array(quad(run)) - (left, top)
        height, width = shape[:2]
        if corners.min() < 0 or (corners.max(axis=0) > (width, height)).any():
            continue
        words = run.text.split()
        starts = [len("".join(words[:i])) for i in range(len(words))]
        count = len("".join(words))
        yield Line(
            text="".join(words),
            gaps=frozenset(starts),
            quad=corners,
            starts=tuple(i / count for i in range(count)),
            ends=tuple((i + 1) / count for i in range(count)),
        )


@pytest.fixture
def reader() -> KnowingReader:
    return KnowingReader()


@pytest.fixture(scope="session")
def scene() -> Scene:
    return layout("quote_card").scenes[0]
