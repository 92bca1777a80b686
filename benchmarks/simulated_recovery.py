"""How often the fit gives back the onset that the simulated judge was given.

For each seed, stimuli of four dimensions in two roles, spread evenly in ln m over
the windows of six tiers, and flawless controls are judged by the simulated judge
and fitted. The table states for each cell how often the 95 % profile interval holds the
planted onset. Run as

    python benchmarks/simulated_recovery.py -o benchmarks/results/simulated_recovery.csv
"""

import argparse
import csv
import io
import math
import multiprocessing
import statistics
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from eyechart.analysis.audit import fit
from eyechart.generator.files import write_whole
from eyechart.generator.streams import Stream
from eyechart.judging.observers.simulated import Simulated, simulated
from eyechart.judging.simulation.settings import Settings

WINDOWS = {
    "colour": (0.5, 1.2, 2.5, 5, 10, 20, 40),
    "position": (0.25, 0.5, 1.5, 4, 12, 40, 120),
    "rotation": (0.1, 0.3, 1, 2.5, 6, 14, 30),
    "scale": (0.5, 1.5, 4, 10, 22, 45, 90),
}
"""Bounds of tiers 1 to 6; tier 4 starts at the visible anchor."""

ANCHOR = 3
ROLES = ("instructed", "incidental")
CONTROLS = 40
FRAMING = "instruction"
REQUIRED = 0.9
COLUMNS = (
    "dimension",
    "role",
    "planted",
    "seeds",
    "covered",
    "share_covered",
    "share_located",
    "share_unbounded",
    "median_onset",
    "median_ratio_of_limits",
)

Found = dict[tuple[str, str], tuple[float | None, float | None, float | None]]
"""Onset and its limits by (dimension, role)."""


def stimuli(seed: int, per_tier: int) -> list[dict[str, Any]]:
    """Return a metadata table; magnitudes depend on the seed."""
    rows: list[dict[str, Any]] = [
        {
            "stimulus_id": f"{dimension}-{role}-t{tier}-{number}",
            "kind": "degraded",
            "dimension": dimension,
            "role": role,
            "tier": tier,
            "magnitude": _magnitude(bounds, tier, seed, f"{dimension}-{role}-{number}"),
            "visible_anchor": float(bounds[ANCHOR]),
        }
        for dimension, bounds in WINDOWS.items()
        for role in ROLES
        for tier in range(1, 7)
        for number in range(per_tier)
    ]
    flawless = [
        {"stimulus_id": f"flawless-{number}", "kind": "flawless"}
        for number in range(CONTROLS)
    ]
    return rows + flawless


def _magnitude(bounds: tuple[float, ...], tier: int, seed: int, name: str) -> float:
    low, high = math.log(bounds[tier - 1]), math.log(bounds[tier])
    return math.exp(Stream(seed, name, f"t{tier}").uniform(low, high))


def judged(rows: Iterable[dict[str, Any]], judge: Simulated) -> pd.DataFrame:
    """Return the judge's answers."""
    answers = (answer for row in rows for answer in judge.judge(row, FRAMING))
    names = ("stimulus_id", "judge", "framing", "criterion", "score")
    frame = pd.DataFrame(
        [{name: getattr(answer, name) for name in names} for answer in answers]
    )
    return frame.assign(scale_min=1, scale_max=5)


def recovered(seed: int, per_tier: int) -> Found:
    """Return what the fit finds in one corpus judged once."""
    rows = stimuli(seed, per_tier)
    answers = judged(rows, simulated(Settings(seed=seed)))
    audit = fit(answers, pd.DataFrame(rows), interval="profile")
    return {
        (o.dimension, o.role): (o.onset, o.onset_low, o.onset_high)
        for o in audit.onsets
    }


def summary(cell: tuple[str, str], found: list[Found]) -> dict[str, object]:
    """Return one row of the table."""
    dimension, role = cell
    anchor = float(WINDOWS[dimension][ANCHOR])
    planted, _ = Settings().planted(dimension, role, FRAMING, anchor)
    onsets = [one[cell][0] for one in found if one[cell][0] is not None]
    limits = [
        (low, high)
        for _, low, high in (one[cell] for one in found)
        if low is not None and high is not None
    ]
    covered = sum(low <= planted <= high for low, high in limits)
    ratios = [high / low if low > 0 else math.inf for low, high in limits]
    n = len(found)
    return {
        "dimension": dimension,
        "role": role,
        "planted": planted,
        "seeds": n,
        "covered": covered,
        "share_covered": covered / n,
        "share_located": len(onsets) / n,
        "share_unbounded": sum(map(math.isinf, ratios)) / n,
        "median_onset": round(statistics.median(onsets), 4),
        "median_ratio_of_limits": round(statistics.median(ratios), 3),
    }


def main() -> int:
    """Print the table; return 1 when an interval is too often wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--per-tier", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("-o", "--output", type=Path)
    given = parser.parse_args()
    one = partial(recovered, per_tier=given.per_tier)
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        found = pool.map(one, range(given.seeds), chunksize=5)
    cells = [(dimension, role) for dimension in WINDOWS for role in ROLES]
    table = [summary(cell, found) for cell in cells]
    for row in table:
        print("  ".join(f"{k}={v}" for k, v in row.items()))
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    if given.output is not None:
        write_whole(given.output, text.getvalue())
    shares = [row["covered"] for row in table]
    return int(min(shares) < REQUIRED * given.seeds)


if __name__ == "__main__":
    sys.exit(main())
