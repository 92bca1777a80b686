"""Small corpora in memory."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

import pyarrow as pa
import pytest


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
