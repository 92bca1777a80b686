"""Rows say what the plan meant and the pixels show."""

import numpy as np
import pytest

from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.drawing.canvas import pixel_digest
from eyechart.generator.drawing.encode import from_png
from eyechart.generator.page.draw import draw


def test_every_picture_is_the_scene_drawn_anew(rendered, plan):
    corpus = open_corpus(rendered)
    for stimulus, row in zip(plan.stimuli, corpus.rows(), strict=True):
        assert row["stimulus_id"] == stimulus.stimulus_id
        scenes = {
            "source": stimulus.source,
            "ground_truth": stimulus.ground_truth,
            "result": stimulus.result,
        }
        for name, scene in scenes.items():
            pixels = from_png(row[name]["bytes"], name)
            np.testing.assert_array_equal(pixels, draw(scene))
        assert row["scene_sha256"] == stimulus.result.digest()
        assert row["pixels_sha256"] == pixel_digest(draw(stimulus.result))


def test_controls_have_no_error_and_identity_no_edit(rendered):
    table = open_corpus(rendered).metadata()
    error = ("dimension", "role", "tier", "magnitude", "magnitude_measured", "unit")
    for row in table.to_pylist():
        degraded = row["kind"] == "degraded"
        for name in (*error, "direction", "visible_anchor"):
            assert (row[name] is not None) == degraded
        edited = row["kind"] != "identity"
        for name in ("edit_property", "edit_value", "target_box", "font"):
            assert (row[name] is not None) == edited
        assert bool(row["instruction"]) == bool(row["target_text"]) == edited


def test_known_rows(rendered, spec):
    rows = {row["stimulus_id"]: row for row in open_corpus(rendered).rows()}
    assert len(rows) == 19
    row = rows["position-instructed-t5-event_poster-r00"]
    assert (row["difficulty"], row["script"], row["language"]) == (
        "medium",
        "Latn",
        "en",
    )
    assert row["edit_property"] == "position"
    assert row["canvas"] == "896x672"
    assert row["unit"] == "px"
    assert row["visible_anchor"] == 4.0
    assert 12 <= row["magnitude"] <= 40
    assert row["magnitude_measured"] == pytest.approx(row["magnitude"], abs=0.05)
    assert row["spec_version"] == f"mini-{spec.digest()[:12]}"


def test_target_box_holds_the_ink_of_the_target(rendered, plan):
    corpus = open_corpus(rendered)
    for stimulus, row in zip(plan.stimuli, corpus.rows(), strict=True):
        if stimulus.edit is None:
            continue
        page = stimulus.ground_truth
        plate = draw(page.without_run(stimulus.edit.run.name))
        inked = (draw(page) != plate).any(axis=2)
        y, x = inked.nonzero()
        x0, y0, x1, y1 = row["target_box"]
        assert x0 - 1 <= x.min() <= x.max() <= x1
        assert y0 - 1 <= y.min() <= y.max() <= y1


def test_font_is_that_of_the_disturbed_run(rendered, plan):
    corpus = open_corpus(rendered)
    for stimulus, row in zip(plan.stimuli, corpus.rows(["font"]), strict=True):
        if stimulus.kind == "degraded":
            page = stimulus.ground_truth
            assert row["font"] == page.run(stimulus.wrong.name).face.font
        elif stimulus.edit is not None:
            assert row["font"] == stimulus.edit.run.face.font


def test_images_hold_every_picture_once_named_by_its_first_use(rendered, plan):
    corpus = open_corpus(rendered)
    wanted = {}
    for stimulus in plan.stimuli:
        page = stimulus.ground_truth
        scenes = [("source", stimulus.source), ("ground_truth", page)]
        scenes.append(("result", stimulus.result))
        run = stimulus.wrong or (stimulus.edit and stimulus.edit.run)
        if run is not None:
            scenes.append(("plate", page.without_run(run.name)))
        for kind, scene in scenes:
            wanted.setdefault(pixel_digest(draw(scene)), kind)
    assert list(corpus.places) == list(wanted)
    for digest in wanted:
        assert pixel_digest(from_png(corpus.image(digest), "")) == digest


def test_manifest_follows_the_plan(rendered, plan):
    for stimulus, entry in zip(
        plan.stimuli, open_corpus(rendered).manifest(), strict=True
    ):
        assert entry.stimulus_id == stimulus.stimulus_id
        assert entry.magnitude == stimulus.magnitude
        assert entry.scene["source"] == stimulus.source.digest()
        assert entry.scene["ground_truth"] == stimulus.ground_truth.digest()
        if stimulus.wrong is None:
            assert entry.disturbed is entry.measured is None
            shows_no_run = stimulus.edit is None
            assert (entry.pixels["plate"] is None) == shows_no_run
            assert (entry.scene["plate"] is None) == shows_no_run
        else:
            assert {stimulus.dimension, "unexplained"} < set(entry.measured)
            assert entry.disturbed.run == stimulus.correct
            assert entry.disturbed.direction == stimulus.direction
