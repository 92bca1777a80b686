"""The card of a corpus: what it holds, in words that its rows bear out."""

import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from ... import __version__
from ..dimensions import dimension
from ..spec import Spec
from .picture import SHAM_QUALITY
from .provenance import fonts_of, materials_digest
from .schema import TABLES

Row = Mapping[str, Any]

_SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))

_INTRODUCTION = """\
Each stimulus is an edit of text in a picture of a document: the page before the
edit (`source`), the page after the correct edit (`ground_truth`), and the page that
a judge is shown (`result`). A degraded result deviates from the correct one by one
known quantity on one axis (`dimension`, `magnitude` in `unit`, `direction`); that
quantity was read back from the pixels (`magnitude_measured`), and what it leaves
unexplained reads zero, within bounds, on every other axis that can be told. Controls
have no magnitude; what they cannot have is null.

`(dimension, role)` is the unit of analysis. `instructed`: the instruction names the
property that is wrong. `incidental`: the edit is right and another property of the
same text is wrong. `bystander`: a text that the edit should leave alone is wrong.\
"""

_KINDS = {
    "degraded": "the correct edit, wrong by one magnitude",
    "flawless": "the correct edit",
    "unedited": "the page before the edit",
    "identity": "one page three times, without an edit or instruction",
    "sham": f"the correct edit, encoded anew as a JPEG of quality {SHAM_QUALITY}",
}

_COLUMNS = {
    "stimulus_id, series_id": "names; the series is the unit of chance",
    "kind, dimension, role, tier": "what is wrong, and on which rung of six",
    "magnitude, magnitude_measured, unit": "how wrong: as drawn, as read back",
    "direction": "which way it is wrong; one is drawn for each series",
    "visible_anchor": "smallest magnitude that counts as clearly visible",
    "layout, difficulty, script, language, canvas": "the document",
    "font": "correct font of the text that is wrong, or else of the target",
    "edit_property, edit_value, instruction": "what was asked for",
    "target_text, target_box": "the text to edit; x0, y0, x1, y1 of its box, px",
    "source, ground_truth, result": "PNGs",
    "flip_mean, flip_max": "LDR-FLIP of result and ground truth, 0 to 1, over the page",
    "delta_e_ink": "mean CIEDE2000 over ink; null where no text is in question",
    "ssim": "structural similarity of result and ground truth; 1 where equal",
    "changed_share": "share of the pixels at which they differ",
    "scene_sha256, pixels_sha256": "digests of the result: display list, pixels",
    "spec_version": "name and short digest of the spec",
}

_COMPANIONS = ("flip_mean", "flip_max", "delta_e_ink", "ssim", "changed_share")

_LOADING = """\
```python
from datasets import load_dataset

stimuli = load_dataset("PATH", split="test")                # with images
metadata = load_dataset("PATH", "metadata", split="test")   # without
images = load_dataset("PATH", "images", split="test")       # each image once
```

`PATH` must not hold any of `[ ] * ?`, which `datasets` takes for a pattern.
`images` also holds the plates: pages without the text that is wrong.
`manifest.jsonl` has a line a stimulus with the digests of every scene and its pixels
and the readings on every axis; `spec.toml` is what the corpus was rendered from.
Pixels are the identity: PNG and Parquet bytes change with the libraries that
write them, `pixels_sha256` does not.\
"""


def _front_matter(spec: Spec, metadata: pa.Table) -> Iterable[str]:
    yield "license: cc-by-4.0"
    yield f'pretty_name: "Eyechart {spec.name}"'
    yield "language:"
    yield from (f"- {one}" for one in sorted(set(metadata["language"].to_pylist())))
    yield "size_categories:"
    count = metadata.num_rows
    size = next((name for limit, name in _SIZES if count < limit), "100K<n<1M")
    yield f"- {size}"
    yield "configs:"
    for table in TABLES:
        yield f"- config_name: {table}"
        if table == TABLES[0]:
            yield "  default: true"
        yield "  data_files:"
        yield "  - split: test"
        yield f"    path: {table}/test-*.parquet"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _grouped(rows: Iterable[Row], *columns: str) -> list[tuple[tuple[Any, ...], Any]]:
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in columns), []).append(row)
    return sorted(groups.items())


