"""How well a mixed fit gives back what was planted, beside a fit without series.

Crossed designs: each series at every tier, its intercept drawn from a normal
distribution. The table states, for each standard deviation of the intercepts, the
median of what is found and how often the 95 % limits hold the onset of the median
series; "plain" are the profile limits of a curve fitted as if all answers were
independent. Run as

    python benchmarks/mixed_recovery.py -o benchmarks/results/mixed_recovery.csv
"""

import argparse
import csv
import io
import math
import statistics
from pathlib import Path

import numpy as np
from scipy.special import expit, logit

from eyechart.analysis.mixed.fit import fit_mixed
from eyechart.analysis.onset import fit_onset
from eyechart.generator.files import write_whole

TIERS = 6
SERIES = 30
CONTROLS = 85
FLOOR, RATE, PLACE, CRITERION = 0.1, 2.0, 3.0, 0.75
SPREADS = (0.0, 1.0, 2.0)


def drawn(
    seed: int, sd: float
) -> tuple[np.ndarray, np.ndarray, list[int], tuple[int, int]]:
    """Return magnitudes, answers, series and controls of one data set."""
    rng = np.random.default_rng([seed, int(10 * sd)])
    x = np.arange(TIERS) + rng.random((SERIES, 1))
    start = logit((CRITERION - FLOOR) / (1 - FLOOR))
    z = start + RATE * (x - PLACE) + sd * rng.normal(size=(SERIES, 1))
    below = rng.random(z.shape) < FLOOR + (1 - FLOOR) * expit(z)
    names = np.repeat(np.arange(SERIES), TIERS).tolist()
    controls = int(rng.binomial(CONTROLS, FLOOR)), CONTROLS
    return np.exp(x).ravel(), below.ravel(), names, controls


def row(sd: float, sets: int) -> dict[str, float | int]:
    """Return one line of the table."""
    truth = math.exp(PLACE)
    mixed, plain = [], []
    for seed in range(sets):
        magnitude, below, names, controls = drawn(seed, sd)
        mixed.append(fit_mixed(magnitude, below, names, controls=controls))
        ones = np.ones(len(below))
        plain.append(
            fit_onset(magnitude, below, ones, controls=controls, interval="profile")
        )
    limits = [
        (f.low, f.high) for f in plain if f.low is not None and f.high is not None
    ]
    return {
        "planted_sd": sd,
        "sets": sets,
        "median_sd": round(statistics.median(f.sd for f in mixed), 4),
        "planted_log_onset": PLACE,
        "median_log_onset": round(
            statistics.median(math.log(f.onset) for f in mixed), 4
        ),
        "covered": sum(f.low <= truth <= f.high for f in mixed),
        "plain_covered": sum(low <= truth <= high for low, high in limits),
        "share_sd_p_under_05": sum(f.sd_p < 0.05 for f in mixed) / sets,
    }


def main() -> None:
    """Print the table, and write it when asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sets", type=int, default=25)
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    rows = []
    for sd in SPREADS:
        rows.append(row(sd, given.sets))
        print("  ".join(f"{k}={v}" for k, v in rows[-1].items()), flush=True)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if given.output is not None:
        write_whole(given.output, text.getvalue())


if __name__ == "__main__":
    main()
