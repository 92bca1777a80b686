"""How often the interval of an onset holds the onset that was planted.

Answers are drawn straight from the model, by a generator that shares no code with
the fit: five tiers one natural-log unit apart, magnitudes spread over each tier,
a logistic judge with rate 2. The onset lies on the middle tier ("mid") or between
the fourth and the fifth ("late"). Run as

    python benchmarks/planted_truth.py -o benchmarks/results/planted_truth.csv

What is measured are the profile limits themselves. The limits in an audit are
those, widened to infinity where nothing was tested, so they hold the truth at
least as often.
"""

import argparse
import csv
import io
import math
import statistics
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.interval import profile_limits
from eyechart.analysis.model.cell import Cell, make_cell
from eyechart.generator.files import write_whole

FLOORS = (0.02, 0.2, 0.5)
STIMULI = (50, 100)
PLACES = {"mid": 2.0, "late": 3.5}
TIERS = 5
RATE = 2.0
CONTROLS = 40
CRITERION = 0.75
LEVEL = 0.95
COLUMNS = (
    "floor",
    "stimuli",
    "place",
    "seeds",
    "share_covered",
    "share_covered_se",
    "share_too_low",
    "share_too_high",
    "share_unbounded",
    "median_width_tiers",
    "share_steps",
    "share_steps_gap_covers",
)


def drawn(
    seed: int, floor: float, stimuli: int, onset: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], int]:
    """Return magnitudes, answers and the number of controls below ceiling."""
    rng = np.random.default_rng([seed, int(1000 * floor), stimuli, int(10 * onset)])
    tier = np.repeat(np.arange(TIERS), stimuli // TIERS)
    x = tier + rng.uniform(-0.5, 0.5, len(tier))
    odds = (CRITERION - floor) / (1 - CRITERION)
    chance = 1 / (1 + np.exp(-(math.log(odds) + RATE * (x - onset))))
    below = rng.random(len(x)) < floor + (1 - floor) * chance
    return np.exp(x), below, int((rng.random(CONTROLS) < floor).sum())


def row(floor: float, stimuli: int, place: str, seeds: int) -> dict[str, object]:
    """Return one row of the table."""
    onset = PLACES[place]
    truth = math.exp(onset)
    family = get_family("logistic")
    limits, gaps = [], []
    for seed in range(seeds):
        m, below, controls = drawn(seed, floor, stimuli, onset)
        cell: Cell = make_cell(
            m, below, np.ones(len(m)), controls=(controls, CONTROLS), floor=None
        )
        curve = fit_curve(cell, family, CRITERION)
        limits.append(profile_limits(cell, curve, CRITERION, LEVEL))
        if curve.step is not None:
            gaps.append(curve.step.last_low <= onset <= curve.step.first_high)
    too_low = sum(limit.high < truth for limit in limits) / seeds
    too_high = sum(limit.low > truth for limit in limits) / seeds
    covered = 1 - too_low - too_high
    bounded = [limit.low > 0 and math.isfinite(limit.high) for limit in limits]
    widths = [
        math.log(limit.high / limit.low) if both else math.inf
        for limit, both in zip(limits, bounded, strict=True)
    ]
    values = (
        floor,
        stimuli,
        place,
        seeds,
        f"{covered:.4f}",
        f"{math.sqrt(covered * (1 - covered) / seeds):.4f}",
        f"{too_low:.4f}",
        f"{too_high:.4f}",
        f"{1 - sum(bounded) / seeds:.4f}",
        f"{statistics.median(widths):.3f}",
        f"{len(gaps) / seeds:.4f}",
        f"{sum(gaps) / len(gaps):.4f}" if gaps else "",
    )
    return dict(zip(COLUMNS, values, strict=True))


def main() -> None:
    """Run every cell and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    print(" ".join(COLUMNS), flush=True)
    for floor, stimuli, place in product(FLOORS, STIMULI, PLACES):
        values = row(floor, stimuli, place, arguments.seeds)
        writer.writerow(values)
        print(" ".join(map(str, values.values())), flush=True)
    if arguments.output is not None:
        write_whole(arguments.output, out.getvalue())


if __name__ == "__main__":
    main()
