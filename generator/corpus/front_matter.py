"""The head of a card: what tells `datasets` and the Hub how to load a corpus."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from ..spec import Spec
from .schema import SCHEMAS, TABLES, yaml_features
from .shards import opened, shard_paths

LICENCE = "cc-by-4.0"
SPLIT = "test"
_SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))
_TAGS = (
    "benchmark",
    "eyechart",
    "image-editing",
    "llm-as-a-judge",
    "psychometrics",
    "synthetic",
    "text-rendering",
    "vision-language-models",
)


def front_matter(folder: Path, spec: Spec, metadata: pa.Table) -> str:
    """Return the YAML head of ``README.md`` between its lines of three hyphens.

    It depends on the tables alone, so it is the same before and after verifying.

    Parameters
    ----------
    folder : Path
        The corpus; every shard is read for its exact size.
    spec : Spec
        What it was rendered from.
    metadata : pyarrow.Table
        All its rows.

    Raises
    ------
    CorpusError
        When a shard is missing or damaged.
    """
    import yaml

    head = {
        "license": LICENCE,
        "language": languages(metadata),
        "annotations_creators": ["machine-generated"],
        "pretty_name": pretty_name(spec),
        "size_categories": [_size(metadata.num_rows)],
        "task_categories": ["image-to-image"],
        "tags": list(_TAGS),
        "dataset_info": [_info(folder, table) for table in TABLES],
        "configs": list(_configs()),
    }
    text = yaml.safe_dump(head, sort_keys=False, allow_unicode=True)
    return f"---\n{text}---\n"


def pretty_name(spec: Spec) -> str:
    """Return what the corpus is called.

    Parameters
    ----------
    spec : Spec
        What it was rendered from.
    """
    return f"Eyechart {spec.name}"


def languages(metadata: pa.Table) -> list[str]:
    """Return the languages of its texts, sorted."""
    return sorted(set(metadata["language"].to_pylist()))


def _size(rows: int) -> str:
    return next((name for limit, name in _SIZES if rows < limit), "100K<n<1M")


def _configs() -> Iterator[Mapping[str, Any]]:
    for table in TABLES:
        first = {"default": True} if table == TABLES[0] else {}
        files = [{"split": SPLIT, "path": f"{table}/{SPLIT}-*.parquet"}]
        yield {"config_name": table, **first, "data_files": files}


def _info(folder: Path, table: str) -> Mapping[str, Any]:
    """Return what `datasets` finds out about a config when it has loaded it."""
    rows = held = stored = 0
    for path in shard_paths(folder, table):
        stored += path.stat().st_size
        with opened(path) as file:
            rows += file.metadata.num_rows
            for number in range(file.num_row_groups):
                held += file.read_row_group(number).nbytes
    return {
        "config_name": table,
        "features": yaml_features(SCHEMAS[table]),
        "splits": [{"name": SPLIT, "num_bytes": held, "num_examples": rows}],
        "download_size": stored,
        "dataset_size": held,
    }
