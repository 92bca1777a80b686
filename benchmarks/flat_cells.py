"""How often a rise, or an onset, is claimed of a judge that notices nothing.

Every answer, on stimuli and on 85 controls, is below ceiling with the probability of
the floor. Five tiers, magnitudes spread over each. `rise` is the share of data sets
whose Monte Carlo p is under .05, `chi_squared` the share whose likelihood ratio
passes the 95 % quantile of chi-squared with one degree of freedom, and `located` the
share of which an onset is claimed. Run as

    python benchmarks/flat_cells.py -o benchmarks/results/flat_cells.csv
"""

import argparse
import csv
import io
import math
from itertools import product
from pathlib import Path

import numpy as np

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.model.cell import Cell, distinct_tiers, grouped, make_cell
from eyechart.analysis.model.chance import generator, rise_p
from eyechart.analysis.model.extremes import binomial
from eyechart.analysis.onset import RISE_ALPHA, fit_onset
from eyechart.generator.files import write_whole

FLOORS = (0.02, 0.2, 0.5)
STIMULI = (50, 100)
TIERS = 5
CONTROLS = 85
CHI_SQUARED = 3.841458820694124
COLUMNS = ("floor", "stimuli", "data_sets", "rise", "chi_squared", "located", "se")


def outcome(seed: int, floor: float, stimuli: int) -> tuple[bool, bool, bool]:
    """Return whether a rise, a large ratio and an onset were found."""
    rng = np.random.default_rng([seed, int(1000 * floor), stimuli])
    tier = np.repeat(np.arange(TIERS), stimuli // TIERS)
    m = np.exp(tier + rng.uniform(-0.5, 0.5, stimuli))
    below = (rng.random(stimuli) < floor).astype(float)
    controls = (int((rng.random(CONTROLS) < floor).sum()), CONTROLS)
    single = make_cell(m, below, np.ones(stimuli), controls=controls, floor=None)
    groups = grouped(single, distinct_tiers(m, np.ones(stimuli), tier.tolist()))
    risen = rise_p(groups, get_family("logistic"), generator(seed, "rise")) < RISE_ALPHA
    large = ratio(groups) > CHI_SQUARED
    if not risen:
        # No onset is claimed without a rise.
        return False, large, False
    fit = fit_onset(
        m,
        below,
        np.ones(stimuli),
        controls=controls,
        tier=tier.tolist(),
        interval="profile",
        seed=seed,
    )
    return True, large, fit.status == "located"


def ratio(cell: Cell) -> float:
    """Return twice the log likelihood that a rise over the tiers gains."""
    curve = fit_curve(cell, get_family("logistic"), 0.999)
    k, n = cell.below.sum() + cell.controls_below, cell.total.sum() + CONTROLS
    return 2 * (curve.loglik - float(binomial(k, n, k / n)))


def main() -> None:
    """Run every scenario and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-sets", type=int, default=1000)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    print(" ".join(COLUMNS), flush=True)
    number = arguments.data_sets
    for floor, stimuli in product(FLOORS, STIMULI):
        found = [outcome(seed, floor, stimuli) for seed in range(number)]
        shares = np.mean(found, axis=0)
        se = math.sqrt(0.05 * 0.95 / number)
        values = (floor, stimuli, number, *(f"{s:.4f}" for s in shares), f"{se:.4f}")
        writer.writerow(dict(zip(COLUMNS, values, strict=True)))
        print(*values, flush=True)
    if arguments.output is not None:
        write_whole(arguments.output, out.getvalue())


if __name__ == "__main__":
    main()
