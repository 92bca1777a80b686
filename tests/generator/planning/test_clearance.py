"""Clearance: one error is the only one, or it is refused with its reason."""

import dataclasses
from collections.abc import Callable

import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.page.layout import Layout, layout
from eyechart.generator.page.scene import Ornament, Pose, Run, Scene
from eyechart.generator.planning.clearance import check_clearance, ground_under
from eyechart.generator.planning.series import Refusal, draw_edit, draw_series

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
        ({"text": "Ab"}, "the run is too short to show its angle"),
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
