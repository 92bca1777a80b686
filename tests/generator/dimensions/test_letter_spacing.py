"""Letter-spacing: gaps between clusters, and what it is refused for."""

import dataclasses
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from skimage.measure import label

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.errors import TextError, VerificationError
from eyechart.generator.page.pieces import cluster_pieces, line_pieces, moved
from eyechart.generator.page.room import letter_room
from eyechart.generator.page.scene import Pose, Run
from eyechart.generator.page.setting import centroid, mask, outline
from eyechart.generator.rulers.view import View
from eyechart.generator.streams import Stream
from eyechart.generator.typography.fontbook import font
from eyechart.generator.typography.shape import shape

MakeRun = Callable[..., Run]
GetCase = Callable[[str], Any]
SPACING = dimension("letter-spacing")
WHITE = (255, 255, 255)


def inked(run: Run) -> np.ndarray:
    return mask(run).levels > 2000


def starts(run: Run) -> np.ndarray:
    """Return where each stroke that stands alone begins, px, from left to right."""
    parts = label(inked(run), connectivity=2)
    first = [np.nonzero(parts == n)[1].min() for n in range(1, parts.max() + 1)]
    return np.sort(first) + mask(run).x


@pytest.mark.parametrize("em", [0.05, 0.1, 0.2])
def test_letters_move_by_whole_gaps_and_keep_their_shapes(
    make_run: MakeRun, em: float
) -> None:
    run = make_run("HNOHNM", size=60.0)
    wrong, exact = SPACING.disturb(run, em, "looser")
    assert exact == em
    moves = starts(wrong) - starts(run)
    assert np.diff(moves) == pytest.approx([60 * em] * 5, abs=1.01)
    mass, right = (mask(one).levels.sum(dtype=float) for one in (wrong, run))
    assert mass == pytest.approx(right, rel=1e-3)


@pytest.mark.parametrize("anchor", ["left", "centre", "right"])
@pytest.mark.parametrize("text", ["Harvest Home", "One line\nand a longer one"])
def test_the_centroid_is_held(make_run: MakeRun, anchor: str, text: str) -> None:
    run = make_run(text, anchor=anchor, pose=Pose(dx=3.1, angle=20.0, slant=8.0))
    for way in SPACING.directions:
        wrong, _ = SPACING.disturb(run, 0.02, way)
        assert centroid(wrong) == pytest.approx(centroid(run), abs=0.03)
        drawn, right = mask(wrong).centroid, mask(run).centroid
        assert drawn == pytest.approx(right, abs=0.03)


@pytest.mark.parametrize("anchor", ["left", "centre", "right"])
def test_pieces_are_the_run_and_moved_they_are_the_run_tracked(
    make_run: MakeRun, anchor: str
) -> None:
    run = make_run("Two words\nover lines, e\u0301", anchor=anchor)
    pieces = [piece for line in cluster_pieces(run) for piece in line]
    assert len(pieces) == 8 + 11
    tracked = dataclasses.replace(
        run, face=dataclasses.replace(run.face, tracking=0.07)
    )
    for em, one in ((0.0, run), (0.07, tracked)):
        points = moved(pieces, em * run.size, 0.0).points
        ours, theirs = (
            np.sort(part.round(6).view("f8,f8").ravel())
            for part in (points, np.ascontiguousarray(outline(one).points))
        )
        assert len(ours) == len(theirs)
        for axis in ("f0", "f1"):
            assert np.sort(ours[axis]) == pytest.approx(np.sort(theirs[axis]), abs=1e-5)


def test_lines_together_are_the_run(make_run: MakeRun) -> None:
    run = make_run("Over\n\nthree lines", leading=1.3)
    lines = line_pieces(run)
    assert [one.steps for one in lines] == [0.0, 2.0]
    assert np.array_equal(moved(lines, 0.0, 0.0).points, outline(run).points)
    wider = dataclasses.replace(run, leading=1.5)
    assert moved(lines, 0.0, 0.2 * run.size).points == pytest.approx(
        outline(wider).points
    )


def test_joined_scripts_are_refused(make_run: MakeRun, make_face: Any) -> None:
    for slug, text, script in (
        ("noto-sans-arabic", "موعد النشر", "Arab"),
        ("noto-sans-devanagari", "आज की चाय", "Deva"),
    ):
        run = make_run(text, face=make_face(slug))
        for way in SPACING.directions:
            with pytest.raises(NotPossibleError) as caught:
                SPACING.disturb(run, 0.05, way)
            assert str(caught.value) == (
                f"letter-spacing would tear the joined letters of script {script} apart"
            )
        with pytest.raises(NotPossibleError, match="joined letters"):
            SPACING.edit(run, WHITE, Stream(0, "x"))
        with pytest.raises(TextError):
            cluster_pieces(run)


def test_runs_with_ligatures_are_refused_with_the_truth_untracked(
    make_run: MakeRun, make_face: Any
) -> None:
    run = make_run("Office filing", face=make_face("eb-garamond", wght=400.0))
    assert len(shape(run.text, run.face).glyphs) < len(run.text)
    with pytest.raises(NotPossibleError, match="would take ligatures of the run apart"):
        SPACING.disturb(run, 0.05, "looser")
    tracked = dataclasses.replace(
        run, face=dataclasses.replace(run.face, tracking=0.05)
    )
    # Their ligatures are off already, and must not come back.
    assert SPACING.disturb(tracked, 0.05, "looser")[1] == 0.05
    with pytest.raises(NotPossibleError, match="ligatures"):
        SPACING.disturb(tracked, 0.05, "tighter")


