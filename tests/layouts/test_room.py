"""Edits and errors find room on every page."""

import dataclasses
import itertools
import math
from collections.abc import Iterator
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from eyechart.generator.page.draw import draw_ground
from eyechart.generator.page.layout import layout, layout_names
from eyechart.generator.page.quads import apart, grown, inside, pixels_under
from eyechart.generator.page.scene import Pose, Run, Scene
from eyechart.generator.page.setting import quad

GAP: Final = 4.0
GROUND_MARGIN: Final = 6.0
UNEVEN: Final = 48.0
"""Levels by which a textured ground may deviate from its mean under a run."""

TURNS: Final = [k * math.pi / 4 for k in range(8)]


def moved(size: float) -> list[Pose]:
    return [Pose(dx=size * math.cos(t), dy=size * math.sin(t)) for t in TURNS]


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
BOTH: Final = {
    "move 180 px": moved(180.0),
    "turn 50 degrees": turned(50.0),
    "enlarge by 166 %": zoomed(1.4 * 1.9),
}
EDITABLE: Final = {"easy": 3, "medium": 3, "hard": 2}
STRAYING: Final = {"easy": 2, "medium": 2, "hard": 1}


def fullest_and_emptiest(name: str) -> list[int]:
    """Return the numbers of a layout's pages with most and with fewest characters."""
    lengths = [
        sum(len(run.text) for run in scene.runs) for scene in layout(name).scenes
    ]
    return [lengths.index(max(lengths)), lengths.index(min(lengths))]


layouts = pytest.mark.parametrize("name", layout_names())


def mean_under(scene: Scene, run: Run) -> tuple[NDArray[np.float64], float]:
    """Return the mean colour under a run and by how much the ground deviates."""
    corners = grown(quad(run), GROUND_MARGIN)
    touched = pixels_under(corners, scene.width, scene.height)
    colours = draw_ground(scene)[touched].astype(np.float64)
    mean = colours.mean(axis=0)
    return mean, float(abs(colours - mean).max())


def on_ground(scene: Scene, run: Run, shown: Run) -> bool:
    """Tell whether a run stays on its ground, within what a texture deviates."""
    most = 0.0 if scene.plate is None else UNEVEN
    mean, _ = mean_under(scene, run)
    reached, uneven = mean_under(scene, shown)
    return uneven <= most and bool(abs(reached - mean).max() <= most)


def fits(scene: Scene, run: Run, pose: Pose) -> bool:
    shown = dataclasses.replace(run, pose=pose)
    place = grown(quad(shown), GAP)
    others = [quad(other) for other in scene.runs if other.name != run.name]
    return (
        inside(place, scene.width, scene.height)
        and all(apart(place, other) for other in others)
        and on_ground(scene, run, shown)
    )


def able(name: str, number: int, poses: list[Pose]) -> Iterator[str]:
    """Yield the editable runs that fit in one of the poses."""
    scene = layout(name).scenes[number]
    for target in layout(name).editable:
        run = scene.run(target)
        if any(fits(scene, run, pose) for pose in poses):
            yield target


def first(count: int, found: Iterator[str]) -> list[str]:
    return list(itertools.islice(found, count))


@layouts
def test_every_run_fits_where_it_is_set(name: str) -> None:
    for number in fullest_and_emptiest(name):
        assert set(able(name, number, [Pose()])) == set(layout(name).editable)


@layouts
@pytest.mark.parametrize("kind", EDITS)
def test_edits_find_room(name: str, kind: str) -> None:
    least = EDITABLE[layout(name).difficulty]
    for number in fullest_and_emptiest(name):
        found = first(least, able(name, number, EDITS[kind]))
        assert len(found) == least, number


@layouts
@pytest.mark.parametrize("kind", ERRORS)
def test_strongest_errors_find_room(name: str, kind: str) -> None:
    least = STRAYING[layout(name).difficulty]
    for number in fullest_and_emptiest(name):
        found = first(least, able(name, number, ERRORS[kind]))
        assert len(found) == least, number


@layouts
@pytest.mark.parametrize("kind", BOTH)
def test_strongest_errors_on_strongest_edits_find_room(name: str, kind: str) -> None:
    if layout(name).difficulty != "hard":
        for number in fullest_and_emptiest(name):
            assert first(1, able(name, number, BOTH[kind])), number


@pytest.mark.parametrize(
    ("target", "pose"),
    [
        pytest.param("headline", Pose(dx=400.0), id="off the page"),
        pytest.param("lead", Pose(dy=-70.0), id="over another run"),
        pytest.param("lead", Pose(dy=60.0), id="across a shape's edge"),
        pytest.param("eyebrow", Pose(dx=-180.0, dy=-101.0), id="on another ground"),
    ],
)
def test_room_is_refused(target: str, pose: Pose) -> None:
    scene = layout("landing_page").scenes[0]
    assert fits(scene, scene.run(target), Pose())
    assert not fits(scene, scene.run(target), pose)
