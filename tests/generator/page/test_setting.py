"""Setting: where anchors, lines and poses put the ink."""

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from eyechart.generator.errors import TextError
from eyechart.generator.page.quads import apart, covered, grown, inside, pixels_under
from eyechart.generator.page.scene import Pose, Run
from eyechart.generator.page.setting import box, centroid, mask, outline, quad
from eyechart.generator.typography.fontbook import font
from eyechart.generator.typography.shape import shape

MakeRun = Callable[..., Run]


def test_capitals_stand_on_the_baseline(make_run: MakeRun) -> None:
    _, top, _, bottom = box(make_run("HHH", y=120.0, size=100.0))
    assert bottom == pytest.approx(120.0)
    assert top == pytest.approx(120 - 100 * font("inter").cap_height, abs=0.001)


@pytest.mark.parametrize(
    ("anchor", "share"), [("left", 0), ("centre", 0.5), ("right", 1)]
)
def test_anchors_hold_the_line_at_their_share(
    make_run: MakeRun, anchor: str, share: float
) -> None:
    left, other = make_run(anchor="left"), make_run(anchor=anchor)
    length = shape(left.text, left.face).advance * left.size
    assert box(left)[0] - box(other)[0] == pytest.approx(share * length)


def test_lines_are_anchored_one_by_one(make_run: MakeRun) -> None:
    run = make_run("Wide line\nx", anchor="right", size=20.0, leading=1.5, y=50.0)
    lines = [
        make_run("Wide line", anchor="right", size=20.0, y=50.0),
        make_run("x", anchor="right", size=20.0, y=80.0),
    ]
    points = np.concatenate([outline(line).points for line in lines])
    assert outline(run).points == pytest.approx(points)


def test_an_empty_line_leaves_room(make_run: MakeRun) -> None:
    gap = make_run("a\n\nb", size=20.0, leading=1.0)
    plain = make_run("a\nb", size=20.0, leading=2.0)
    assert outline(gap).points == pytest.approx(outline(plain).points)


@pytest.mark.parametrize("text", ["", " ", "\n", "\u200b"])
def test_a_run_without_ink_is_refused(make_run: MakeRun, text: str) -> None:
    with pytest.raises(TextError) as caught:
        outline(make_run(text))
    assert str(caught.value) == f"text {text!r} has no ink"


def test_the_recorded_centroid_is_that_of_the_mask(make_run: MakeRun) -> None:
    run = make_run(size=37.0)
    assert centroid(run) == pytest.approx(mask(run).centroid, abs=0.03)


def test_a_run_as_wide_as_pages_get_has_a_centroid(make_run: MakeRun) -> None:
    run = make_run("M" * 200, x=2048.0, anchor="centre")
    x0, _, x1, _ = box(run)
    assert 3000 < x1 - x0 < 8000
    assert centroid(run)[0] == pytest.approx(2048, abs=0.03)


@pytest.mark.parametrize("angle", [0.0, 7.0, -90.0, 180.0])
@pytest.mark.parametrize("zoom", [0.5, 1.0, 1.9])
def test_poses_turn_and_zoom_about_the_centroid(
    make_run: MakeRun, angle: float, zoom: float
) -> None:
    plain = make_run()
    posed = make_run(pose=Pose(dx=11.25, dy=-3.5, angle=angle, zoom=zoom))
    centre = np.array(centroid(plain))
    away, moved = outline(plain).points - centre, outline(posed).points - centre
    turn = np.radians(angle)
    # Clockwise as seen, with y downward.
    expected = zoom * np.stack(
        [
            away[:, 0] * np.cos(turn) - away[:, 1] * np.sin(turn),
            away[:, 0] * np.sin(turn) + away[:, 1] * np.cos(turn),
        ],
        axis=1,
    )
    assert moved == pytest.approx(expected + np.array([11.25, -3.5]))
    assert centroid(posed) == pytest.approx(centre + np.array([11.25, -3.5]))
    assert mask(posed).centroid == pytest.approx(centroid(posed), abs=0.03)


def test_colour_moves_no_outline(make_run: MakeRun) -> None:
    assert mask(make_run(colour=(0, 0, 0))) is mask(make_run(colour=(9, 9, 9)))


@pytest.mark.parametrize("angle", [0.0, 13.0, -80.0])
def test_boxes_hold_the_ink_and_turn_with_it(make_run: MakeRun, angle: float) -> None:
    run = make_run(x=200.0, y=250.0, pose=Pose(angle=angle, zoom=1.2))
    found = mask(run)
    rows, columns = pixels_under(grown(quad(run), 1.0), 640, 480)
    under = np.zeros((480, 640), dtype=bool)
    under[rows, columns] = True
    inked = np.argwhere(found.levels) + np.array([found.y, found.x])
    assert under[tuple(inked.T)].all()
    corners, plain = quad(run), quad(dataclasses.replace(run, pose=Pose()))
    sides = [np.linalg.norm(part[1] - part[0]) for part in (corners, plain)]
    assert sides[0] == pytest.approx(1.2 * sides[1])
    along = corners[1] - corners[0]
    assert np.degrees(np.arctan2(along[1], along[0])) == pytest.approx(angle)


SQUARE = np.array([[10, 10], [20, 10], [20, 20], [10, 20]], dtype=float)
DIAMOND = np.array([[30, 15], [45, 30], [30, 45], [15, 30]], dtype=float)


def test_turned_boxes_can_be_apart_though_their_bounds_overlap() -> None:
    assert apart(SQUARE, DIAMOND)
    assert not apart(SQUARE + 4, DIAMOND)
    assert not apart(SQUARE, SQUARE)
    assert apart(SQUARE, SQUARE + np.array([10.5, 0]))
    assert not apart(SQUARE, SQUARE + np.array([10.0, 0]))


def test_growing_moves_every_side() -> None:
    assert grown(SQUARE, 2.0) == pytest.approx(
        np.array([[8, 8], [22, 8], [22, 22], [8, 22]])
    )
    sides = np.linalg.norm(
        np.roll(grown(DIAMOND, 2.0), -1, axis=0) - grown(DIAMOND, 2.0), axis=1
    )
    assert sides == pytest.approx([15 * np.sqrt(2) + 4] * 4)


@pytest.mark.parametrize(
    ("shift", "expected"),
    [
        ((0, 0), True),
        ((-10, 0), True),
        ((-10.1, 0), False),
        ((80, 30), True),
        ((80.1, 0), False),
        ((0, 30.1), False),
    ],
)
def test_inside_is_on_the_page_wholly(
    shift: tuple[float, float], expected: bool
) -> None:
    assert inside(SQUARE + np.array(shift), 100, 50) == expected


def test_covered_pixels_are_those_that_any_box_touches() -> None:
    touched = covered([SQUARE + 0.5, SQUARE + np.array([-15.0, 0])], 100, 50)
    assert touched[10:21, 10:21].all()
    assert touched[10:20, 0:5].all()
    assert touched.sum() == 121 + 50