def _kinds(rows: Sequence[Row]) -> str:
    counts = Counter(row["kind"] for row in rows)
    lines = [(kind, number, _KINDS[kind]) for kind, number in sorted(counts.items())]
    return _table(("kind", "stimuli", "result"), lines)


def _dimensions(wrong: Sequence[Row]) -> str:
    lines = []
    for (name,), members in _grouped(wrong, "dimension"):
        ways = Counter(row["direction"] for row in members)
        told = ", ".join(f"{way} {number}" for way, number in sorted(ways.items()))
        lines.append((name, dimension(name).summary, told))
    return _table(("dimension", "what is wrong", "directions"), lines)


def _cells(wrong: Sequence[Row]) -> str:
    lines = []
    for cell, members in _grouped(wrong, "dimension", "role", "unit", "visible_anchor"):
        sizes = [row["magnitude"] for row in members]
        away = [abs(row["magnitude_measured"] - row["magnitude"]) for row in members]
        tiers = sorted({row["tier"] for row in members})
        lines.append(
            (
                *cell[:3],
                len(members),
                ", ".join(map(str, tiers)),
                f"{min(sizes):.3g} to {max(sizes):.3g}",
                f"{cell[3]:g}",
                f"{max(away):.2g}",
            )
        )
    head = (
        "dimension",
        "role",
        "unit",
        "stimuli",
        "tiers",
        "magnitudes",
        "clearly visible",
        "read within",
    )
    return _table(head, lines)


def _median(rows: Iterable[Row], column: str) -> str:
    known = [row[column] for row in rows if row[column] is not None]
    return f"{statistics.median(known):.4g}" if known else ""


def _companions(rows: Sequence[Row]) -> str:
    """Return medians of what compares result and ground truth, tier by tier."""
    lines = []
    for (kind, name), members in _grouped(
        ({**row, "dimension": row["dimension"] or ""} for row in rows),
        "kind",
        "dimension",
    ):
        for (tier,), some in _grouped(members, "tier"):
            medians = (_median(some, column) for column in _COMPANIONS)
            lines.append((name or kind, tier or "", *medians))
    return _table(("", "tier", *_COMPANIONS), lines)


def _errors(wrong: Sequence[Row]) -> Iterable[str]:
    if wrong:
        yield _dimensions(wrong)
        yield _cells(wrong)


def _columns() -> Iterable[tuple[str, str]]:
    for names, meaning in _COLUMNS.items():
        yield ", ".join(f"`{name}`" for name in names.split(", ")), meaning


def _provenance(spec: Spec, metadata: pa.Table) -> str:
    layouts = sorted(set(metadata["layout"].to_pylist()))
    fonts = fonts_of(spec, layouts)
    return (
        f"Eyechart {__version__}; layouts {', '.join(layouts)}; "
        f"fonts {', '.join(fonts)}. SHA-256 over the sorted SHA-256 "
        f"digests of the files of these layouts and fonts, a line each: "
        f"`{materials_digest(layouts, fonts)}`."
    )


def card(spec: Spec, metadata: pa.Table, images: int) -> str:
    """Return the text of ``README.md``.

    Parameters
    ----------
    spec : Spec
        What the corpus was rendered from.
    metadata : pyarrow.Table
        All its rows.
    images : int
        How many different images it has.

    Returns
    -------
    str
        Markdown under the front matter that tells `datasets` what to load.
    """
    rows = metadata.to_pylist()
    wrong = [row for row in rows if row["dimension"]]
    layouts = Counter((row["difficulty"], row["layout"]) for row in rows)
    pages = [(*pair, number) for pair, number in sorted(layouts.items())]
    sections = [
        "---\n" + "\n".join(_front_matter(spec, metadata)) + "\n---",
        f"# Eyechart corpus {spec.name}",
        f"{metadata.num_rows} stimuli, {images} different images, seed {spec.seed}, "
        f"spec `{spec.digest()}`.",
        _INTRODUCTION,
        "## What it holds",
        _kinds(rows),
        *_errors(wrong),
        _table(("difficulty", "layout", "stimuli"), pages),
        "## Columns",
        _table(("column", "meaning"), _columns()),
        "## How far results are from the ground truth",
        "Medians, whatever the dimension. They make tiers and layouts of one dimension "
        "comparable, and are no common scale for dimensions.",
        _companions(rows),
        "## What made it",
        _provenance(spec, metadata),
        "## Loading it",
        _LOADING,
    ]
    return "\n\n".join(sections) + "\n"
