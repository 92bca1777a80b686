"""What every layout owes to the planner and to the rulers."""

import itertools
from typing import Final

import numpy as np
import pytest

from eyechart.generator.drawing.mask import FULL
from eyechart.generator.page.colour import contrast
from eyechart.generator.page.draw import draw, draw_ground
from eyechart.generator.page.layout import DIFFICULTIES, layout, layout_names
from eyechart.generator.page.quads import grown
from eyechart.generator.page.scene import Run, Scene
from eyechart.generator.page.setting import box, mask, quad
from eyechart.generator.typography.fontbook import font

LEAST_CONTENTS: Final = 3
LEAST_EDITABLE: Final = {"easy": 3, "medium": 5, "hard": 5}
RUN_COUNTS: Final = {"easy": (3, 11), "medium": (12, 29), "hard": (30, 70)}
LEAST_CAP_HEIGHT: Final = 10.0
LEAST_CHARACTERS: Final = 4
LEAST_CONTRAST: Final = 4.5
LEAST_ELONGATION: Final = 4.5
LEAST_SOLID: Final = 3
GROUND_MARGIN: Final = 6.0
RUN_GAP: Final = 4.0
PAGE_MARGIN: Final = 8.0

PAGES: Final = [
    pytest.param(name, number, id=f"{name}-{number}")
    for name in layout_names()
    for number in range(len(layout(name).scenes))
]
pages = pytest.mark.parametrize(("name", "number"), PAGES)
layouts = pytest.mark.parametrize("name", layout_names())


def scene_of(name: str, number: int) -> Scene:
    return layout(name).scenes[number]


def editable_runs(name: str, number: int) -> list[Run]:
    names = set(layout(name).editable)
    return [run for run in scene_of(name, number).runs if run.name in names]


def ground_colours(scene: Scene, run: Run, margin: float) -> set[tuple[int, ...]]:
    x0, y0, x1, y1 = box(run)
    rows = slice(int(y0 - margin), int(np.ceil(y1 + margin)))
    columns = slice(int(x0 - margin), int(np.ceil(x1 + margin)))
    part = draw_ground(scene)[rows, columns].reshape(-1, 3)
    return {tuple(int(level) for level in pixel) for pixel in np.unique(part, axis=0)}


def test_every_difficulty_has_two_layouts() -> None:
    found = [layout(name).difficulty for name in layout_names()]
    assert all(found.count(difficulty) >= 2 for difficulty in DIFFICULTIES)


@layouts
def test_has_contents_and_something_to_edit(name: str) -> None:
    one = layout(name)
    assert len(one.scenes) >= LEAST_CONTENTS
    assert len(one.editable) >= LEAST_EDITABLE[one.difficulty]
    assert len({scene.digest() for scene in one.scenes}) == len(one.scenes)


@layouts
def test_every_content_has_every_editable_run(name: str) -> None:
    for scene in layout(name).scenes:
        assert {run.name for run in scene.runs} >= set(layout(name).editable)


@pages
def test_number_of_runs_fits_difficulty(name: str, number: int) -> None:
    low, high = RUN_COUNTS[layout(name).difficulty]
    assert low <= len(scene_of(name, number).runs) <= high


@pages
def test_every_run_shapes_and_shows_ink(name: str, number: int) -> None:
    scene = scene_of(name, number)
    shown, bare = draw(scene), draw_ground(scene)
    changed = (shown != bare).any(axis=2)
    for run in scene.runs:
        inked = mask(run)
        height, width = inked.levels.shape
        part = changed[inked.y : inked.y + height, inked.x : inked.x + width]
        assert part.any(), run.name


@pages
def test_editable_runs_are_readable_single_lines(name: str, number: int) -> None:
    for run in editable_runs(name, number):
        cap = run.size * font(run.face.font).cap_height
        assert cap >= LEAST_CAP_HEIGHT, run.name
        assert "\n" not in run.text, run.name
        visible = [c for c in run.text if not c.isspace()]
        assert len(visible) >= LEAST_CHARACTERS, run.name


@pages
def test_editable_runs_are_long_enough_to_show_their_angle(
    name: str, number: int
) -> None:
    for run in editable_runs(name, number):
        x0, y0, x1, y1 = box(run)
        assert x1 - x0 >= LEAST_ELONGATION * (y1 - y0), run.name


@pages
def test_editable_runs_show_their_colour(name: str, number: int) -> None:
    for run in editable_runs(name, number):
        solid = int((mask(run).levels == FULL).sum())
        assert solid >= LEAST_SOLID, f"{run.name}: {solid} wholly covered pixels"


@pages
def test_editable_texts_name_one_run(name: str, number: int) -> None:
    runs = scene_of(name, number).runs
    for target in editable_runs(name, number):
        wanted = target.text.casefold()
        holders = [run.text for run in runs if wanted in run.text.casefold()]
        assert holders == [target.text]


@pages
def test_editable_runs_stand_on_one_colour(name: str, number: int) -> None:
    scene = scene_of(name, number)
    for run in editable_runs(name, number):
        assert len(ground_colours(scene, run, GROUND_MARGIN)) == 1, run.name


@pages
def test_text_stands_out_from_its_ground(name: str, number: int) -> None:
    scene = scene_of(name, number)
    for run in scene.runs:
        for red, green, blue in ground_colours(scene, run, 0.0):
            ratio = contrast(run.colour, (red, green, blue))
            assert ratio >= LEAST_CONTRAST, f"{run.name}: {ratio:.2f}"


@pages
def test_runs_keep_their_distance(name: str, number: int) -> None:
    runs = scene_of(name, number).runs
    for first, second in itertools.combinations(runs, 2):
        ax0, ay0, ax1, ay1 = box(first)
        bx0, by0, bx1, by1 = box(second)
        across, down = max(ax0, bx0) - min(ax1, bx1), max(ay0, by0) - min(ay1, by1)
        assert max(across, down) >= RUN_GAP, (first.name, second.name)


@pages
def test_runs_keep_off_the_edge(name: str, number: int) -> None:
    scene = scene_of(name, number)
    for run in scene.runs:
        corners = grown(quad(run), PAGE_MARGIN)
        assert corners.min() >= 0, run.name
        assert corners[:, 0].max() <= scene.width, run.name
        assert corners[:, 1].max() <= scene.height, run.name
