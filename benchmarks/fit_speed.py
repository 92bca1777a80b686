"""Time of refits against a loop of GLM fits, and of whole cells.

Run as

    python benchmarks/fit_speed.py -o benchmarks/results/fit_speed.csv

The loop is timed on a sample of the same bootstrap data sets and scaled up to all of
them; it fits a logit with two parameters, and our refits a floor as well. Our cells are
refitted together, as they are in an audit.
"""

import argparse
import csv
import io
import time
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels.api as sm

import eyechart
from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.intervals.replicates import refitted
from eyechart.analysis.model.cell import Cell, make_cell
from eyechart.analysis.model.likelihood import Counts
from eyechart.analysis.model.scaled import Axis
from eyechart.analysis.model.together import together
from eyechart.generator.files import write_whole

Row = tuple[str, str]
CELLS, REFITS, SAMPLE = 36, 1000, 1000
JUDGES, DIMENSIONS = 3, 40
FLOOR, CONTROLS = 0.1, 85


def tiered(rng: np.random.Generator) -> Cell:
    """Return six magnitudes with 20 answers each."""
    x = np.arange(6.0)
    p = FLOOR + (1 - FLOOR) / (1 + np.exp(-2 * (x - rng.uniform(1, 4))))
    controls = (float(rng.binomial(CONTROLS, FLOOR)), float(CONTROLS))
    below = rng.binomial(20, p)
    return make_cell(np.exp(x), below, [20] * 6, controls=controls, floor=None)


def refits(rng: np.random.Generator) -> Iterator[Row]:
    """Time our refits and the loop."""
    family, tasks, samples = get_family("logistic"), [], []
    for _ in range(CELLS):
        cell = tiered(rng)
        curve, axis = fit_curve(cell, family, 0.75), Axis.of(cell.log_magnitude)
        p = curve.probability(cell.log_magnitude)
        x = axis.scaled(cell.log_magnitude)
        counts = Counts(
            below=rng.binomial(20, p, (REFITS, 6)).astype(float),
            total=cell.total,
            controls_below=rng.binomial(CONTROLS, curve.floor, REFITS).astype(float),
            controls_total=float(CONTROLS),
        )
        tasks.append(partial(refitted, curve, cell, 0.75, x, counts))
        samples += [
            np.column_stack([row, 20 - row]) for row in counts.below[: SAMPLE // CELLS]
        ]
    start = time.perf_counter()
    together(tasks)
    ours = time.perf_counter() - start
    design = sm.add_constant(np.arange(6.0))
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for counts in samples:
            sm.GLM(counts, design, family=sm.families.Binomial()).fit()
    loop = (time.perf_counter() - start) * CELLS * REFITS / len(samples)
    yield f"{CELLS} x {REFITS} refits, s", f"{ours:.2f}"
    yield f"loop of as many GLM fits, s (from {len(samples)})", f"{loop:.1f}"
    yield "loop / refits", f"{loop / ours:.0f}"
    yield "one GLM fit, ms", f"{1000 * loop / (CELLS * REFITS):.2f}"


def judged(rng: np.random.Generator) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return stimuli of 40 cells, 120 in each, and three judges' scores of them."""
    stimuli, judgements = [], []
    for number in range(CONTROLS):
        stimuli.append({"stimulus_id": f"f{number}", "kind": "flawless"})
    for cell in range(DIMENSIONS):
        x = np.repeat(np.arange(6), 20) + rng.random(120)
        stimuli += [
            {
                "stimulus_id": f"{cell}-{number}",
                "kind": "degraded",
                "dimension": f"d{cell}",
                "role": "incidental",
                "tier": number // 20 + 1,
                "magnitude": float(np.exp(value)),
                "unit": "px",
            }
            for number, value in enumerate(x)
        ]
    for judge in range(JUDGES):
        onset = dict(enumerate(rng.uniform(1, 5, DIMENSIONS)))
        for row in stimuli:
            p = FLOOR
            if row["kind"] == "degraded":
                away = np.log(row["magnitude"]) - onset[int(row["dimension"][1:])]
                p += (1 - FLOOR) / (1 + np.exp(-2 * away))
            judgements.append(
                {
                    "stimulus_id": row["stimulus_id"],
                    "judge": f"judge{judge}",
                    "framing": "instruction",
                    "criterion": "visual_consistency",
                    "score": 4 if rng.random() < p else 5,
                    "scale_min": 1,
                    "scale_max": 5,
                    "status": "ok",
                }
            )
    return pd.DataFrame(stimuli), pd.DataFrame(judgements)


def audits(rng: np.random.Generator) -> Iterator[Row]:
    """Time whole audits, in one process and in two."""
    stimuli, judgements = judged(rng)
    for interval in ("profile", "calibrated"):
        for workers in (1, 2):
            start = time.perf_counter()
            eyechart.fit(judgements, stimuli, interval=interval, workers=workers)
            took = time.perf_counter() - start
            cells = f"{JUDGES} judges x {DIMENSIONS} cells"
            yield f"{cells}, {interval}, processes {workers}, s", f"{took:.1f}"


def main() -> None:
    """Print both comparisons, and write them when asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    rng, rows = np.random.default_rng(0), []
    for row in chain(refits(rng), audits(rng)):
        rows.append(row)
        print(": ".join(row), flush=True)
    if given.output is not None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([("what", "value"), *rows])
        write_whole(given.output, text.getvalue())


if __name__ == "__main__":
    main()
