"""Small corpora in memory, and a provider on this machine."""

import importlib.util
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from eyechart.generator.drawing.encode import to_png


class MemoryCorpus:
    """Rows that answer like a corpus folder."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self._rows = rows

    def metadata(self) -> pa.Table:
        images = {"source", "ground_truth", "result"}
        return pa.Table.from_pylist(
            [{k: v for k, v in row.items() if k not in images} for row in self._rows]
        )

    def rows(
        self,
        columns: Sequence[str] | None = None,
        ids: Collection[str] | None = None,
    ) -> list[dict[str, Any]]:
        return [
            {k: row[k] for k in columns or row}
            for row in self._rows
            if ids is None or row["stimulus_id"] in ids
        ]


def stimulus(name: str, kind: str = "degraded", **values: Any) -> dict[str, Any]:
    """Return a row of metadata: an error of 4 px, or a control."""
    error = kind == "degraded"
    return {
        "stimulus_id": name,
        "kind": kind,
        "dimension": "position" if error else None,
        "role": "instructed" if error else None,
        "magnitude": 4.0 if error else None,
        "visible_anchor": 4.0 if error else None,
        "target_box": None if kind == "identity" else [0.0, 0.0, 10.0, 10.0],
        "pixels_sha256": f"digest of {name}",
    } | values


@pytest.fixture
def make_stimulus() -> Callable[..., dict[str, Any]]:
    return stimulus


@pytest.fixture
def make_corpus() -> Callable[[list[dict[str, Any]]], MemoryCorpus]:
    return MemoryCorpus


@pytest.fixture
def mixed() -> list[dict[str, Any]]:
    """Errors of two dimensions and three roles, and every control."""
    rows = [
        stimulus(f"e{i}", dimension=dimension, role=role, magnitude=1.5**i)
        for i, (dimension, role) in enumerate(
            [
                ("position", "instructed"),
                ("position", "incidental"),
                ("position", "bystander"),
                ("colour", "instructed"),
                ("colour", "bystander"),
            ]
        )
    ]
    controls = ("flawless", "unedited", "identity", "sham")
    return rows + [stimulus(f"c-{kind}", kind) for kind in controls]


IMAGES = ("source", "ground_truth", "result")


class PictureCorpus(MemoryCorpus):
    """Rows with pictures and a manifest, as a provider is asked about them."""

    def manifest(self) -> Iterator[SimpleNamespace]:
        for row in self._rows:
            digests = {c: row[c]["path"] for c in IMAGES}
            yield SimpleNamespace(stimulus_id=row["stimulus_id"], pixels=digests)


def picture(*colours: int) -> dict[str, Any]:
    """Return an image column: a small page with a few grey pixels."""
    pixels = np.full((4, 6, 3), 255, dtype=np.uint8)
    for place, colour in enumerate(colours):
        pixels[0, place] = [colour % 256, colour // 256, 7]
    return {"bytes": to_png(pixels), "path": f"pixels {colours}"}


def pictured(name: str, number: int, kind: str = "degraded") -> dict[str, Any]:
    """Return a whole row: the number makes its pictures differ from all others."""
    result = picture(number, 2)
    row = stimulus(name, kind, pixels_sha256=result["path"])
    return row | {
        "canvas": "896x672",
        "instruction": "" if kind == "identity" else f"Move the title by {number} px.",
        "edit_property": None if kind == "identity" else "position",
        "unit": "px" if kind == "degraded" else None,
        "direction": "right" if kind == "degraded" else None,
        "source": picture(number, 0),
        "ground_truth": picture(number, 1),
        "result": result,
    }


@pytest.fixture
def make_pictures() -> Callable[..., PictureCorpus]:
    """Return a function that makes a corpus of so many errors and controls."""

    def make(errors: int, controls: int = 2) -> PictureCorpus:
        rows = [pictured(f"e{i:04}", i) for i in range(errors)]
        kinds = ("flawless", "unedited", "identity")
        rows += [
            pictured(f"{kind}{i:03}", errors + 3 * i + k, kind)
            for i in range(controls)
            for k, kind in enumerate(kinds)
        ]
        return PictureCorpus(rows)

    return make


@pytest.fixture(scope="session")
def provider() -> ModuleType:
    """Return the module of the provider on this machine."""
    path = Path(__file__).with_name("server.py")
    spec = importlib.util.spec_from_file_location("provider_server", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["provider_server"] = module
    spec.loader.exec_module(module)
    return module
