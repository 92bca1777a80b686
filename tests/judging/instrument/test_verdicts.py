"""Verdicts on drawn edits, with a reader that does not err."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.page.colour import difference
from eyechart.generator.page.scene import Pose, Run, Scene
from eyechart.judging.instrument.deviation import anchors
from eyechart.judging.instrument.inspecting import inspect
from eyechart.judging.instrument.instruction import Request

NAME, OTHER = "author", "source"
TURN = 12.0
BLUE = (31, 111, 235)


def with_pose(run: Run, **changes: float) -> Run:
    return dataclasses.replace(run, pose=dataclasses.replace(run.pose, **changes))


def recoloured(run: Run, colour: tuple[int, int, int]) -> Run:
    return dataclasses.replace(run, colour=colour)


EDITS: dict[str, tuple[dict[str, Any], Callable[[Run], Run]]] = {
    "position": (
        {"dx": -40.0, "dy": 8.0},
        lambda run: with_pose(run, dx=-40.0, dy=8.0),
    ),
    "scale": ({"ratio": 1.25}, lambda run: with_pose(run, zoom=1.25)),
    "rotation": ({"angle": -TURN}, lambda run: with_pose(run, angle=-TURN)),
    "colour": ({"colour": BLUE}, lambda run: recoloured(run, BLUE)),
    "opacity": (
        {"opacity": 0.6},
        lambda run: dataclasses.replace(run, opacity=0.6),
    ),
}
"""What is asked for, and the run after it."""

ERRORS: dict[str, Callable[[Run, float], Run]] = {
    "position": lambda run, m: with_pose(run, dx=run.pose.dx + m),
    "scale": lambda run, m: with_pose(run, zoom=run.pose.zoom * (1 + m / 100)),
    "stretch": lambda run, m: with_pose(run, stretch=1 + m / 100),
    "rotation": lambda run, m: with_pose(run, angle=run.pose.angle + m),
    "colour": lambda run, m: dimension("colour").disturb(run, m, "less-chroma")[0],
    "opacity": lambda run, m: dataclasses.replace(run, opacity=run.opacity - m),
}
DEVIATION = {"scale": "size", "stretch": "proportion", "rotation": "angle"}


def verdict(
    reader: Any, scene: Scene, name: str, *runs: Run
) -> tuple[dict[str, int | None], Any]:
    """Judge the edit of that name whose result shows these runs."""
    asked, _ = EDITS[name]
    after = scene
    for run in runs:
        after = after.with_run(run)
    request = Request(property=name, text=scene.run(NAME).text, **asked)
    found = inspect(reader.draw(scene), reader.draw(after), request, reader)
    return dict(found.scores), found.notes


def edited(scene: Scene, name: str) -> Run:
    return EDITS[name][1](scene.run(NAME))


@pytest.mark.parametrize("name", EDITS)
def test_a_flawless_edit_has_top_marks(reader: Any, scene: Scene, name: str) -> None:
    scores, notes = verdict(reader, scene, name, edited(scene, name))
    assert set(scores.values()) == {5}
    for deviation in ("position", "size", "angle"):
        assert notes["deviations"][deviation] < 0.05


@pytest.mark.parametrize("name", EDITS)
@pytest.mark.parametrize(("share", "score"), [(0.2, 5), (0.6, 4), (1.5, 3), (3, 2)])
def test_errors_of_what_is_asked_for(
    reader: Any, scene: Scene, name: str, share: float, score: int
) -> None:
    size = share * dimension(name).visible_anchor
    run = ERRORS[name](edited(scene, name), size)
    scores, notes = verdict(reader, scene, name, run)
    assert scores == {
        "instruction_following": score,
        "text_accuracy": 5,
        "visual_consistency": 5,
        "layout_preservation": 5,
    }
    found = notes["deviations"][DEVIATION.get(name, name)]
    assert found == pytest.approx(size, rel=0.06)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("name", ["position", "rotation"])
@pytest.mark.parametrize("share", [0.2, 1.5])
def test_errors_of_what_is_not_asked_for(
    reader: Any, scene: Scene, name: str, error: str, share: float
) -> None:
    if error == name:
        return
    size = share * dimension(error).visible_anchor
    run = ERRORS[error](edited(scene, name), size)
    scores, _ = verdict(reader, scene, name, run)
    assert scores["instruction_following"] == 5
    assert scores["layout_preservation"] == 5
    kept = scores["visual_consistency"]
    assert kept is not None
    # Opacity is seen as colour, of which .15 are more than the anchor.
    assert (kept == 5) if share < 0.25 and error != "opacity" else (kept < 5)


@pytest.mark.parametrize("name", EDITS)
def test_errors_of_another_text(reader: Any, scene: Scene, name: str) -> None:
    moved = with_pose(scene.run(OTHER), dy=4.0)
    scores, notes = verdict(reader, scene, name, edited(scene, name), moved)
    assert scores.pop("layout_preservation") == 1
    assert set(scores.values()) == {5}
    assert notes["elsewhere"] > 10


def test_nothing_done(reader: Any, scene: Scene) -> None:
    scores, notes = verdict(reader, scene, "colour")
    assert scores.pop("instruction_following") == 1
    assert set(scores.values()) == {5}
    assert notes["changed"] is False
    assert reader.read_pixels == 0


def test_done_to_another_text(reader: Any, scene: Scene) -> None:
    scores, _ = verdict(reader, scene, "colour", recoloured(scene.run(OTHER), BLUE))
    assert scores == {
        "instruction_following": 1,
        "text_accuracy": 5,
        "visual_consistency": 5,
        "layout_preservation": 1,
    }


def test_only_what_changed_is_read(reader: Any, scene: Scene) -> None:
    verdict(reader, scene, "colour", edited(scene, "colour"))
    assert 0 < reader.read_pixels < 0.5 * scene.width * scene.height


@pytest.mark.parametrize(
    ("text", "score"), [("Ines Tallgr", 3), ("Ines Tallgrem", 4), ("Ines Tallgren", 5)]
)
def test_characters_that_were_lost(
    reader: Any, scene: Scene, text: str, score: int
) -> None:
    run = dataclasses.replace(edited(scene, "colour"), text=text)
    scores, notes = verdict(reader, scene, "colour", run)
    assert scores["text_accuracy"] == score
    assert notes["lost"] <= 2 / 12


def test_a_text_that_is_not_there_gets_no_score(reader: Any, scene: Scene) -> None:
    gone = dataclasses.replace(scene.run(NAME), text="Someone else")
    scores, notes = verdict(reader, scene, "colour", gone)
    assert scores == {}
    assert "not found in the result" in notes["reason"]


def test_properties_that_cannot_be_verified_get_no_score(
    reader: Any, scene: Scene
) -> None:
    run = scene.run(NAME)
    slanted = dataclasses.replace(run, pose=Pose(slant=12.0))
    request = Request(property="slant", text=run.text)
    after = scene.with_run(slanted)
    found = inspect(reader.draw(scene), reader.draw(after), request, reader)
    assert found.scores == {
        "instruction_following": None,
        "text_accuracy": 5,
        "visual_consistency": 5,
        "layout_preservation": 5,
    }


def test_an_uneven_ground_gets_no_measurements(reader: Any, scene: Scene) -> None:
    """Where the text was recoloured on noise, nothing shows what is behind it."""
    noise = np.random.default_rng(1).integers(0, 2, (scene.height, scene.width, 1))
    pages = [reader.draw(scene), reader.draw(scene.with_run(edited(scene, "colour")))]
    for page in pages:
        page ^= (noise * 24).astype(np.uint8)
    request = Request(property="colour", text=scene.run(NAME).text, colour=BLUE)
    found = inspect(pages[0], pages[1], request, reader)
    assert found.scores["instruction_following"] is None
    assert found.scores["visual_consistency"] is None
    assert found.scores["layout_preservation"] == 5


def test_anchors_are_those_of_the_dimensions() -> None:
    assert anchors() == {
        "position": 4.0,
        "colour": 5.0,
        "opacity": 0.15,
        "size": 10.0,
        "proportion": 10.0,
        "angle": 2.5,
        "ink": 20.0,
    }


def test_a_page_that_changed_all_over_is_not_taken_for_the_text(
    reader: Any, scene: Scene
) -> None:
    """All changed pixels hang together; the text is measured all the same."""
    pages = [reader.draw(scene), reader.draw(scene.with_run(edited(scene, "colour")))]
    red, green, blue = scene.background
    assert 2.5 < difference((red, green, blue), (red, green + 6, blue)) < 5
    for size, score in ((1, 5), (6, 3)):
        pages.append(pages[1].copy())
        pages[-1][:, :, 1] += np.uint8(size)
        reader._pages.append((pages[-1], reader._pages[1][1]))
        request = Request(property="colour", text=scene.run(NAME).text, colour=BLUE)
        found = inspect(pages[0], pages[-1], request, reader)
        assert found.scores["layout_preservation"] == score
        assert found.scores["visual_consistency"] == 5
