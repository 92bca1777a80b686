"""What makes two corpora the same."""

from pathlib import Path

from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.drawing.canvas import pixel_digest
from eyechart.generator.drawing.encode import from_png


def identity(folder: Path) -> dict[str, object]:
    """Return digests of all pixels and the bytes of all texts of a corpus."""
    corpus = open_corpus(folder)
    pixels = {
        (row["stimulus_id"], name): pixel_digest(from_png(row[name]["bytes"], name))
        for row in corpus.rows()
        for name in ("source", "ground_truth", "result")
    }
    files = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
    )
    texts = ("manifest.jsonl", "README.md", "spec.toml")
    return {
        "pixels": pixels,
        "images": {name: corpus.image(name) for name in corpus.places},
        "metadata": corpus.metadata().to_pylist(),
        "files": files,
        **{name: (folder / name).read_bytes() for name in texts},
    }
