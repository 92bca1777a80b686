"""How often the interval of an onset holds the onset that was planted.

Answers are drawn straight from the model, by a generator that shares no code with
the fit: five tiers one natural-log unit apart, magnitudes spread over each tier,
a logistic judge with rate 2. The onset lies on the middle tier ("mid") or between
the fourth and the fifth ("late"). Run as

    python benchmarks/planted_truth.py --seeds 200 -o benchmarks/results/planted_truth.csv
"""

import argparse
import csv
import io
import math
import statistics
from itertools import product
from pathlib import Path

import numpy as np

from eyechart.analysis.onset import fit_onset
from eyechart.generator.files import write_whole

FLOORS = (0.02, 0.2, 0.5)
STIMULI = (50, 100)
PLACES = {"mid": 2.0, "late": 3.5}
TIERS = 5
RATE = 2.0
CONTROLS = 40
CRITERION = 0.75
COLUMNS = (
    "floor",
    "stimuli",
    "place",
    "seeds",
    "covered",
    "share_covered",
    "share_unbounded",
    "median_width_tiers",
    "share_located",
    "share_separated",
    "share_separated_step_covers",
)


def drawn(
    rng: np.random.Generator, floor: float, stimuli: int, onset: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Return magnitudes, answers, tiers and control answers of one judge."""
    tier = np.repeat(np.arange(TIERS), stimuli // TIERS)
    x = tier + rng.uniform(-0.5, 0.5, len(tier))
    odds = (CRITERION - floor) / (1 - CRITERION)
    chance = 1 / (1 + np.exp(-(math.log(odds) + RATE * (x - onset))))
    below = rng.random(len(x)) < floor + (1 - floor) * chance
    return np.exp(x), below, tier, int((rng.random(CONTROLS) < floor).sum())


def cell(floor: float, stimuli: int, place: str, seeds: int) -> dict[str, object]:
    """Return one row of the table."""
    onset = PLACES[place]
    covered = unbounded = located = 0
    widths, steps = [], []
    for seed in range(seeds):
        rng = np.random.default_rng([seed, int(1000 * floor), stimuli, int(10 * onset)])
        m, below, tier, controls = drawn(rng, floor, stimuli, onset)
        fit = fit_onset(
            m, below, np.ones(len(m)), controls=(controls, CONTROLS), tier=tier
        )
        located += fit.status == "located"
        if fit.low is None or fit.high is None:
            continue
        covered += fit.low <= math.exp(onset) <= fit.high
        bounded = fit.low > 0 and math.isfinite(fit.high)
        unbounded += not bounded
        widths.append(math.log(fit.high / fit.low) if bounded else math.inf)
        if fit.status == "separated":
            steps.append(_step_covers(m, below, onset))
    return dict(
        zip(
            COLUMNS,
            (
                floor,
                stimuli,
                place,
                seeds,
                covered,
                round(covered / seeds, 4),
                round(unbounded / seeds, 4),
                round(statistics.median(widths), 3),
                round(located / seeds, 4),
                round(len(steps) / seeds, 4),
                round(sum(steps) / len(steps), 4) if steps else "",
            ),
            strict=True,
        )
    )


def _step_covers(m: np.ndarray, below: np.ndarray, onset: float) -> bool:
    """Tell whether the bare gap under the answers that are all below holds the onset."""
    short = m[~below]
    gap_low = short.max() if len(short) else 0.0
    gap_high = m[m > gap_low].min()
    return bool(gap_low <= math.exp(onset) <= gap_high)


def main() -> None:
    """Run every cell and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for floor, stimuli, place in product(FLOORS, STIMULI, PLACES):
        row = cell(floor, stimuli, place, arguments.seeds)
        writer.writerow(row)
        print("  ".join(f"{name}={value}" for name, value in row.items()), flush=True)  # noqa: T201
    if arguments.output is not None:
        write_whole(arguments.output, out.getvalue())


if __name__ == "__main__":
    main()
