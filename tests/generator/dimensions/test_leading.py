"""Leading: distances of baselines, and what they are refused for."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.page.room import line_room
from eyechart.generator.page.scene import Pose, Run
from eyechart.generator.page.setting import centroid, mask, outline
from eyechart.generator.streams import Stream

MakeRun = Callable[..., Run]
GetCase = Callable[[str], Any]
LEADING = dimension("leading")
WHITE = (255, 255, 255)


def rows(run: Run) -> list[tuple[int, int]]:
    """Return first and last row of each line's ink, page px."""
    inked = (mask(run).levels > 2000).any(axis=1)
    edges = np.flatnonzero(np.diff(np.r_[False, inked, False].astype(int)))
    top = mask(run).y
    return [(top + a, top + b - 1) for a, b in edges.reshape(-1, 2)]


@pytest.mark.parametrize(("way", "sign"), [("looser", 1), ("tighter", -1)])
def test_baselines_move_apart_by_the_magnitude(
    make_run: MakeRun, way: str, sign: int
) -> None:
    run = make_run("HEN\nHEN\nHEN", size=50.0, leading=1.4)
    wrong, exact = LEADING.disturb(run, 0.2, way)
    assert exact == 0.2
    feet = [last for _, last in rows(wrong)]
    assert np.diff(feet) == pytest.approx([50 * (1.4 + sign * 0.2)] * 2, abs=1)
    # The middle line is that of the centroid.
    assert feet[1] == pytest.approx(rows(run)[1][1], abs=1)
    assert centroid(wrong) == pytest.approx(centroid(run), abs=0.03)
    heights = [last - first for first, last in rows(wrong)]
    assert heights == pytest.approx([last - first for first, last in rows(run)], abs=1)


@pytest.mark.parametrize("angle", [0.0, 90.0])
def test_lines_move_across_and_not_in_the_least_along(
    make_run: MakeRun, angle: float
) -> None:
    run = make_run("Two short\nlines of text", pose=Pose(angle=angle, stretch=1.2))
    axis = 0 if angle == 0 else 1
    for em in (0.01, 0.0371, 0.2):
        wrong, _ = LEADING.disturb(run, em, "looser")
        ours, theirs = (outline(one).points[:, axis] for one in (wrong, run))
        assert ours == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("text", ["One line", "\nOne line with others empty\n"])
def test_runs_of_one_line_are_refused(make_run: MakeRun, text: str) -> None:
    for way in LEADING.directions:
        with pytest.raises(NotPossibleError, match="the run has one line"):
            LEADING.disturb(make_run(text), 0.05, way)
    with pytest.raises(NotPossibleError, match="the run has one line"):
        LEADING.edit(make_run(text), WHITE, Stream(0, "x"))


def test_lines_come_as_near_as_they_can_without_touching(make_run: MakeRun) -> None:
    run = make_run("HEN\nHEN", size=100.0, leading=1.2)
    # Two lines of capitals are a cap height and the room apart.
    assert line_room(run) == pytest.approx(1.2 - 0.727, abs=0.03)
    close, _ = LEADING.disturb(run, line_room(run) - 0.04, "tighter")
    assert len(rows(close)) == 2
    with pytest.raises(NotPossibleError, match="lines would come over each other"):
        LEADING.disturb(run, line_room(run) + 1e-6, "tighter")
    assert len(rows(dataclasses.replace(run, leading=1.2 - line_room(run) - 0.03))) == 1


def test_descenders_take_the_room_of_what_stands_under_them(make_run: MakeRun) -> None:
    above, beside = make_run("gggg\nHHHH"), make_run("gg\n        HH")
    assert line_room(above) < line_room(make_run("HHHH\nHHHH")) - 0.15
    assert line_room(beside) > line_room(above)


def test_joined_scripts_have_leading(make_run: MakeRun, make_face: Any) -> None:
    run = make_run("موعد النشر\nموعد", face=make_face("noto-sans-arabic"), leading=1.8)
    assert LEADING.disturb(run, 0.1, "looser")[0].leading == pytest.approx(1.9)


def test_stated_values_are_those_of_the_edit(make_run: MakeRun) -> None:
    run = make_run("Two short\nlines", leading=1.4)
    for number in range(60):
        try:
            edit = LEADING.edit(run, WHITE, Stream(2, str(number)))
        except NotPossibleError:
            continue
        value = float(edit.value.removesuffix(" em"))
        assert edit.run.leading == value
        assert abs(value - 1.4) > 0.09
        assert any(
            f"{value:g}{unit}" in edit.instruction
            for unit in (" em", " times the font size", " and leave")
        )


@pytest.mark.parametrize(
    "pose",
    [
        Pose(),
        Pose(angle=31.0),
        Pose(slant=-14.0, zoom=1.3, angle=-5.0),
        Pose(stretch=0.7, dy=2.7),
    ],
)
@pytest.mark.parametrize("way", ["looser", "tighter"])
def test_the_ruler_reads_every_pose(case: GetCase, pose: Pose, way: str) -> None:
    shown = case("lines")
    run = dataclasses.replace(shown.run, pose=pose, anchor="centre", x=360.0)
    posed = type(shown)(scene=dataclasses.replace(shown.scene, runs=(run,)))
    for em in (0.004, 0.11):
        wrong, exact = LEADING.disturb(run, em, way)
        reading = LEADING.ruler.read(posed.view(wrong))
        assert reading == pytest.approx(exact, abs=0.0008)
