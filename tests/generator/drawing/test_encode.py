"""PNG files: filtered where that pays, and always read back as they were."""

import io
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from eyechart.generator.drawing.canvas import Pixels
from eyechart.generator.drawing.encode import to_png


def read_back(pixels: Pixels) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(to_png(pixels))))


def filters(pixels: Pixels) -> set[int]:
    """Return the filter types of a file's rows."""
    data = to_png(pixels)
    start = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[start - 4 : start])
    lines = zlib.decompress(data[start + 4 : start + 4 + length])
    return set(lines[:: 1 + 3 * pixels.shape[1]])


def unfiltered_size(pixels: Pixels) -> int:
    height = len(pixels)
    lines = np.zeros((height, 1 + pixels[0].size), dtype=np.uint8)
    lines[:, 1:] = pixels.reshape(height, -1)
    return len(zlib.compress(lines.tobytes(), 1))


def flat() -> Pixels:
    pixels = np.full((300, 400, 3), (250, 246, 230), dtype=np.uint8)
    pixels[40:60:3, 30:300] = (20, 40, 90)
    pixels[100:200, 50:120] = (190, 40, 20)
    return pixels


def across() -> Pixels:
    """Change by 0, 1 or 2 levels from pixel to pixel; every row starts anew."""
    rng = np.random.default_rng(1)
    starts = rng.integers(0, 256, (300, 1, 3))
    steps = rng.integers(0, 3, (300, 400, 3))
    pixels: Pixels = (starts + steps.cumsum(axis=1)).astype(np.uint8)
    return pixels


def down() -> Pixels:
    return np.ascontiguousarray(across().transpose(1, 0, 2))


@pytest.mark.parametrize(
    ("pixels", "scheme"),
    [
        pytest.param(flat(), 0, id="flat"),
        pytest.param(across(), 1, id="across"),
        pytest.param(down(), 2, id="down"),
    ],
)
def test_the_filter_that_pays_is_taken(pixels: Pixels, scheme: int) -> None:
    assert filters(pixels) == {scheme}
    assert np.array_equal(read_back(pixels), pixels)


def test_flat_pages_are_as_small_as_without_filters() -> None:
    overhead = len(to_png(flat())) - unfiltered_size(flat())
    assert overhead == 8 + 25 + 12 + 12  # signature, IHDR, IDAT, IEND


@pytest.mark.parametrize("pixels", [across(), down()])
def test_filters_gain(pixels: Pixels) -> None:
    assert len(to_png(pixels)) < 0.7 * unfiltered_size(pixels)


@given(
    st.tuples(st.integers(1, 40), st.integers(1, 9)).flatmap(
        lambda shape: arrays(np.uint8, (*shape, 3))
    )
)
def test_all_pictures_are_read_back(pixels: Pixels) -> None:
    assert np.array_equal(read_back(pixels), pixels)


@pytest.mark.parametrize("scheme", ["none", "sub", "up"])
def test_noise_on_every_ground_is_read_back(scheme: str) -> None:
    ground = {"none": flat(), "sub": across(), "up": down()}[scheme]
    grain = np.arange(ground.size, dtype=np.uint32).reshape(ground.shape)
    pixels = ground + (grain * np.uint32(2654435761) >> np.uint32(29)).astype(np.uint8)
    assert np.array_equal(read_back(pixels), pixels)
