"""Time and memory of an audit of a million judgements, from Parquet, in one process.

Eight judges of 40 cells, 3,125 stimuli in each, on magnitudes that are all distinct,
with plain profile limits. Run as

    python benchmarks/large_table.py -o benchmarks/results/large_table.csv
"""

import argparse
import csv
import io
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

import eyechart
from eyechart.generator.files import write_whole

JUDGES, DIMENSIONS, STIMULI = 8, 40, 3_125
FLOOR, CONTROLS = 0.1, 85


def stimuli_of(rng: np.random.Generator) -> pd.DataFrame:
    """Return stimuli of all cells on six tiers, and flawless controls."""
    log = rng.uniform(0, 6, DIMENSIONS * STIMULI)
    cell = np.repeat(np.arange(DIMENSIONS), STIMULI)
    degraded = pd.DataFrame(
        {
            "stimulus_id": [f"s{i}" for i in range(len(log))],
            "kind": "degraded",
            "dimension": [f"d{i}" for i in cell],
            "role": "incidental",
            "tier": log.astype(int) + 1,
            "magnitude": np.exp(log),
            "unit": "px",
        }
    )
    names = [f"f{i}" for i in range(CONTROLS)]
    controls = pd.DataFrame({"stimulus_id": names, "kind": "flawless"})
    return pd.concat([degraded, controls], ignore_index=True)


def judgements_of(rng: np.random.Generator, stimuli: pd.DataFrame) -> pd.DataFrame:
    """Return the scores of all judges, whose onsets differ from cell to cell."""
    degraded = stimuli["kind"] == "degraded"
    log = np.log(stimuli["magnitude"].where(degraded, 1.0))
    found = []
    for judge in range(JUDGES):
        threshold = np.append(
            np.repeat(rng.uniform(1, 5, DIMENSIONS), STIMULI), [np.inf] * CONTROLS
        )
        p = FLOOR + (1 - FLOOR) / (1 + np.exp(-2 * (log - threshold)))
        found.append(
            pd.DataFrame(
                {
                    "stimulus_id": stimuli["stimulus_id"],
                    "judge": f"judge{judge}",
                    "framing": "instruction",
                    "criterion": "visual_consistency",
                    "score": np.where(rng.random(len(p)) < p, 4, 5),
                    "scale_min": 1,
                    "scale_max": 5,
                }
            )
        )
    return pd.concat(found, ignore_index=True)


def main() -> None:
    """Print rows, cells, seconds and peak memory."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("judged.parquet", "stimuli.parquet")]
        stimuli = stimuli_of(rng)
        judgements = judgements_of(rng, stimuli)
        rows = len(judgements)
        judgements.to_parquet(paths[0])
        stimuli.to_parquet(paths[1])
        del stimuli, judgements
        start = time.perf_counter()
        audit = eyechart.fit(*paths, interval="profile", workers=1)
        took = time.perf_counter() - start
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9
    found = [
        ("judgements", f"{rows}"),
        ("cells", f"{len(audit.onsets)}"),
        ("located", f"{sum(o.status == 'located' for o in audit.onsets)}"),
        ("fit, s", f"{took:.0f}"),
        ("peak memory, GB", f"{peak:.1f}"),
    ]
    for row in found:
        print(": ".join(row), flush=True)
    if given.output is not None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([("what", "value"), *found])
        write_whole(given.output, text.getvalue())


if __name__ == "__main__":
    main()
