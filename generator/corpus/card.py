"""The card of a corpus: what it holds, in words that its rows bear out."""

from collections import Counter
from collections.abc import Iterable, Sequence

import pyarrow as pa

from ... import __version__
from ..spec import Spec
from .provenance import fonts_of, materials_digest
from .schema import TABLES

_SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))

_INTRODUCTION = """\
Each stimulus is an edit of text in a picture of a document: the page before the
edit (`source`), the page after the correct edit (`ground_truth`), and the page that
a judge is shown (`result`). A degraded result deviates from the correct one by one
known quantity on one axis (`dimension`, `magnitude` in `unit`); that quantity was
read back from the pixels (`magnitude_measured`) and every other axis reads zero.
Controls have nothing wrong (`flawless`), no edit at all (`unedited`), or show the
same page three times (`identity`); what a control cannot have is null.

`(dimension, role)` is the unit of analysis. `instructed`: the instruction names the
property that is wrong. `incidental`: the edit is right and another property of the
same text is wrong. `bystander`: a text that the edit should leave alone is wrong.\
"""

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


def _cells(metadata: pa.Table) -> str:
    columns = ("dimension", "role", "unit", "magnitude", "visible_anchor")
    rows = [row for row in metadata.select(columns).to_pylist() if row["dimension"]]
    cells: dict[tuple[str, str], list[dict[str, object]]] = {}
    for row in rows:
        cells.setdefault((row["dimension"], row["role"]), []).append(row)
    lines = []
    for (dimension, role), members in sorted(cells.items()):
        sizes = [float(str(row["magnitude"])) for row in members]
        reach = f"{min(sizes):.3g} to {max(sizes):.3g}"
        anchor = f"{members[0]['visible_anchor']:g}"
        unit = members[0]["unit"]
        lines.append((dimension, role, unit, len(members), reach, anchor))
    head = ("dimension", "role", "unit", "stimuli", "magnitudes", "clearly visible")
    return _table(head, lines)


def _provenance(metadata: pa.Table) -> str:
    layouts = sorted(set(metadata["layout"].to_pylist()))
    return (
        f"Eyechart {__version__}; layouts {', '.join(layouts)}; "
        f"fonts {', '.join(fonts_of(layouts))}. SHA-256 over the sorted SHA-256 "
        f"digests of the files of these layouts and fonts, a line each: "
        f"`{materials_digest(layouts)}`."
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
    kinds = Counter(metadata["kind"].to_pylist())
    layouts = Counter(
        zip(
            metadata["difficulty"].to_pylist(),
            metadata["layout"].to_pylist(),
            strict=True,
        )
    )
    pages = [(*pair, number) for pair, number in sorted(layouts.items())]
    sections = [
        "---\n" + "\n".join(_front_matter(spec, metadata)) + "\n---",
        f"# Eyechart corpus {spec.name}",
        f"{metadata.num_rows} stimuli, {images} different images, seed {spec.seed}, "
        f"spec `{spec.digest()}`.",
        _INTRODUCTION,
        "## What it holds",
        _table(("kind", "stimuli"), sorted(kinds.items())),
        _cells(metadata),
        _table(("difficulty", "layout", "stimuli"), pages),
        "## What made it",
        _provenance(metadata),
        "## Loading it",
        _LOADING,
    ]
    return "\n\n".join(sections) + "\n"
