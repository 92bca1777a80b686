"""Write the pictures and oracles.json beside this file.

    eyechart render smoke -o CORPUS
    python make_oracles.py CORPUS

in an environment with numpy, pillow, pyarrow, flip-evaluator 1.7 and scikit-image
0.26. The tests need only what is written.
"""

import importlib.metadata
import io
import json
import sys
from pathlib import Path

import flip_evaluator
import numpy as np
import pyarrow.parquet as pq
from PIL import Image
from skimage.metrics import structural_similarity

HERE = Path(__file__).parent
COMMAND = "eyechart render smoke -o CORPUS && python make_oracles.py CORPUS"
STIMULI = (
    "colour-instructed-t3-quote_card-r00",
    "position-incidental-t1",
    "position-instructed-t6",
    "rotation-instructed-t4",
    "scale-bystander-t2",
    "scale-incidental-t5",
)


def cut(truth: np.ndarray, shown: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what lies within 40 px of the change: whole pages take much room."""
    rows, columns = (truth != shown).any(axis=2).nonzero()
    window = (
        slice(max(0, rows.min() - 40), rows.max() + 41),
        slice(max(0, columns.min() - 40), columns.max() + 41),
    )
    return truth[window], shown[window]


def stimuli(corpus: Path) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return the first stimulus of each wanted beginning."""
    found = {}
    for path in sorted((corpus / "stimuli").glob("*.parquet")):
        table = pq.read_table(path, columns=["stimulus_id", "ground_truth", "result"])
        for row in table.to_pylist():
            for start in STIMULI:
                if row["stimulus_id"].startswith(start) and start not in found:
                    found[start] = tuple(
                        np.asarray(Image.open(io.BytesIO(row[name]["bytes"])))
                        for name in ("ground_truth", "result")
                    )
    return found


def synthetic(page: np.ndarray) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return grain on a page, unrelated pictures, and changed corners."""
    chance = np.random.default_rng(7)
    grainy = page.astype(int)
    grainy[200:260, 100:400] += chance.normal(0, 12, (60, 300, 3)).round().astype(int)
    first, second = chance.integers(0, 256, (2, 48, 64, 3), dtype=np.uint8)
    corners = np.full((40, 60, 3), (30, 90, 160), dtype=np.uint8)
    marked = corners.copy()
    marked[0, 0], marked[-1, -3:], marked[0, -1] = 255, (200, 20, 20), 0
    return {
        "grain": (page, np.clip(grainy, 0, 255).astype(np.uint8)),
        "unrelated": (first, second),
        "corners": (corners, marked),
    }


def oracle(truth: np.ndarray, shown: np.ndarray) -> dict[str, float]:
    """Return what the published implementations say."""
    errors, _, _ = flip_evaluator.evaluate(
        (truth / 255).astype(np.float32),
        (shown / 255).astype(np.float32),
        "LDR",
        applyMagma=False,
        parameters={"vc": [0.7, 3840, 0.7]},
    )
    errors = np.asarray(errors, dtype=np.float64)
    similarity = structural_similarity(
        truth,
        shown,
        gaussian_weights=True,
        sigma=1.5,
        use_sample_covariance=False,
        channel_axis=2,
        data_range=255,
    )
    return {
        "flip_mean": float(errors.mean()),
        "flip_max": float(errors.max()),
        "ssim": float(similarity),
    }


def main() -> None:
    """Write everything."""
    pairs = stimuli(Path(sys.argv[1]))
    pairs |= synthetic(pairs["rotation-instructed-t4"][0])
    (HERE / "pictures").mkdir(exist_ok=True)
    values = {}
    for name, pages in sorted(pairs.items()):
        truth, shown = cut(*pages)
        for part, pixels in (("truth", truth), ("shown", shown)):
            path = HERE / "pictures" / f"{name}.{part}.png"
            Image.fromarray(pixels).save(path, optimize=True)
        values[name] = oracle(truth, shown)
    versions = {
        name: importlib.metadata.version(name)
        for name in ("flip-evaluator", "scikit-image")
    }
    text = json.dumps(
        {"command": COMMAND, "versions": versions, "values": values}, indent=1
    )
    (HERE / "oracles.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
