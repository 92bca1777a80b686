"""Weights: on the axis, from the correct one, read as ink by other means too."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.errors import VerificationError
from eyechart.generator.measuring.measure import check, measure
from eyechart.generator.page.scene import Pose, Run
from eyechart.generator.page.setting import centroid, mask
from eyechart.generator.streams import Stream
from eyechart.generator.typography.fontbook import font

MakeRun = Callable[..., Run]
MakeFace = Callable[..., Any]
GetCase = Callable[[str], Any]

WEIGHT = dimension("weight")
WHITE = (255, 255, 255)


def weight_of(run: Run) -> float:
    return dict(run.face.axes)["wght"]


def inked(run: Run) -> float:
    return float(mask(run).levels.sum())


def freetype_ink(text: str, slug: str, **axes: float) -> float:
    """Return the ink of a line as FreeType draws it, 160 px large."""
    drawer = ImageFont.truetype(str(font(slug).path), 160)
    tags = [axis["name"] for axis in drawer.get_variation_axes()]
    wanted = {b"Weight": axes["wght"], b"Optical size": axes.get("opsz", 14.0)}
    drawer.set_variation_by_axes([wanted[tag] for tag in tags])
    page = Image.new("L", (160 * len(text), 320))
    ImageDraw.Draw(page).text((20, 40), text, fill=255, font=drawer)
    return float(np.asarray(page, dtype=np.float64).sum())


@pytest.mark.parametrize(
    ("slug", "magnitude", "direction"),
    [
        ("roboto-slab", 200.0, "heavier"),
        ("roboto-slab", 200.0, "lighter"),
        ("inter", 300.0, "heavier"),
        ("jetbrains-mono", 60.0, "heavier"),
    ],
)
def test_ink_grows_as_freetype_says(
    slug: str, magnitude: float, direction: str, make_run: MakeRun, make_face: MakeFace
) -> None:
    run = make_run("Hamburg", face=make_face(slug, wght=500.0), size=160.0)
    wrong, exact = WEIGHT.disturb(run, magnitude, direction)
    sign = 1 if direction == "heavier" else -1
    assert (exact, weight_of(wrong)) == (magnitude, 500.0 + sign * magnitude)
    right, changed = (
        freetype_ink("Hamburg", slug, wght=weight)
        for weight in (500.0, 500.0 + sign * magnitude)
    )
    assert inked(wrong) / inked(run) == pytest.approx(changed / right, rel=0.005)


def test_the_distance_is_from_the_correct_weight(
    make_run: MakeRun, make_face: MakeFace
) -> None:
    run = make_run(face=make_face(wght=700.0))
    assert weight_of(WEIGHT.disturb(run, 150.0, "lighter")[0]) == 550.0
    assert weight_of(WEIGHT.disturb(run, 150.0, "heavier")[0]) == 850.0


def test_weights_are_whole_and_told_as_drawn(
    make_run: MakeRun, make_face: MakeFace
) -> None:
    run = make_run(face=make_face(wght=430.5))
    for wanted in (10.2, 33.3, 99.9, 210.7):
        wrong, exact = WEIGHT.disturb(run, wanted, "heavier")
        assert weight_of(wrong) == round(430.5 + wanted)
        assert exact == weight_of(wrong) - 430.5
        assert abs(exact - wanted) <= 0.5


def test_nothing_else_changes(case: GetCase) -> None:
    for which in ("lines", "turned", "small"):
        run = case(which).run
        wrong, _ = WEIGHT.disturb(run, 90.0, "heavier")
        assert centroid(wrong) == pytest.approx(centroid(run), abs=1e-9)
        pose = dataclasses.replace(wrong.pose, dx=run.pose.dx, dy=run.pose.dy)
        same = dataclasses.replace(wrong, pose=pose, face=run.face)
        assert same == run
        others = [pair for pair in wrong.face.axes if pair[0] != "wght"]
        assert others == [pair for pair in run.face.axes if pair[0] != "wght"]


def test_a_weight_that_the_font_lacks_is_refused(
    make_run: MakeRun, make_face: MakeFace
) -> None:
    run = make_run(face=make_face(wght=600.0))
    assert weight_of(WEIGHT.disturb(run, 300.4, "heavier")[0]) == 900.0
    with pytest.raises(
        NotPossibleError, match="font inter has weights from 100 to 900"
    ):
        WEIGHT.disturb(run, 301.0, "heavier")
    still = make_run("Ten", face=make_face("eyechart-gothic-jp"))
    refused = "the font eyechart-gothic-jp has one weight only"
    with pytest.raises(NotPossibleError, match=refused):
        WEIGHT.disturb(still, 50.0, "heavier")
    with pytest.raises(NotPossibleError, match=refused):
        WEIGHT.edit(still, WHITE, Stream(0, "x"))


def test_edits_name_weights_of_the_font(make_run: MakeRun, make_face: MakeFace) -> None:
    run = make_run(face=make_face("oswald", wght=350.0))
    values = set()
    for number in range(60):
        edit = WEIGHT.edit(run, WHITE, Stream(0, str(number)))
        weight, name = edit.value.removesuffix(")").split(" (")
        assert weight_of(edit.run) == int(weight)
        assert weight in edit.instruction
        assert f"{name}" in edit.instruction
        assert "centre" in edit.instruction
        values.add(edit.value)
    # Oswald goes from 200 to 700; 300 and 400 are nearer than 100 to 350.
    assert values == {
        "200 (extra-light)", "500 (medium)", "600 (semi-bold)", "700 (bold)"
    }  # fmt: skip


@pytest.mark.parametrize("which", ["sans", "turned", "faint", "lines"])
@pytest.mark.parametrize("weight", [330.0, 417.0, 553.0, 780.0])
def test_the_ruler_reads_a_weight_that_no_error_drew(
    which: str, weight: float, case: GetCase
) -> None:
    shown = case(which)
    run = shown.run
    axes = font(run.face.font).location({**dict(run.face.axes), "wght": weight})
    bare = dataclasses.replace(run, face=dataclasses.replace(run.face, axes=axes))
    (x, y), (new_x, new_y) = centroid(run), centroid(bare)
    pose = dataclasses.replace(
        run.pose, dx=run.pose.dx + x - new_x, dy=run.pose.dy + y - new_y
    )
    view = shown.view(dataclasses.replace(bare, pose=pose))
    assert WEIGHT.ruler.read(view) == pytest.approx(
        abs(weight - weight_of(run)), abs=1.0
    )


def test_a_faded_and_stretched_run_is_read(case: GetCase) -> None:
    shown = case("sans")
    run = dataclasses.replace(
        shown.run, opacity=0.55, pose=Pose(angle=12.0, stretch=1.2, slant=-8.0)
    )
    shown = dataclasses.replace(shown, scene=shown.scene.with_run(run))
    wrong, exact = WEIGHT.disturb(run, 85.0, "lighter")
    measured = measure(shown.view(wrong), "weight", "lighter")
    assert check(measured, "weight", exact) is None, measured


def test_more_ink_than_any_weight_has_is_told(case: GetCase) -> None:
    shown = case("sans")
    wrong, _ = dimension("scale").disturb(shown.run, 60.0, "larger")
    with pytest.raises(VerificationError, match="no weight of font inter has"):
        WEIGHT.ruler.read(shown.view(wrong))


def test_a_claim_of_half_a_step_more_is_a_miss(case: GetCase) -> None:
    shown = case("small")
    wrong, exact = WEIGHT.disturb(shown.run, 20.0, "heavier")
    measured = measure(shown.view(wrong), "weight", "heavier")
    assert check(measured, "weight", exact) is None
    assert check(measured, "weight", exact + 10) is not None
