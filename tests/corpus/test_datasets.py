"""The folder loads in `datasets`, as it will from anywhere else."""

import numpy as np
import pytest

from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.corpus.schema import SCHEMAS
from eyechart.generator.drawing.canvas import pixel_digest


@pytest.fixture
def load(tmp_path, monkeypatch):
    """`datasets.load_dataset` without network, with an empty cache."""
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets")
    datasets.disable_progress_bars()

    def begin(*name, **options):
        cache = str(tmp_path / "cache")
        return datasets.load_dataset(*name, split="test", cache_dir=cache, **options)

    return begin


def _digest(image):
    assert image.mode == "RGB"
    return pixel_digest(np.asarray(image))


@pytest.mark.parametrize("streaming", [False, True])
def test_stimuli_are_the_default(load, rendered, streaming):
    rows = list(load(str(rendered), streaming=streaming))
    corpus = open_corpus(rendered)
    entries = list(corpus.manifest())
    assert len(rows) == len(entries) == 19
    for row, entry, known in zip(
        rows, entries, corpus.metadata().to_pylist(), strict=True
    ):
        assert list(row) == SCHEMAS["stimuli"].names
        assert {name: row[name] for name in known} == known
        for name in ("source", "ground_truth", "result"):
            assert _digest(row[name]) == entry.pixels[name]


@pytest.mark.parametrize("streaming", [False, True])
def test_metadata(load, rendered, streaming):
    rows = list(load(str(rendered), "metadata", streaming=streaming))
    assert rows == open_corpus(rendered).metadata().to_pylist()


@pytest.mark.parametrize("streaming", [False, True])
def test_images(load, rendered, streaming):
    rows = list(load(str(rendered), "images", streaming=streaming))
    assert [row["pixels_sha256"] for row in rows] == list(open_corpus(rendered).places)
    assert {_digest(row["image"]) for row in rows} == {
        row["pixels_sha256"] for row in rows
    }
    assert {row["kind"] for row in rows} == {
        "source",
        "ground_truth",
        "result",
        "plate",
    }
