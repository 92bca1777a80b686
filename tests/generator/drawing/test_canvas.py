"""Painting in integers, and PNG there and back."""

import io
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from eyechart.generator.drawing.canvas import blank, paint, pixel_digest
from eyechart.generator.drawing.encode import from_png, to_png
from eyechart.generator.drawing.mask import FULL, Mask
from eyechart.generator.errors import CorpusError

LEVELS = st.integers(0, 255)


def mask_of(
    level: int, rows: int = 1, columns: int = 1, x: int = 0, y: int = 0
) -> Mask:
    levels = np.full((rows, columns), level, dtype=np.uint16)
    return Mask(x=x, y=y, levels=levels)


def painted(plate: int, ink: int, level: int) -> int:
    pixels = blank(1, 1, (plate, plate, plate))
    paint(pixels, mask_of(level), (ink, ink, ink))
    return int(pixels[0, 0, 0])


@given(LEVELS, LEVELS, st.integers(0, FULL))
def test_one_rounding_halves_upward(plate: int, ink: int, level: int) -> None:
    exact = plate + Fraction((ink - plate) * level, FULL)
    assert painted(plate, ink, level) == (exact + Fraction(1, 2)).__floor__()


@pytest.mark.parametrize(("plate", "ink"), [(0, 1), (1, 0), (254, 255), (255, 254)])
def test_halves_go_up_on_light_and_on_dark(plate: int, ink: int) -> None:
    assert painted(plate, ink, FULL // 2) == max(plate, ink)


@given(LEVELS, LEVELS)
def test_ends_are_exact(plate: int, ink: int) -> None:
    assert painted(plate, ink, 0) == plate
    assert painted(plate, ink, FULL) == ink


def test_half_coverage_is_half_way_in_srgb() -> None:
    assert painted(0, 255, FULL // 2) == 128


@pytest.mark.parametrize("x", [-7, -2, 0, 3, 9, 40])
@pytest.mark.parametrize("y", [-6, -1, 0, 4, 8])
def test_what_is_off_the_page_is_cut_off(x: int, y: int) -> None:
    levels = np.arange(5 * 6, dtype=np.uint16).reshape(5, 6) * 100
    part = Mask(x=x, y=y, levels=levels)
    wide = Mask(x=x + 50, y=y + 50, levels=levels)
    small, large = blank(10, 9, (200, 10, 90)), blank(110, 109, (200, 10, 90))
    paint(small, part, (0, 255, 40))
    paint(large, wide, (0, 255, 40))
    assert np.array_equal(small, large[50:59, 50:60])


def test_digests_tell_shape_and_every_value() -> None:
    pixels = np.zeros((2, 3, 3), dtype=np.uint8)
    changed = pixels.copy()
    changed[1, 2, 2] = 1
    turned = pixels.reshape(3, 2, 3)
    assert len({pixel_digest(one) for one in (pixels, changed, turned)}) == 3


def test_digests_are_of_values_not_of_memory() -> None:
    pixels = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    assert pixel_digest(pixels[:, ::2]) == pixel_digest(pixels[:, ::2].copy())


def test_the_digest_of_a_red_pixel() -> None:
    # printf 'RGB8 1x1\n\377\0\0' | sha256sum
    expected = "38f97321952aeb6e0ef055e6c7e63c821bd2c2e1e674ec6e56572a8383eb8584"
    assert pixel_digest(blank(1, 1, (255, 0, 0))) == expected


def test_png_there_and_back() -> None:
    pixels = np.arange(7 * 5 * 3, dtype=np.uint8).reshape(7, 5, 3) * 2
    assert np.array_equal(from_png(to_png(pixels), "here"), pixels)


def saved(mode: str, kind: str) -> bytes:
    file = io.BytesIO()
    Image.new(mode, (4, 4)).save(file, kind)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param(
            saved("RGBA", "PNG"), "is a PNG of mode RGBA, not RGB", id="alpha"
        ),
        pytest.param(saved("P", "PNG"), "is a PNG of mode P, not RGB", id="palette"),
        pytest.param(saved("L", "PNG"), "is a PNG of mode L, not RGB", id="grey"),
        pytest.param(saved("I;16", "PNG"), "is a PNG of mode I;16", id="16 bit"),
        pytest.param(saved("RGB", "BMP"), "is not a readable PNG", id="bitmap"),
        pytest.param(b"", "is not a readable PNG", id="nothing"),
        pytest.param(
            to_png(np.full((90, 90, 3), 7, np.uint8))[:-30],
            "is not a readable PNG",
            id="cut short",
        ),
    ],
)
def test_other_files_are_refused(data: bytes, told: str) -> None:
    with pytest.raises(CorpusError) as caught:
        from_png(data, "row 3")
    assert str(caught.value).startswith(f"row 3: {told}")