@pytest.mark.parametrize("text", ["Sea", "a b", "e\u0301e\u0301e\u0301", "One\nTwo"])
def test_runs_of_few_letters_are_refused(make_run: MakeRun, text: str) -> None:
    with pytest.raises(NotPossibleError, match="no line has 4 letters"):
        SPACING.disturb(make_run(text), 0.05, "looser")
    assert SPACING.disturb(make_run("Seas"), 0.05, "looser")[1] == 0.05


def test_letters_come_as_near_as_they_can_without_touching(make_run: MakeRun) -> None:
    run = make_run("HNHMHN", size=100.0)
    room = letter_room(run)
    assert 0.05 < room < 0.3
    close, _ = SPACING.disturb(run, room - 0.015, "tighter")
    assert len(starts(close)) == 6
    with pytest.raises(NotPossibleError, match="letters would come over each other"):
        SPACING.disturb(run, room + 1e-6, "tighter")
    face = dataclasses.replace(run.face, tracking=-room - 0.015)
    assert len(starts(dataclasses.replace(run, face=face))) < 6


def test_letters_that_overlap_as_they_are_have_no_room(
    make_run: MakeRun, make_face: Any
) -> None:
    script = make_run("million", face=make_face("caveat", wght=400.0))
    touching = len(starts(script)) < len("million") + 2
    assert (letter_room(script) <= 0.0) == touching
    apart = make_run("T.T.T.T")
    # The stops stand under the bars, not beside the stems.
    assert letter_room(apart) < letter_room(make_run("H.H.H.H")) + 0.5


def test_stated_values_are_those_of_the_edit(make_run: MakeRun, make_face: Any) -> None:
    run = make_run("Harvest Home", face=make_face(wght=500.0, tracking=0.04))
    for number in range(60):
        edit = SPACING.edit(run, WHITE, Stream(2, str(number)))
        value = float(edit.value.removesuffix(" em"))
        assert edit.run.face.tracking == value
        assert abs(value - 0.04) >= 0.03
        assert f"{value:g} em" in edit.instruction
        told = re.findall(r"from (\S+) em", edit.instruction)
        assert told in ([], ["0.04"])
        assert SPACING.disturb(edit.run, 0.0, "looser") == (edit.run, 0.0)


@pytest.mark.parametrize(
    ("anchor", "pose"),
    [
        ("left", Pose()),
        ("right", Pose(angle=-24.0)),
        ("centre", Pose(slant=14.0, zoom=0.8, angle=5.0)),
        ("right", Pose(stretch=1.3, dx=2.7)),
    ],
)
@pytest.mark.parametrize("way", ["looser", "tighter"])
def test_the_ruler_reads_every_pose_and_anchor(
    case: GetCase, anchor: str, pose: Pose, way: str
) -> None:
    shown = case("lines")
    run = dataclasses.replace(shown.run, pose=pose, anchor=anchor, size=17.0)
    if anchor != "left":
        run = dataclasses.replace(run, x=360.0)
    moved_case = type(shown)(scene=dataclasses.replace(shown.scene, runs=(run,)))
    wrong, exact = SPACING.disturb(run, 0.011, way)
    # Wherever the wrong run stands.
    away = dataclasses.replace(
        wrong, pose=dataclasses.replace(wrong.pose, dx=wrong.pose.dx + 4.3)
    )
    for one in (wrong, away):
        reading = SPACING.ruler.read(moved_case.view(one))
        assert reading == pytest.approx(exact, abs=0.0005)


def test_overlapping_letters_are_read(make_run: MakeRun, case: GetCase) -> None:
    shown = case("sans")
    location = font("caveat").location({"wght": 500.0})
    face = dataclasses.replace(shown.run.face, font="caveat", axes=location)
    run = dataclasses.replace(shown.run, text="Umbrella moons", face=face, size=34.0)
    one = type(shown)(scene=dataclasses.replace(shown.scene, runs=(run,)))
    wrong, exact = SPACING.disturb(run, 0.06, "looser")
    reading = SPACING.ruler.read(one.view(wrong))
    assert reading == pytest.approx(exact, abs=0.0005)


def test_what_no_spacing_explains_is_told(case: GetCase) -> None:
    shown = case("sans")
    view = shown.view(shown.run)
    page = view.shown.copy()
    page[:] = view.plate
    page[200, 5], page[200, 715] = view.correct.colour, view.correct.colour
    everywhere = np.array([[3, 3], [717, 3], [717, 397], [3, 397]], dtype=float)
    spoilt = dataclasses.replace(view, shown=page, shown_quad=everywhere)
    tight = dataclasses.replace(
        spoilt,
        correct=dataclasses.replace(view.correct, size=0.5),
    )
    assert isinstance(tight, View)
    with pytest.raises(VerificationError, match="no spacing gives the ink the spread"):
        SPACING.ruler.read(tight)
