"""Clearance: one error is the only one, or it is refused with its reason."""

import dataclasses
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.errors import TextError
from eyechart.generator.page.colour import Rgb
from eyechart.generator.page.draw import draw_ground
from eyechart.generator.page.layout import Layout, layout
from eyechart.generator.page.plate import Planes
from eyechart.generator.page.quads import apart, grown, pixels_under
from eyechart.generator.page.scene import Finish, Ornament, Pose, Run, Scene
from eyechart.generator.page.setting import quad
from eyechart.generator.planning import series
from eyechart.generator.planning.clearance import check_clearance, ground_under
from eyechart.generator.planning.room import room, taken_up
from eyechart.generator.planning.series import Refusal, Series, draw_edit, draw_series
from eyechart.generator.stimulus import Edit
from eyechart.generator.streams import Stream

MakeRun = Callable[..., Run]
WHITE = (255, 255, 255)


@pytest.fixture
def page(make_run: MakeRun) -> Scene:
    band = Ornament(
        shape="rect", numbers=(0.0, 200.0, 640.0, 40.0, 0.0), colour=(9, 9, 9)
    )
    other = make_run("Other text", name="other", x=420.0, size=30.0)
    runs = (make_run(x=60.0, y=100.0), other)
    return Scene(width=640, height=240, background=WHITE, ornaments=(band,), runs=runs)


def test_a_run_with_room_is_let_through(page: Scene) -> None:
    run = page.run("title")
    assert ground_under(page, run) == WHITE
    check_clearance(page, run, WHITE)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"pose": Pose(dx=-60.0)}, "the run leaves the page"),
        ({"pose": Pose(dy=-66.0)}, "the run leaves the page"),
        ({"pose": Pose(dx=-5000.0)}, "the run leaves the page"),
        ({"pose": Pose(dx=140.0)}, "the run comes over another run"),
        ({"pose": Pose(dy=104.0)}, "the run crosses from one ground to another"),
        ({"pose": Pose(dy=124.0), "size": 16.0}, "the run comes onto another ground"),
        ({"pose": Pose(zoom=0.3)}, "capitals under 10 px cannot be measured"),
        ({"colour": (225, 225, 225)}, "the run fades into its ground"),
    ],
)
def test_runs_without_room_are_refused(
    page: Scene, changes: dict[str, object], told: str
) -> None:
    run = dataclasses.replace(page.run("title"), **changes)  # type: ignore[arg-type]
    with pytest.raises(NotPossibleError) as caught:
        check_clearance(page, run, WHITE)
    assert str(caught.value) == told


def test_a_turned_run_may_pass_where_its_bounds_would_not(page: Scene) -> None:
    far = dataclasses.replace(page.run("other"), x=250.0, y=60.0, size=20.0)
    scene = page.with_run(far)
    run = dataclasses.replace(page.run("title"), y=145.0, size=24.0)
    turned = dataclasses.replace(run, pose=Pose(angle=-25.0))
    check_clearance(scene, turned, WHITE)


@pytest.mark.parametrize(
    ("changes", "free"),
    [({}, 3.5), ({"finish": Finish(loss=20)}, 5.5), ({"blur": 2.0}, 3.5)],
)
def test_neighbours_keep_clear_of_blur_and_finish(
    page: Scene, changes: dict[str, Any], free: float
) -> None:
    run = dataclasses.replace(page.run("title"), **changes)
    right = quad(run)[:, 0].max()
    for gap, clear in ((free, True), (free - 1, False)):
        other = page.run("other")
        start = quad(other)[:, 0].min()
        moved = dataclasses.replace(other, x=other.x + right + gap - start, y=100.0)
        scene = page.with_run(moved)
        assert room(scene).touches_others(run, 3.0) != clear


def test_boxes_are_those_of_setting(page: Scene) -> None:
    for run in page.runs:
        assert (taken_up(run) == quad(run)).all()


def test_touching_is_that_of_the_separating_axes(
    page: Scene, make_run: MakeRun
) -> None:
    stream = Stream(5, "touching")
    outcomes = set()
    for _ in range(200):
        pose = Pose(
            dx=stream.uniform(-150, 300),
            dy=stream.uniform(-60, 100),
            angle=stream.uniform(-80, 80),
        )
        run = make_run(x=60.0, y=100.0, pose=pose)
        other = page.run("other")
        expected = not apart(grown(quad(run), 3.0), quad(other))
        assert room(page).touches_others(run, 3.0) == expected
        outcomes.add(expected)
    assert outcomes == {True, False}


