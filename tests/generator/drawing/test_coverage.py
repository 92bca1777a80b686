"""Coverage: the area of each pixel that a path holds."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from eyechart.generator.drawing.mask import FULL, Mask
from eyechart.generator.drawing.raster import coverage
from eyechart.generator.errors import GeometryError
from eyechart.generator.page.scene import Run
from eyechart.generator.page.setting import mask
from eyechart.generator.paths import Path, joined, polygon, rectangle

MakeRun = Callable[..., Run]

LIMIT = 32767 // 4
SIXTEENTHS = [Fraction(n, 16) for n in (0, 3, 8, 11, 15)]


def level_at(found: Mask, x: int, y: int) -> int:
    row, column = y - found.y, x - found.x
    height, width = found.levels.shape
    return (
        int(found.levels[row, column]) if 0 <= row < height > 0 <= column < width else 0
    )


def overlap(low: float, high: float, start: int) -> float:
    return max(0.0, min(high, start + 1) - max(low, start))


@pytest.mark.parametrize("dx", SIXTEENTHS)
@pytest.mark.parametrize("dy", SIXTEENTHS)
def test_rectangles_cover_their_area(dx: Fraction, dy: Fraction) -> None:
    x, y, width, height = 2 + float(dx), -3 + float(dy), 3.625, 2.1875
    found = coverage(rectangle(x, y, width, height, 0.0))
    for row in range(-5, 3):
        for column in range(8):
            area = overlap(x, x + width, column) * overlap(y, y + height, row)
            assert level_at(found, column, row) / FULL == pytest.approx(
                area, abs=1 / 255
            )


def test_whole_pixels_are_full_and_empty_ones_zero() -> None:
    found = coverage(rectangle(10, 20, 3, 2, 0.0))
    rows, columns = np.nonzero(found.levels)
    assert set(found.levels[rows, columns].tolist()) == {FULL}
    assert sorted({int(row) + found.y for row in rows}) == [20, 21]
    assert sorted({int(column) + found.x for column in columns}) == [10, 11, 12]


def turned(width: float, height: float, angle: float, x: float, y: float) -> Path:
    turn = np.radians(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    box = rectangle(-width / 2, -height / 2, width, height, 0.0)
    return box.mapped(matrix, np.array([x, y]))


@settings(max_examples=60, deadline=None)
@given(st.floats(4, 120), st.floats(1, 40), st.floats(0, 360), st.floats(-9, 9))
def test_the_area_is_that_of_the_shape(
    width: float, height: float, angle: float, place: float
) -> None:
    found = coverage(turned(width, height, angle, place, 50 - place))
    area = found.levels.sum(dtype=np.float64) / FULL
    assert area == pytest.approx(width * height, abs=0.01 * (width + height))


# An edge along the pixels hides where inside them it is, so none here is.
@settings(max_examples=60, deadline=None)
@given(st.floats(20, 120), st.floats(8, 40), st.floats(10, 80), st.floats(-9, 9))
def test_the_centroid_is_that_of_the_shape(
    width: float, height: float, angle: float, place: float
) -> None:
    found = coverage(turned(width, height, angle, place, 50 - place))
    assert found.centroid == pytest.approx((place, 50 - place), abs=0.012)


def test_the_centroid_of_a_triangle_is_the_mean_of_its_corners() -> None:
    corners = np.array([[3.3, 4.1], [90.7, 22.9], [31.2, 71.4]])
    assert coverage(polygon(corners)).centroid == pytest.approx(
        tuple(corners.mean(axis=0)), abs=0.006
    )


def test_a_circle_of_four_cubics_has_its_area() -> None:
    found = coverage(rectangle(5.3, 7.7, 80, 80, 40))
    area = found.levels.sum(dtype=np.float64) / FULL
    assert area == pytest.approx(np.pi * 1600, rel=5e-4)
    assert found.centroid == pytest.approx((45.3, 47.7), abs=0.006)


def test_overlapping_contours_are_united() -> None:
    first, second = rectangle(0, 0, 4, 4, 0.0), rectangle(2, 0, 4, 4, 0.0)
    found = coverage(joined([first, second]))
    assert [level_at(found, column, 1) for column in range(6)] == [FULL] * 6


def test_opposite_contours_cut_holes() -> None:
    outer = rectangle(0, 0, 5, 5, 0.0)
    inner = polygon(np.array([[1, 1], [1, 4], [4, 4], [4, 1]], dtype=float))
    found = coverage(joined([outer, inner]))
    assert [level_at(found, column, 2) for column in range(5)] == [FULL, 0, 0, 0, FULL]


@pytest.mark.parametrize(
    ("text", "holes"),
    [("t", 0), ("k", 0), ("x", 0), ("&", 2), ("A", 1), ("B", 2), ("8", 2)],
)
@pytest.mark.parametrize("weight", [400.0, 700.0])
def test_overlapping_strokes_of_letters_make_no_holes(
    make_run: MakeRun,
    make_face: Callable[..., object],
    text: str,
    holes: int,
    weight: float,
) -> None:
    run = make_run(text, size=240.0, face=make_face(wght=weight))
    _, parts = ndimage.label(mask(run).levels < FULL // 2)
    assert parts - 1 == holes  # less the surroundings


@pytest.mark.parametrize(("dx", "dy"), [(3, 0), (-40, 17), (500, -300)])
def test_whole_pixels_of_shift_move_the_mask_and_nothing_else(
    make_run: MakeRun, dx: int, dy: int
) -> None:
    first = mask(make_run(x=100.25, y=120.5))
    second = mask(make_run(x=100.25 + dx, y=120.5 + dy))
    assert (second.x, second.y) == (first.x + dx, first.y + dy)
    assert np.array_equal(second.levels, first.levels)


def test_what_stands_elsewhere_does_not_change_a_pixel() -> None:
    here, there = turned(40, 9, 17, 50.3, 40.2), turned(30, 30, 5, 300, 260)
    alone, both = coverage(here), coverage(joined([there, here]))
    top, left = alone.y - both.y, alone.x - both.x
    rows, columns = alone.levels.shape
    part = both.levels[top : top + rows, left : left + columns]
    assert np.array_equal(part, alone.levels)


def test_a_mask_holds_all_of_its_path(make_run: MakeRun) -> None:
    edges = mask(make_run("Qfjy", size=90.0)).levels
    for edge in (edges[0], edges[-1], edges[:, 0], edges[:, -1]):
        assert not edge.any()


def test_the_largest_shape_is_drawn() -> None:
    found = coverage(rectangle(0.5, 0.5, LIMIT - 3, 1, 0.0))
    assert found.levels.shape[1] == LIMIT
    assert found.levels.sum(dtype=np.int64) == pytest.approx((LIMIT - 3) * FULL)


def test_a_larger_shape_is_refused_before_memory_is_taken() -> None:
    for width, height in ((LIMIT, 1.0), (1.0, 1e12)):
        with pytest.raises(GeometryError, match=f"at most {LIMIT} px each way"):
            coverage(rectangle(0, 0, width, height, 0.0))


def test_no_contour_is_refused() -> None:
    with pytest.raises(GeometryError, match="without contours"):
        coverage(joined([]))
