"""How often limits of a difference of onsets hold the difference that was planted.

"roles": two cells of one judge over common controls, 10 stimuli a tier, by profile
likelihood. "judges": two judges on the same stimuli, some of which are harder for
both, 15 a tier, by paired bootstrap. The difference is .8 in natural-log units. Run as

    python benchmarks/difference_coverage.py -o benchmarks/results/differences.csv
"""

import argparse
import csv
import io
from pathlib import Path

import numpy as np
from scipy.special import expit, logit

from eyechart.analysis.comparing.difference import Answers, onset_difference
from eyechart.analysis.comparing.judges import paired_difference
from eyechart.generator.files import write_whole

PLACES = (2.6, 3.4)
DIFFERENCE = PLACES[1] - PLACES[0]
RATE, CRITERION, CONTROLS, TIERS = 2.0, 0.75, 85, 6
FLOORS = (0.05, 0.2, 0.4)
REPLICATES = 299

Limits = tuple[float | None, float | None]


def below(
    rng: np.random.Generator,
    x: np.ndarray,
    place: float,
    floor: float,
    more: np.ndarray,
) -> np.ndarray:
    """Draw answers; `more` makes single stimuli harder or easier."""
    start = logit((CRITERION - floor) / (1 - floor))
    p = floor + (1 - floor) * expit(start + RATE * (x - place) + more)
    return np.asarray(rng.random(len(x)) < p, dtype=np.float64)


def positions(rng: np.random.Generator, per_tier: int) -> np.ndarray:
    """Draw log magnitudes, so many within each tier."""
    return np.repeat(np.arange(TIERS), per_tier) + rng.random(TIERS * per_tier)


def roles(seed: int, floor: float) -> Limits:
    """Return the limits of one data set of two roles."""
    rng = np.random.default_rng([seed, round(100 * floor)])
    answers = []
    for place in PLACES:
        x = positions(rng, 10)
        k = below(rng, x, place, floor, np.zeros(len(x)))
        answers.append(Answers(np.exp(x), k, np.ones(len(x))))
    controls = int(rng.binomial(CONTROLS, floor)), CONTROLS
    found = onset_difference(answers[0], answers[1], controls=controls)
    return found.low, found.high


def judges(seed: int, floor: float) -> Limits:
    """Return the limits of one data set of two judges."""
    rng = np.random.default_rng([seed, round(100 * floor)])
    x = positions(rng, 15)
    hard = rng.normal(size=len(x))
    first, second = (below(rng, x, place, floor, hard) for place in PLACES)
    one, other = (rng.random(CONTROLS) < floor for _ in PLACES)
    found = paired_difference(
        np.exp(x),
        (first, second),
        (one, other),
        tier=np.floor(x).astype(int).tolist(),
        replicates=REPLICATES,
        seed=seed,
    )
    return found.low, found.high


def main() -> None:
    """Print the table, and write it when asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sets", type=int, default=60)
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    rows = []
    for name, draw in (("roles", roles), ("judges", judges)):
        for floor in FLOORS:
            limits = [draw(seed, floor) for seed in range(given.sets)]
            known = [
                (low, high)
                for low, high in limits
                if low is not None and high is not None
            ]
            row = {
                "comparison": name,
                "floor": floor,
                "sets": given.sets,
                "compared": len(known),
                "covered": sum(low <= DIFFERENCE <= high for low, high in known),
                "open": sum(bool(np.isinf(high - low)) for low, high in known),
            }
            rows.append(row)
            print("  ".join(f"{k}={v}" for k, v in row.items()), flush=True)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    if given.output is not None:
        write_whole(given.output, text.getvalue())


if __name__ == "__main__":
    main()
