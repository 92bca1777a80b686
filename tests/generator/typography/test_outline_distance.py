"""Outline distances: areas by hand, letters as they are drawn, cap heights."""

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest

from eyechart.generator.drawing.mask import FULL, Mask
from eyechart.generator.drawing.raster import coverage
from eyechart.generator.errors import TextError
from eyechart.generator.paths import Path, joined, polygon, rectangle
from eyechart.generator.typography.capitals import cap_height
from eyechart.generator.typography.fontbook import font
from eyechart.generator.typography.outline import glyph_outline
from eyechart.generator.typography.outline_distance import outline_distance
from eyechart.generator.typography.shape import Face, shape, units_per_em
from eyechart.generator.typography.spans import spans, unlike

MakeFace = Callable[..., Face]


# Areas by hand.


def box(x: float, y: float, width: float, height: float, turned: bool = False) -> Path:
    corners = np.array(
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    )
    return polygon(corners[::-1] if turned else corners)


def test_areas_and_centres_of_rectangles() -> None:
    found = spans(box(2.0, -0.5, 3.0, 1.5))
    assert found.area == pytest.approx(4.5)
    assert found.centre == pytest.approx(3.5)


def test_ink_under_ink_counts_once_and_holes_do_not_count() -> None:
    crossed = joined([box(0.0, 0.0, 2.0, 1.0), box(1.0, 0.0, 2.0, 1.0)])
    assert spans(crossed).area == pytest.approx(3.0)
    holed = joined([box(0.0, 0.0, 3.0, 2.0), box(0.5, 0.5, 1.0, 1.0, turned=True)])
    assert spans(holed).area == pytest.approx(5.0)
    assert spans(holed).centre == pytest.approx((6 * 1.5 - 1 * 1.0) / 5)


def test_a_disc_and_a_triangle() -> None:
    disc = rectangle(0.3, -0.2, 1.0, 1.0, 0.5)
    assert spans(disc).area == pytest.approx(math.pi / 4, rel=2e-3)
    triangle = spans(polygon(np.array([(0.0, 0.0), (3.0, 0.0), (0.0, 1.0)])))
    assert triangle.area == pytest.approx(1.5)
    assert triangle.centre == pytest.approx(1.0, abs=1e-4)


def test_distances_of_rectangles_by_hand() -> None:
    low, high = spans(box(0.0, 0.0, 2.0, 1.0)), spans(box(5.0, 0.0, 2.0, 1.5))
    wide, raised = spans(box(0.0, 0.0, 3.0, 1.0)), spans(box(0.0, 1.0, 2.0, 1.0))
    assert unlike(low, high) == pytest.approx(1 / 5)
    assert unlike(low, wide) == pytest.approx(1 / 5)
    assert unlike(wide, high) == pytest.approx((1 + 1) / (3 + 3))
    assert unlike(low, raised) == pytest.approx(1.0)
    assert unlike(low, low) == 0.0


# Distances of faces.


def faces(make_face: MakeFace) -> list[Face]:
    return [
        make_face("inter", wght=500.0),
        make_face("source-serif-4", wght=500.0, opsz=18.0),
        make_face("source-serif-4", wght=500.0, opsz=20.0),
        make_face("caveat", wght=500.0),
        make_face("oswald", wght=500.0),
    ]


def test_a_face_is_like_itself_and_likeness_is_mutual(make_face: MakeFace) -> None:
    for one, other in itertools.combinations(faces(make_face), 2):
        there = outline_distance("Office of 1904", one, other)
        back = outline_distance("Office of 1904", other, one)
        assert there == pytest.approx(back, abs=1e-12)
        assert 0 < there < 1
        assert outline_distance("Office of 1904", one, one) == 0.0


def test_near_faces_are_nearer_than_far_ones(make_face: MakeFace) -> None:
    inter, serif, serif_20, caveat, _ = faces(make_face)
    near = outline_distance("Wednesday Reader", serif, serif_20)
    far = outline_distance("Wednesday Reader", inter, serif)
    farthest = outline_distance("Wednesday Reader", inter, caveat)
    assert 4 * near < far
    assert 2 * far < farthest


def test_the_distance_is_the_mean_of_the_letters(make_face: MakeFace) -> None:
    one, other, *_ = faces(make_face)
    letters = [outline_distance(letter, one, other) for letter in "Rain"]
    assert outline_distance("R a\ni n", one, other) == pytest.approx(np.mean(letters))


def aligned(face: Face, text: str, cap: float) -> Mask:
    """Draw a text with its centroid at x = 0, its baseline at y = 0."""
    scale = cap / cap_height(face.font, face.axes)
    grid = np.diag([scale, -scale]) / units_per_em(face.font)
    path = joined(
        glyph_outline(face.font, face.axes, glyph.index).mapped(
            grid, np.array([glyph.x, -glyph.y]) * scale
        )
        for glyph in shape(text, face).glyphs
    )
    x, _ = coverage(path).centroid
    return coverage(path.mapped(np.eye(2), np.array([-x, 0.0])))


def drawn_distance(text: str, *pair: Face) -> float:
    pages = np.zeros((2, 1400, 1400))
    for page, face in zip(pages, pair, strict=True):
        drawn = aligned(face, text, 600.0)
        rows, columns = drawn.levels.shape
        top, left = drawn.y + 900, drawn.x + 700
        page[top : top + rows, left : left + columns] = drawn.levels / FULL
    return float(np.abs(pages[0] - pages[1]).sum() / pages.sum())


@pytest.mark.parametrize("letter", "Rgs8")
def test_distances_of_letters_are_those_of_their_drawings(
    letter: str, make_face: MakeFace
) -> None:
    one, other, *_ = faces(make_face)
    expected = drawn_distance(letter, one, other)
    assert outline_distance(letter, one, other) == pytest.approx(expected, abs=0.003)


def test_a_ligature_is_compared_as_a_whole(make_face: MakeFace) -> None:
    tied, loose = make_face("eb-garamond"), make_face("inter")
    assert [len(shape("fi", face).glyphs) for face in (tied, loose)] == [1, 2]
    expected = drawn_distance("fi", tied, loose)
    assert outline_distance("fi", tied, loose) == pytest.approx(expected, abs=0.003)
    after = outline_distance("fin", tied, loose)
    last = outline_distance("n", tied, loose)
    assert after == pytest.approx((expected + last) / 2, abs=0.003)


def test_a_text_without_ink_has_no_distance(make_face: MakeFace) -> None:
    with pytest.raises(TextError, match="has no ink"):
        outline_distance("  ", make_face("inter"), make_face("oswald"))


def test_cap_heights_at_default_axes_are_those_catalogued(make_face: MakeFace) -> None:
    for slug in ("inter", "roboto-flex", "source-serif-4", "oswald", "caveat"):
        measured = cap_height(slug, make_face(slug).axes)
        assert measured == pytest.approx(font(slug).cap_height, abs=5e-4)


def test_cap_heights_follow_the_axes(make_face: MakeFace) -> None:
    tall = make_face("roboto-flex", YTUC=760.0)
    assert cap_height("roboto-flex", tall.axes) == pytest.approx(0.76, abs=0.002)
