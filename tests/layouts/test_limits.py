"""What every layout owes to the planner and to the rulers.

Setting a page is what costs time, so one test a layout looks at all its pages.
"""

import itertools
from collections.abc import Iterator
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from eyechart.generator.drawing.encode import to_png
from eyechart.generator.drawing.mask import FULL
from eyechart.generator.page.colour import contrast
from eyechart.generator.page.draw import draw, draw_ground
from eyechart.generator.page.layout import DIFFICULTIES, layout, layout_names
from eyechart.generator.page.scene import Run, Scene
from eyechart.generator.page.setting import mask, outline
from eyechart.generator.typography.fontbook import font

LEAST_LAYOUTS: Final = 20
LEAST_CONTENTS: Final = 24
LEAST_EDITABLE: Final = {"easy": 4, "medium": 5, "hard": 6}
RUN_COUNTS: Final = {"easy": (4, 11), "medium": (12, 29), "hard": (30, 70)}
LEAST_CAP_HEIGHT: Final = 10.5
LEAST_CHARACTERS: Final = 4
LEAST_CONTRAST: Final = 3.0
LEAST_ELONGATION: Final = 4.5
COMPACT_SHARE: Final = 4
"""One editable run in so many, or one, may be more compact than that."""

LEAST_SOLID: Final = 3
GROUND_MARGIN: Final = 6.0
UNEVEN: Final = 48
"""Levels by which a textured ground may deviate from its mean under a run."""

EDITABLE_GAP: Final = 12.0
RUN_GAP: Final = 3.0
PAGE_MARGIN: Final = 8.0
MOST_BYTES: Final = 600_000

layouts = pytest.mark.parametrize("name", layout_names())


def box(run: Run) -> tuple[float, float, float, float]:
    """Return x0, y0, x1, y1 of a run where its layout sets it."""
    return outline(run).bounds()


def ground_under(scene: Scene, run: Run, margin: float) -> NDArray[np.int64]:
    """Return the colours under a run, (n, 3)."""
    x0, y0, x1, y1 = box(run)
    rows = slice(int(y0 - margin), int(np.ceil(y1 + margin)))
    columns = slice(int(x0 - margin), int(np.ceil(x1 + margin)))
    return draw_ground(scene)[rows, columns].reshape(-1, 3).astype(np.int64)


def mean_colour(pixels: NDArray[np.int64]) -> tuple[int, int, int]:
    red, green, blue = (int(level) for level in np.rint(pixels.mean(axis=0)))
    return red, green, blue


def too_compact(run: Run) -> bool:
    x0, y0, x1, y1 = box(run)
    return x1 - x0 < LEAST_ELONGATION * (y1 - y0)


def faults_of_run(scene: Scene, run: Run) -> Iterator[str]:
    """Yield what any run lacks."""
    x0, y0, x1, y1 = box(run)
    if min(x0, y0, scene.width - x1, scene.height - y1) < PAGE_MARGIN:
        yield "is near the edge of the page"
        return
    ratio = contrast(run.colour, mean_colour(ground_under(scene, run, 0.0)))
    if ratio < LEAST_CONTRAST:
        yield f"has a contrast of {ratio:.2f}"


def faults_of_editable(scene: Scene, run: Run) -> Iterator[str]:
    """Yield what a run lacks that edits and errors may act on."""
    if run.size * font(run.face.font).cap_height < LEAST_CAP_HEIGHT:
        yield "has small capitals"
    if sum(not c.isspace() for c in run.text) < LEAST_CHARACTERS:
        yield "is short"
    if run.text.count("\n") > 3:
        yield "has more than four lines"
    holders = [one for one in scene.runs if run.text.casefold() in one.text.casefold()]
    if len(holders) > 1:
        yield f"stands in {len(holders)} runs"
    under = ground_under(scene, run, GROUND_MARGIN)
    uneven = abs(under - mean_colour(under)).max()
    if uneven > (0 if scene.plate is None else UNEVEN):
        yield f"stands on a ground that deviates by {uneven} levels"


def faults_of_distance(scene: Scene, editable: set[str]) -> Iterator[str]:
    boxes = np.array([box(run) for run in scene.runs])
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    gaps = (low - high).max(axis=2)
    for i, j in itertools.combinations(range(len(boxes)), 2):
        first, second = scene.runs[i].name, scene.runs[j].name
        least = EDITABLE_GAP if {first, second} & editable else RUN_GAP
        if gaps[i, j] < least:
            yield f"{first} and {second} are {gaps[i, j]:.1f} px apart"


def faults_of_page(scene: Scene, difficulty: str, editable: set[str]) -> Iterator[str]:
    targets = [run for run in scene.runs if run.name in editable]
    low, high = RUN_COUNTS[difficulty]
    if not low <= len(scene.runs) <= high:
        yield f"has {len(scene.runs)} runs"
    if len(targets) != len(editable):
        yield "lacks editable runs"
    if not any("\n" in run.text for run in targets):
        yield "has no editable run of several lines"
    compact = [run.name for run in targets if too_compact(run)]
    if len(compact) > max(1, len(targets) // COMPACT_SHARE):
        yield f"{', '.join(compact)}: too short to show their angle"
    for run in scene.runs:
        yield from (f"{run.name} {fault}" for fault in faults_of_run(scene, run))
    for run in targets:
        yield from (f"{run.name} {fault}" for fault in faults_of_editable(scene, run))
    yield from faults_of_distance(scene, editable)


def test_every_difficulty_has_layouts() -> None:
    found = [layout(name).difficulty for name in layout_names()]
    assert len(found) >= LEAST_LAYOUTS
    assert all(found.count(difficulty) >= 6 for difficulty in DIFFICULTIES)


@layouts
def test_every_page_can_be_edited_and_measured(name: str) -> None:
    one = layout(name)
    faults = [
        f"{number}: {fault}"
        for number, scene in enumerate(one.scenes)
        for fault in faults_of_page(scene, one.difficulty, set(one.editable))
    ]
    assert faults == []


@layouts
def test_has_contents_and_something_to_edit(name: str) -> None:
    one = layout(name)
    assert len(one.scenes) >= LEAST_CONTENTS
    assert len(one.editable) >= LEAST_EDITABLE[one.difficulty]
    assert len({scene.digest() for scene in one.scenes}) == len(one.scenes)


@layouts
def test_contents_differ_in_what_can_be_edited(name: str) -> None:
    one = layout(name)
    texts = {run: {scene.run(run).text for scene in one.scenes} for run in one.editable}
    varied = [
        run for run, found in texts.items() if 4 * len(found) >= 3 * len(one.scenes)
    ]
    assert len(varied) >= 3


@layouts
def test_first_page_shows_all_its_ink(name: str) -> None:
    scene = layout(name).scenes[0]
    shown, bare = draw(scene), draw_ground(scene)
    changed = (shown != bare).any(axis=2)
    for run in scene.runs:
        inked = mask(run)
        height, width = inked.levels.shape
        part = changed[inked.y : inked.y + height, inked.x : inked.x + width]
        assert part.any(), run.name
        if run.name in layout(name).editable:
            solid = int((inked.levels == FULL).sum())
            assert solid >= LEAST_SOLID, f"{run.name}: {solid} wholly covered pixels"


@layouts
def test_pages_are_small_files(name: str) -> None:
    assert len(to_png(draw(layout(name).scenes[0]))) < MOST_BYTES