def test_grounds_are_those_of_the_pixels_under(page: Scene, make_run: MakeRun) -> None:
    pixels = draw_ground(page)
    for angle, dy in itertools.product((0.0, 7.0, -30.0), (0.0, 40.0, 90.0)):
        run = make_run(x=200.0, y=100.0, size=20.0, pose=Pose(angle=angle, dy=dy))
        under = pixels_under(grown(quad(run), 4.0), page.width, page.height)
        colours = {tuple(colour) for colour in pixels[under].tolist()}
        if len(colours) == 1:
            assert {ground_under(page, run)} == colours
        else:
            with pytest.raises(NotPossibleError, match="from one ground to another"):
                ground_under(page, run)


@dataclass(frozen=True)
class Ramp:
    """A plate that grows lighter from left to right."""

    kind: str = "ramp"
    ground: Rgb = (100, 100, 100)
    steep: float = 0.1

    def planes(self, width: int, height: int) -> Planes:
        plane = np.tile(60 + self.steep * np.arange(width), (height, 1))
        return plane, plane, np.full((height, width), 90.0)


def textured(page: Scene, steep: float) -> Scene:
    return dataclasses.replace(page, ornaments=(), plate=Ramp(steep=steep))


def test_a_textured_ground_is_its_mean(page: Scene) -> None:
    scene = textured(page, 0.1)
    run = page.run("title")
    rows, columns = pixels_under(grown(quad(run), 4.0), page.width, page.height)
    mean = draw_ground(scene)[rows, columns].mean(axis=0)
    assert ground_under(scene, run) == tuple(np.floor(mean + 0.5))
    check_clearance(scene, dataclasses.replace(run, colour=(9, 9, 9)), (99, 99, 90))


def test_a_textured_ground_may_not_be_uneven(page: Scene) -> None:
    scene = textured(page, 0.5)
    with pytest.raises(NotPossibleError, match="the ground under the run is too unev"):
        ground_under(scene, page.run("title"))


def test_a_textured_ground_may_not_change_much(page: Scene) -> None:
    scene = textured(page, 0.1)
    run = dataclasses.replace(page.run("title"), colour=(9, 9, 9))
    red, green, blue = ground_under(scene, run)
    check_clearance(scene, run, (red + 48, green, blue))
    with pytest.raises(NotPossibleError, match="comes onto another ground"):
        check_clearance(scene, run, (red + 49, green, blue))


def test_a_run_wholly_off_the_page_has_no_ground(page: Scene) -> None:
    run = dataclasses.replace(page.run("title"), x=-900.0)
    with pytest.raises(NotPossibleError, match="the run leaves the page"):
        ground_under(page, run)


def narrowed(editable: tuple[str, ...]) -> Layout:
    return dataclasses.replace(layout("quote_card"), editable=editable)


def test_a_page_without_bystanders_is_refused_with_the_reason() -> None:
    drawn = draw_series(
        "s",
        0,
        narrowed(("source",)),
        dimension("position"),
        "bystander",
        [(2, (0.5, 1.5))],
        ("colour", "position"),
    )
    assert isinstance(drawn, Refusal)
    assert dict(drawn.reasons).keys() >= {
        "the page has no editable run beside the edited one"
    }


def test_a_page_without_editable_runs_is_refused_with_the_reason() -> None:
    drawn = draw_edit("s", 0, narrowed(()), "colour")
    assert drawn == Refusal(
        series_id="s", reasons=(("the page has no editable run", 60),)
    )


def test_an_edit_that_cannot_be_typeset_is_a_recorded_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise TextError("cannot be set by the test")

    broken = dataclasses.replace(dimension("colour"), edit=refuse)  # type: ignore[arg-type]
    monkeypatch.setattr(series, "dimensions", lambda: {"colour": broken})
    drawn = draw_edit("s", 0, layout("quote_card"), "colour")
    assert drawn == Refusal(series_id="s", reasons=(("cannot be set by the test", 60),))


def test_reasons_of_a_series_that_fits_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[int] = []
    colour = dimension("colour")
    assert colour.edit is not None

    def refuse_twice(run: Run, ground: Rgb, stream: Stream) -> Edit:
        calls.append(1)
        if len(calls) < 3:
            raise NotPossibleError("is refused twice")
        assert colour.edit is not None
        return colour.edit(run, ground, stream)

    slow = dataclasses.replace(colour, edit=refuse_twice)
    monkeypatch.setattr(series, "dimensions", lambda: {"colour": slow})
    drawn = draw_edit("s", 0, layout("quote_card"), "colour")
    assert isinstance(drawn, Series)
    assert drawn.redraws == (("is refused twice", 2),)
