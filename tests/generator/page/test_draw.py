"""Drawing: repainting equals drawing anew, and colours are exact."""

import dataclasses
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest

from eyechart.generator.drawing.mask import FULL
from eyechart.generator.page.draw import draw, draw_ground, redraw
from eyechart.generator.page.layout import layout, layout_names
from eyechart.generator.page.scene import Ornament, Pose, Run, Scene
from eyechart.generator.page.setting import mask

MakeRun = Callable[..., Run]
MakeScene = Callable[..., Scene]

NEW_COLOUR: Final = (1, 254, 77)
NAMES: Final = layout_names()


@pytest.mark.parametrize("name", NAMES)
def test_repainting_any_run_is_drawing_anew(name: str) -> None:
    scene = layout(name).scenes[0]
    for run in scene.runs:
        changed = dataclasses.replace(run, colour=NEW_COLOUR)
        expected = draw(scene.with_run(changed))
        assert np.array_equal(redraw(scene, changed), expected), run.name


@pytest.mark.parametrize("name", NAMES)
def test_repainting_in_another_pose_is_drawing_anew(name: str) -> None:
    scene = layout(name).scenes[0]
    run = scene.run(layout(name).editable[0])
    pose = Pose(dx=0.37, dy=-0.61, angle=0.4, zoom=0.99)
    changed = dataclasses.replace(run, pose=pose)
    assert np.array_equal(redraw(scene, changed), draw(scene.with_run(changed)))


@pytest.mark.parametrize("name", NAMES)
def test_the_inside_of_letters_has_the_requested_colour(name: str) -> None:
    scene = layout(name).scenes[0]
    pixels = draw(scene)
    for run in scene.runs:
        found = mask(run)
        rows, columns = np.nonzero(found.levels == FULL)
        inside = pixels[rows + found.y, columns + found.x]
        assert (inside == np.array(run.colour)).all(), run.name


@pytest.mark.parametrize("name", NAMES)
def test_only_what_a_run_covers_changes(name: str) -> None:
    scene = layout(name).scenes[0]
    pixels, ground = draw(scene), draw_ground(scene)
    touched = np.zeros(pixels.shape[:2], dtype=bool)
    for run in scene.runs:
        found = mask(run)
        rows, columns = np.nonzero(found.levels)
        touched[rows + found.y, columns + found.x] = True
    assert np.array_equal(pixels[~touched], ground[~touched])


def test_drawn_pages_cannot_be_written_to(
    make_run: MakeRun, make_scene: MakeScene
) -> None:
    scene = make_scene(make_run())
    for pixels in (draw(scene), draw_ground(scene), redraw(scene, make_run())):
        with pytest.raises(ValueError, match="read-only"):
            pixels[0, 0] = 0


def test_a_run_partly_off_the_page_is_cut_off(
    make_run: MakeRun, make_scene: MakeScene
) -> None:
    whole = draw(make_scene(make_run(x=100.25, y=80.5), width=640, height=240))
    cut = draw(make_scene(make_run(x=-49.75, y=10.5), width=120, height=30))
    assert np.array_equal(cut, whole[70:100, 150:270])
    assert (cut != 255).any()


def test_ornaments_are_drawn_in_order_and_under_text(make_run: MakeRun) -> None:
    below = Ornament(
        shape="rect", numbers=(0.0, 0.0, 50.0, 50.0, 0.0), colour=(9, 9, 9)
    )
    above = Ornament(
        shape="ellipse", numbers=(25.0, 25.0, 20.0, 10.0), colour=(7, 0, 0)
    )
    corners = (60.0, 0.0, 100.0, 0.0, 60.0, 40.0)
    corner = Ornament(shape="polygon", numbers=corners, colour=(0, 5, 0))
    scene = Scene(
        width=120,
        height=60,
        background=(255, 255, 255),
        ornaments=(below, above, corner),
        runs=(make_run("l", x=20.0, y=30.0, colour=(0, 0, 200)),),
    )
    pixels = draw(scene)
    found = {
        (2, 2): (9, 9, 9),
        (25, 7): (7, 0, 0),
        (39, 25): (9, 9, 9),
        (5, 65): (0, 5, 0),
        (35, 90): (255, 255, 255),
        (25, 25): (0, 0, 200),
    }
    for (row, column), colour in found.items():
        assert tuple(pixels[row, column].tolist()) == colour, (row, column)
