"""Families: faces at equal cap height, the nearest taken, told apart by pixels."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.measuring.measure import check, measure
from eyechart.generator.page.scene import Pose, Run
from eyechart.generator.page.setting import centroid, mask
from eyechart.generator.streams import Stream
from eyechart.generator.typography.capitals import cap_height
from eyechart.generator.typography.fontbook import font
from eyechart.generator.typography.outline_distance import outline_distance
from eyechart.generator.typography.relatives import families, relatives
from eyechart.generator.typography.shape import Face

MakeRun = Callable[..., Run]
MakeFace = Callable[..., Face]
GetCase = Callable[[str], Any]

FAMILY = dimension("family")
WHITE = (255, 255, 255)


# Faces that a run can be set in.


def test_capitals_stay_as_high_and_lines_as_far_apart(
    make_run: MakeRun, make_face: MakeFace
) -> None:
    run = make_run("HH\nHH", size=200.0, face=make_face(wght=500.0, tracking=0.05))
    slugs = set()
    for other in relatives(run.text, run.face, run.size):
        if other.face.font == run.face.font:
            continue
        wrong, _ = FAMILY.disturb(run, other.distance, "nearest")
        slugs.add(wrong.face.font)
        assert wrong.face.tracking * wrong.size == pytest.approx(10.0)
        assert centroid(wrong) == pytest.approx(centroid(run), abs=1e-9)
        if wrong.face.font == "caveat":  # Its H has uneven feet.
            continue
        rows = np.nonzero(mask(wrong).levels.sum(axis=1) > 0)[0]
        tops = rows[np.diff(rows, prepend=-9) > 1]
        assert np.ptp(rows) == pytest.approx(200 * (0.727539 + 1.4), abs=1.5)
        assert np.diff(tops) == pytest.approx([280.0], abs=1.0)
    assert len(slugs) >= 10


def test_the_nearest_face_is_taken(case: GetCase) -> None:
    run = case("lines").run
    distances = [one.distance for one in relatives(run.text, run.face, run.size)]
    assert distances == sorted(set(distances))
    for wanted in np.geomspace(0.002, 1.0, 40):
        wrong, exact = FAMILY.disturb(run, float(wanted), "nearest")
        assert abs(exact - wanted) == min(abs(one - wanted) for one in distances)
        told = outline_distance(run.text, run.face, wrong.face)
        assert exact == pytest.approx(told, abs=1e-12)


def test_weights_are_kept_where_the_other_face_has_them(
    make_run: MakeRun, make_face: MakeFace
) -> None:
    run = make_run(face=make_face(wght=850.0))
    weights = {
        one.face.font: dict(one.face.axes).get("wght")
        for one in families(run.text, run.face, run.size)
    }
    assert weights["roboto-slab"] == 850.0
    assert weights["oswald"] == 700.0
    assert weights["jetbrains-mono"] == 800.0


def test_families_asked_for_are_made_for_the_text_and_keep_its_posture(
    make_face: MakeFace,
) -> None:
    def asked(text: str, slug: str = "inter") -> set[str]:
        return {one.face.font for one in families(text, make_face(slug), 30.0)}

    foreign = {"noto-sans-arabic", "noto-sans-devanagari", "eyechart-gothic-jp"}
    assert not asked("Harvest Home") & (foreign | {"inter-italic", "inter"})
    assert {"oswald", "caveat", "eb-garamond"} <= asked("Harvest Home")
    assert asked("Harvest Home", "inter-italic") == set()
    errors = relatives("Harvest Home", make_face("inter-italic"), 30.0)
    assert {one.face.font for one in errors} == {"inter-italic"}
    uprights = relatives("Harvest Home", make_face("inter"), 30.0)
    assert foreign <= {one.face.font for one in uprights}
    assert "inter-italic" not in {one.face.font for one in uprights}


def test_cuts_of_the_same_family_differ_in_one_axis(make_face: MakeFace) -> None:
    face = make_face("roboto-flex", wght=650.0, opsz=21.0)
    near = [
        o.face for o in relatives("Harvest", face, 30.0) if o.face.font == face.font
    ]
    assert len(near) > 10
    for one in near:
        changed = [pair[0] for pair in one.axes if pair not in face.axes]
        assert len(changed) == 1
        assert changed[0] in ("opsz", "wdth")


@pytest.mark.parametrize(
    ("text", "slug", "absent"),
    [
        ("Осень", "inter", {"fraunces", "noto-sans-arabic", "eyechart-gothic-jp"}),
        ("Ωκεανός", "inter", {"fraunces", "oswald", "caveat"}),
    ],
)
def test_only_faces_that_cover_the_text_are_taken(
    text: str, slug: str, absent: set[str], make_face: MakeFace
) -> None:
    found = {one.face.font for one in relatives(text, make_face(slug), 30.0)}
    assert "source-serif-4" in found
    assert not found & absent


def test_a_script_of_one_face_is_refused(
    make_run: MakeRun, make_face: MakeFace
) -> None:
    run = make_run("収穫祭", face=make_face("eyechart-gothic-jp"))
    with pytest.raises(NotPossibleError, match="no other face of the catalogue covers"):
        FAMILY.disturb(run, 0.2, "nearest")
    with pytest.raises(NotPossibleError, match="no other family of the catalogue"):
        FAMILY.edit(run, WHITE, Stream(0, "x"))


def test_small_capitals_stay_small_capitals(make_face: MakeFace) -> None:
    face = make_face("eb-garamond", features=("smcp",))
    found = relatives("Reader", face, 24.0)
    assert {one.face.font for one in found} <= {"source-serif-4", "roboto-slab"}
    assert {one.face.features for one in found} == {("smcp",)}
    figures = make_face("inter", features=("tnum",))
    kept = {o.face.font: o.face.features for o in relatives("1904", figures, 24.0)}
    assert kept["source-serif-4"] == ("tnum",)
    assert kept["oswald"] == ()


def test_edits_name_a_family_and_set_the_run_in_it(make_run: MakeRun) -> None:
    run = make_run(size=30.0)
    values = set()
    for number in range(80):
        edit = FAMILY.edit(run, WHITE, Stream(0, str(number)))
        entry = font(edit.run.face.font)
        assert entry.name == edit.value != "Inter"
        assert f" {entry.name}" in edit.instruction
        assert "centre" in edit.instruction
        axes = dict(edit.run.face.axes)
        assert axes.get("opsz", 30.0) == 30.0
        ratio = cap_height(run.face.font, run.face.axes) / cap_height(
            edit.run.face.font, edit.run.face.axes
        )
        assert edit.run.size == pytest.approx(30.0 * ratio)
        values.add(edit.value)
    assert {"Oswald", "Caveat", "Source Serif 4", "Roboto Slab"} <= values


# Telling faces apart.


def seen(case: GetCase, which: str, **changes: object) -> tuple[Any, Run]:
    shown = case(which)
    run = dataclasses.replace(shown.run, **changes)
    return dataclasses.replace(shown, scene=shown.scene.with_run(run)), run


@pytest.mark.parametrize(
    ("which", "changes"),
    [
        ("sans", {}),
        ("lines", {"opacity": 0.5}),
        ("serif", {"pose": Pose(angle=31.0, slant=11.0, zoom=0.9, stretch=1.15)}),
        ("small", {"pose": Pose(slant=-9.0)}),
    ],
)
def test_faces_are_told_apart_in_any_pose(
    which: str, changes: dict[str, object], case: GetCase
) -> None:
    shown, run = seen(case, which, **changes)
    for other in relatives(run.text, run.face, run.size)[::4]:
        wrong, exact = FAMILY.disturb(run, other.distance, "nearest")
        assert wrong.face == other.face
        assert FAMILY.ruler.read(shown.view(wrong)) == exact == other.distance


def test_a_face_is_told_though_the_run_is_moved_too(case: GetCase) -> None:
    shown = case("sans")
    wrong, exact = FAMILY.disturb(shown.run, 0.25, "nearest")
    moved, _ = dimension("position").disturb(wrong, 0.3, "left")
    assert FAMILY.ruler.read(shown.view(moved)) == exact
    measured = measure(shown.view(moved), "family", "nearest")
    miss = check(measured, "family", exact)
    assert miss is not None
    assert miss.axis != "family"
    assert measured["position"] == pytest.approx(0.3, rel=0.2)


def test_the_face_that_is_drawn_counts_not_the_one_that_is_claimed(
    case: GetCase,
) -> None:
    shown = case("sans")
    _, claimed = FAMILY.disturb(shown.run, 0.12, "nearest")
    wrong, _ = FAMILY.disturb(shown.run, 0.3, "nearest")
    miss = check(measure(shown.view(wrong), "family", "nearest"), "family", claimed)
    assert miss is not None
    assert miss.axis == "family"


def test_the_right_face_in_a_wrong_place_reads_no_error(case: GetCase) -> None:
    shown = case("lines")
    moved, _ = dimension("position").disturb(shown.run, 0.2, "up")
    assert FAMILY.ruler.read(shown.view(moved)) == 0.0
