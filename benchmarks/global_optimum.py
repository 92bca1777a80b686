"""Whether the fitted curve is ever less likely than another one.

Data sets of five tiers and 40 controls, 5 to 20 answers a tier, with the onset and
the slope drawn over a wide range; half of them have a magnitude of their own for
every answer. The likelihood is searched by a dense grid over threshold and rate, on
which the floor is found by bisection (the likelihood is concave in it), and the two
best cells are zoomed into. This search shares no code with the fit. Run as

    python benchmarks/global_optimum.py -o benchmarks/results/global_optimum.csv
"""

import argparse
import csv
import io
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.stats import gumbel_l, logistic, norm

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.model.cell import make_cell
from eyechart.generator.files import write_whole

Array = npt.NDArray[np.float64]
SIGMOIDS = {"gumbel": gumbel_l, "logistic": logistic, "normal": norm}
FLOORS = (0.02, 0.2, 0.5)
CONTROLS = 40
CRITERION = 0.75
HIGHEST = CRITERION * (1 - 1e-6)
CAUGHT = 1e-6
ZOOMS = 4
COLUMNS = ("family", "floor", "data_sets", "caught", "worst_gap")


def drawn(seed: int, floor: float) -> tuple[Array, Array, Array, int]:
    """Return log magnitudes, answers below ceiling, all answers, and controls."""
    rng = np.random.default_rng([seed, int(1000 * floor)])
    tiers = np.arange(5.0)
    answers = int(rng.integers(5, 21))
    rate, onset = rng.uniform(0.3, 4.0), rng.uniform(0.0, 5.0)
    single = seed % 2 == 1
    x = np.repeat(tiers, answers) if single else tiers
    x = x + rng.uniform(-0.5, 0.5, len(x)) if single else x
    total = np.ones(len(x)) if single else np.full(5, float(answers))
    p = floor + (1 - floor) / (1 + np.exp(-rate * (x - onset)))
    below = rng.binomial(total.astype(np.int64), p).astype(np.float64)
    return x, below, total, int(rng.binomial(CONTROLS, floor))


def likeliest_floors(
    survival: Array, below: Array, total: Array, controls: int
) -> Array:
    """Return the log likelihood of grid points, maximised over the floor.

    `survival` is 1 - F, of shape (..., n).
    """
    low = np.zeros(survival.shape[:-1])
    high = np.full(survival.shape[:-1], HIGHEST)
    passed = total - below
    for _ in range(40):
        g = (low + high) / 2
        p = 1 - (1 - g)[..., None] * survival
        hits = np.where(below > 0, below * survival / p, 0.0)
        slope = (hits - passed / (1 - g)[..., None]).sum(axis=-1)
        slope += controls / g - (CONTROLS - controls) / (1 - g)
        low, high = np.where(slope > 0, g, low), np.where(slope > 0, high, g)
    g = (low + high) / 2
    q = (1 - g)[..., None] * survival
    with np.errstate(divide="ignore", invalid="ignore"):
        points = np.where(below > 0, below * np.log1p(-q), 0.0)
        points += np.where(passed > 0, passed * np.log(q), 0.0)
    alone = controls * np.log(g) + (CONTROLS - controls) * np.log1p(-g)
    return np.asarray(points.sum(axis=-1) + alone)


def searched(family: str, data: tuple[Array, Array, Array, int]) -> float:
    """Return the largest log likelihood of a dense grid with zooms."""
    x, below, total, controls = data
    best = -np.inf
    places = [(float(x.mean()), 2.5, 9.0, 3.2)]
    for zoom in range(ZOOMS):
        found = []
        for at, log_rate, reach, log_reach in places:
            size = 61 if zoom == 0 else 13
            t = np.linspace(at - reach, at + reach, size)
            r = np.linspace(log_rate - log_reach, log_rate + log_reach, size)
            z = np.exp(r)[:, None, None] * (x - t[:, None])
            with np.errstate(over="ignore"):
                survival = SIGMOIDS[family].sf(z)
            value = likeliest_floors(survival, below, total, controls)
            for i, j in peaks(value):
                cell = (t[j], r[i], 2 * reach / (size - 1), 2 * log_reach / (size - 1))
                found.append((float(value[i, j]), cell))
        found.sort(key=lambda one: -one[0])
        best = max(best, found[0][0])
        places = [cell for _, cell in found[:3]]
    return best


def peaks(value: Array) -> list[tuple[int, int]]:
    """Return the three highest grid points that no neighbour exceeds."""
    padded = np.pad(np.nan_to_num(value, nan=-np.inf), 1, constant_values=-np.inf)
    rows, columns = value.shape
    top = np.isfinite(value)
    for i in range(3):
        for j in range(3):
            top &= padded[1:-1, 1:-1] >= padded[i : i + rows, j : j + columns]
    order = sorted(np.argwhere(top).tolist(), key=lambda at: -value[at[0], at[1]])
    return [(i, j) for i, j in order[:3]]


def gap(family: str, seed: int, floor: float) -> float:
    """Return how far the fit stays under the search."""
    data = drawn(seed, floor)
    x, below, total, controls = data
    cell = make_cell(np.exp(x), below, total, controls=(controls, CONTROLS), floor=None)
    fit = fit_curve(cell, get_family(family), CRITERION)
    return searched(family, data) - fit.loglik


def main() -> None:
    """Search every data set and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-sets", type=int, default=2000)
    parser.add_argument("--others", type=int, default=200)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    print(" ".join(COLUMNS), flush=True)
    for family in SIGMOIDS:
        for floor in FLOORS:
            hardest = family == "logistic" and floor == 0.5
            number = arguments.data_sets if hardest else arguments.others
            gaps = [gap(family, seed, floor) for seed in range(number)]
            caught = sum(one > CAUGHT for one in gaps)
            values = (family, floor, number, caught, f"{max(max(gaps), 0.0):.1e}")
            writer.writerow(dict(zip(COLUMNS, values, strict=True)))
            print(*values, flush=True)
    if arguments.output is not None:
        write_whole(arguments.output, out.getvalue())


if __name__ == "__main__":
    main()
