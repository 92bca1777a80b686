"""Edits and errors find room on every page."""

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest

from eyechart.generator.page.draw import draw_ground
from eyechart.generator.page.layout import layout, layout_names
from eyechart.generator.page.quads import apart, covered, grown, inside
from eyechart.generator.page.scene import Pose, Run, Scene
from eyechart.generator.page.setting import quad

GAP: Final = 4.0
GROUND_MARGIN: Final = 6.0

MOVES: Final = [
    (math.cos(turn), math.sin(turn)) for turn in np.arange(8) * (math.pi / 4)
]


def moved(size: float) -> list[Pose]:
    return [Pose(dx=size * x, dy=size * y) for x, y in MOVES]


def turned(degrees: float) -> list[Pose]:
    return [Pose(angle=degrees), Pose(angle=-degrees)]


def zoomed(ratio: float) -> list[Pose]:
    return [Pose(zoom=ratio)]


EDITS: Final = {
    "move 60 px": moved(60.0),
    "turn 20 degrees": turned(20.0),
    "enlarge by 40 %": zoomed(1.4),
}
ERRORS: Final = {
    "move 120 px": moved(120.0),
    "turn 30 degrees": turned(30.0),
    "enlarge by 90 %": zoomed(1.9),
}
TARGETS: Final = {"easy": 3, "medium": 3, "hard": 2}

PAGES: Final = [
    pytest.param(name, number, id=f"{name}-{number}")
    for name in layout_names()
    for number in range(len(layout(name).scenes))
]
pages = pytest.mark.parametrize(("name", "number"), PAGES)


def one_ground(scene: Scene, run: Run) -> bool:
    areas = [grown(quad(run), GROUND_MARGIN)]
    touched = covered(areas, scene.width, scene.height)
    return len(np.unique(draw_ground(scene)[touched], axis=0)) == 1


def fits(scene: Scene, run: Run) -> bool:
    place = grown(quad(run), GAP)
    return (
        inside(place, scene.width, scene.height)
        and all(
            apart(place, quad(other)) for other in scene.runs if other.name != run.name
        )
        and one_ground(scene, run)
    )


@functools.cache
def able(name: str, number: int, kind: str) -> frozenset[str]:
    """Return the editable runs that one kind of displacement leaves fitting."""
    scene = layout(name).scenes[number]
    found = set()
    for target in layout(name).editable:
        run = scene.run(target)
        for pose in {**EDITS, **ERRORS}[kind]:
            if fits(scene, dataclasses.replace(run, pose=pose)):
                found.add(target)
                break
    return frozenset(found)


@pages
def test_every_run_fits_where_it_is_set(name: str, number: int) -> None:
    scene = layout(name).scenes[number]
    for target in layout(name).editable:
        assert fits(scene, scene.run(target)), target


@pages
@pytest.mark.parametrize("kind", EDITS)
def test_edits_find_room(name: str, number: int, kind: str) -> None:
    found = able(name, number, kind)
    assert len(found) >= TARGETS[layout(name).difficulty], sorted(found)


@pages
@pytest.mark.parametrize("kind", ERRORS)
def test_strongest_errors_find_room(name: str, number: int, kind: str) -> None:
    found = able(name, number, kind)
    least = 1 if layout(name).difficulty == "hard" else 2
    assert len(found) >= least, sorted(found)


@pages
@pytest.mark.parametrize("kind", [*EDITS, *ERRORS])
def test_room_is_found_only_on_the_page(name: str, number: int, kind: str) -> None:
    """Nothing passes because the check sees no page at all."""
    scene = layout(name).scenes[number]
    run = scene.run(layout(name).editable[0])
    off: Callable[[Pose], Run] = lambda pose: dataclasses.replace(  # noqa: E731
        run, pose=dataclasses.replace(pose, dx=scene.width)
    )
    assert not any(fits(scene, off(pose)) for pose in {**EDITS, **ERRORS}[kind])
