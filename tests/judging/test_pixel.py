"""The pixel judge on drawn examples."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from eyechart.generator.drawing.encode import to_png
from eyechart.generator.errors import CorpusError, SpecError
from eyechart.generator.page.colour import difference
from eyechart.generator.page.draw import draw, redraw
from eyechart.generator.page.layout import layout
from eyechart.generator.page.scene import Pose, Run, Scene
from eyechart.generator.page.setting import box
from eyechart.judging.observers import open_observer
from eyechart.judging.pixels.strength import SAME, strength

SCENE: Scene = layout("quote_card").scenes[0]
NAMES = layout("quote_card").editable[1:3]
TARGET, OTHER = (SCENE.run(name) for name in NAMES)
TARGET_BOX = box(TARGET)

MAGNITUDES = {
    "position": (0.1, 0.25, 0.5, 1, 2, 4),
    "scale": (0.005, 0.015, 0.04, 0.1),
    "rotation": (0.1, 0.3, 1, 2.5, 6),
    "colour": (1, 2, 4, 8, 16, 32, 64),
}


def disturbed(run: Run, dimension: str, magnitude: float) -> Run:
    if dimension == "colour":
        red, green, blue = run.colour
        lift = magnitude if red + magnitude <= 255 else -magnitude
        return dataclasses.replace(run, colour=(int(red + lift), green, blue))
    pose = {
        "position": Pose(dx=0.6 * magnitude, dy=0.8 * magnitude),
        "scale": Pose(zoom=1 + magnitude),
        "rotation": Pose(angle=magnitude),
    }[dimension]
    return dataclasses.replace(run, pose=pose)


def row(truth: Any, shown: Any, target: Any = TARGET_BOX, name: str = "s") -> dict:
    return {
        "stimulus_id": name,
        "kind": "degraded",
        "target_box": target,
        "ground_truth": {"bytes": to_png(truth), "path": None},
        "result": {"bytes": to_png(shown), "path": None},
        "pixels_sha256": "d",
    }


def judged(framing: str, *values: Any, **named: Any) -> dict[str, Any]:
    judge = open_observer("pixel")
    return {r.criterion: r.score for r in judge.judge(row(*values, **named), framing)}


@pytest.mark.parametrize("target", [TARGET_BOX, None])
def test_equal_pictures_are_flawless(target: Any) -> None:
    page = draw(SCENE)
    assert set(judged("instruction", page, page, target).values()) == {5}
    assert judged("reference", page, page) == {"difference": False, "similarity": 5}


def test_equal_pixels_in_unequal_files_are_flawless() -> None:
    page = draw(SCENE)
    example = row(page, page)
    example["result"]["bytes"] = b"\x89PNG\r\n\x1a\n" + _with_comment(to_png(page))
    assert example["result"]["bytes"] != example["ground_truth"]["bytes"]
    answer = open_observer("pixel").judge(example, "reference")
    assert [r.score for r in answer] == [False, 5]


def _with_comment(png: bytes) -> bytes:
    import struct
    import zlib

    header = png[8 : 8 + 25]
    body = b"tEXtTitle\0other"
    chunk = struct.pack(">I", len(body) - 4) + body
    return header + chunk + struct.pack(">I", zlib.crc32(body)) + png[33:]


@pytest.mark.parametrize("dimension", MAGNITUDES)
@pytest.mark.parametrize("run", [TARGET, OTHER], ids=["large", "small"])
def test_larger_errors_are_stronger(dimension: str, run: Run) -> None:
    page = draw(SCENE)
    shown = [redraw(SCENE, disturbed(run, dimension, m)) for m in MAGNITUDES[dimension]]
    found = [strength(page, pixels, None).total for pixels in shown]
    assert found[0] > 0
    assert found == sorted(set(found))
    marks = [judged("reference", page, pixels)["similarity"] for pixels in shown]
    assert marks == sorted(marks, reverse=True)
    assert marks[-1] == 1


def test_a_recoloured_text_differs_by_its_colours() -> None:
    """Antialiased edges are blends, so the mean is lower."""
    for magnitude in MAGNITUDES["colour"]:
        other = disturbed(TARGET, "colour", magnitude)
        found = strength(draw(SCENE), redraw(SCENE, other), None).total
        assert 0.7 < found / difference(TARGET.colour, other.colour) < 1.05


def test_the_page_does_not_matter() -> None:
    """Crop the page and enlarge it: the same differences, the same ink."""
    truth, shown = draw(SCENE), redraw(SCENE, disturbed(TARGET, "position", 2))
    changed = (truth != shown).any(axis=2)
    y, x = (np.flatnonzero(changed.any(axis=1 - axis)) for axis in (0, 1))
    crop = slice(y[0], y[-1] + 1), slice(x[0], x[-1] + 1)
    wide = [np.pad(p, ((30, 0), (0, 50), (0, 0)), mode="edge") for p in (truth, shown)]
    whole = strength(truth, shown, None)
    assert strength(truth[crop], shown[crop], None) == whole
    assert strength(*wide, None) == whole


PICTURES = arrays(np.uint8, (5, 7, 3), elements=st.sampled_from([0, 7, 128, 255]))


@given(PICTURES, PICTURES)
def test_agrees_with_a_sum_over_all_pixels(
    truth: np.ndarray, shown: np.ndarray
) -> None:
    """Sum pixel by pixel with another implementation of the difference."""
    found = strength(truth, shown, (2.0, 1.0, 4.5, 3.0))
    pairs = {
        (y, x): (tuple(truth[y, x].tolist()), tuple(shown[y, x].tolist()))
        for y in range(5)
        for x in range(7)
    }
    spots = [spot for spot, (a, b) in pairs.items() if a != b]
    if not spots:
        assert found == SAME
        return
    ys, xs = zip(*spots, strict=True)
    rectangle = [
        pairs[y, x]
        for y in range(min(ys), max(ys) + 1)
        for x in range(min(xs), max(xs) + 1)
    ]
    colours = [a for a, _ in rectangle]
    ground = min(set(colours), key=lambda c: (-colours.count(c), c))
    ink = sum((a, b) != (ground, ground) for a, b in rectangle)
    inner = sum(difference(*pairs[y, x]) for y, x in spots if 1 <= y < 3 and 2 <= x < 5)
    total = sum(difference(*pairs[spot]) for spot in spots)
    assert found.inside == pytest.approx(inner / ink, abs=1e-9)
    assert found.total == pytest.approx(total / ink, abs=1e-9)


@pytest.mark.parametrize("dimension", MAGNITUDES)
def test_errors_elsewhere_count_against_the_layout(dimension: str) -> None:
    page = draw(SCENE)
    shown = redraw(SCENE, disturbed(OTHER, dimension, MAGNITUDES[dimension][-1]))
    assert judged("instruction", page, shown) == {
        "instruction_following": 5,
        "layout_preservation": 1,
        "overall_quality": 1,
    }


@pytest.mark.parametrize("dimension", MAGNITUDES)
def test_errors_of_the_target_count_against_the_edit(dimension: str) -> None:
    page = draw(SCENE)
    shown = redraw(SCENE, disturbed(TARGET, dimension, MAGNITUDES[dimension][-1]))
    found = judged("instruction", page, shown)
    assert found["instruction_following"] == found["overall_quality"] == 1
    if dimension == "colour":
        assert found["layout_preservation"] == 5


def test_both_framings_agree_about_the_whole() -> None:
    page = draw(SCENE)
    for magnitude in MAGNITUDES["colour"]:
        shown = redraw(SCENE, disturbed(TARGET, "colour", magnitude))
        overall = judged("instruction", page, shown)["overall_quality"]
        found = judged("reference", page, shown)
        assert found == {"difference": overall < 5, "similarity": overall}


@pytest.mark.parametrize(
    ("difference_", "score"),
    [(1.0, 5), (1.001, 4), (2.5, 4), (2.6, 3), (5.0, 3), (5.1, 2), (10, 2), (10.1, 1)],
)
def test_steps(difference_: float, score: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from eyechart.judging.observers import pixel
    from eyechart.judging.pixels.strength import Strength

    found = Strength(inside=0.0, outside=difference_)
    monkeypatch.setattr(pixel, "_compare", lambda *_: found)
    page = draw(SCENE)
    assert judged("reference", page, page)["similarity"] == score


def test_pictures_of_two_sizes() -> None:
    page = draw(SCENE)
    with pytest.raises(CorpusError, match="'s': the result is 896x600 px, the ground"):
        judged("reference", page, page[:600])


@pytest.mark.parametrize("column", ["ground_truth", "result"])
def test_damaged_pictures_are_named(column: str) -> None:
    example = row(draw(SCENE), redraw(SCENE, disturbed(TARGET, "scale", 0.1)))
    example[column]["bytes"] = example[column]["bytes"][:500]
    with pytest.raises(CorpusError, match=f"stimulus 's', {column}: is not a readable"):
        open_observer("pixel").judge(example, "reference")


@pytest.mark.parametrize("image", [None, {"bytes": None}, {"bytes": b""}])
def test_missing_pictures_are_named(image: dict[str, Any] | None) -> None:
    example = row(draw(SCENE), draw(SCENE)) | {"ground_truth": image, "result": image}
    message = r"^stimulus 's', ground_truth: is (null; |not a .*it is empty)"
    with pytest.raises(CorpusError, match=message):
        open_observer("pixel").judge(example, "reference")


@pytest.mark.parametrize(
    ("text", "seed", "message"),
    [
        ("pixel:x.toml", None, "takes no settings, but 'x.toml' was given"),
        ("pixel:", None, "takes no settings, but '' was given"),
        ("pixel", 3, "leaves nothing to chance and takes no seed"),
    ],
)
def test_options_without_use(text: str, seed: int | None, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        open_observer(text, seed=seed)


def test_both_framings_measure_once(
    monkeypatch: pytest.MonkeyPatch, make_corpus: Callable, tmp_path: Any
) -> None:
    from eyechart.judging.observers import pixel
    from eyechart.judging.runner import run

    calls: list[str] = []
    real = pixel.from_png
    monkeypatch.setattr(pixel, "from_png", lambda d, p: calls.append(p) or real(d, p))
    page = draw(SCENE)
    shown = redraw(SCENE, disturbed(TARGET, "scale", 0.1))
    corpus = make_corpus([row(page, shown, name=f"once{i}") for i in range(3)])
    run(open_observer("pixel"), corpus, tmp_path / "f.jsonl")
    assert len(calls) == 6
