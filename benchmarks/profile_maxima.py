"""How often the survey of a profile misses a maximum, and what that does to limits.

Small cells over six log units, floors of .02 to .5, judges from slow to steep whose
onsets lie in the range and beyond it, and one of five that answers at random; the floor
is estimated from 10 to 85 controls, the lapse is 0 or estimated. In one design each of
50 to 120 answers has a magnitude of its own, in the other four to eight magnitudes have
3 to 20 answers each. The profile log likelihood on the survey's grid is held against
the best of 33 climbs at each position (99 with an estimated lapse). A 95 % limit is too
narrow when they find a drop under the cut at one of seven distances outside it. Run as

    python benchmarks/profile_maxima.py [--cells 400]

With an estimated lapse, whose climbs take longer, an eighth as many cells are drawn.
"""

import argparse
from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
import numpy.typing as npt
from scipy.special import expit
from scipy.stats import chi2

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import family_names, get_family
from eyechart.analysis.intervals.landscape import Landscape
from eyechart.analysis.model.cell import Cell, make_cell
from eyechart.analysis.model.pinned import Pinned
from eyechart.analysis.model.sigmoid import Family, as_wide
from eyechart.analysis.model.together import together

Array = npt.NDArray[np.float64]
Fit = tuple[Landscape, float, float]
Drawn = tuple[Array, Array]
CRITERION, RANGE, EXACT, LAST = 0.75, 6.0, 1e-9, 1.4
DROP = float(chi2.ppf(0.95, 1))
OUTSIDE = np.array([1e-6, 1e-4, 3e-3, 0.01, 0.03, 0.1, 0.3])
RATES = np.array([0.2, 0.6, 1.6, 4, 10, 25, 80, 200, 1e3])
NEAREST = (0.5, 3.0)
FLOOR_SHARES, LAPSE_SHARES = (1.2, 0.8, 0.3), (0.02, 0.5, 0.98)
COMPANY = 40


def single(rng: np.random.Generator) -> Drawn:
    """Return log magnitudes of one answer each."""
    number = rng.choice([50, 100, 120])
    return np.sort(rng.uniform(0, RANGE, number)), np.ones(number)


def tiers(rng: np.random.Generator) -> Drawn:
    """Return a few log magnitudes of several answers each."""
    number = int(rng.integers(4, 9))
    return np.linspace(0, RANGE, number), np.full(number, rng.choice([3.0, 5, 10, 20]))


def judged(
    rng: np.random.Generator,
    design: Callable[[np.random.Generator], Drawn],
    lapse: float | None,
) -> Cell:
    """Return one cell of a judge that is drawn at random."""
    (x, total), floor = design(rng), rng.choice([0.02, 0.2, 0.5])
    rate, onset = rng.choice([1.0, 2.0, 4.0, 8.0]), rng.uniform(-1, RANGE + 1)
    upper = 1.0 if lapse is not None else rng.choice([0.8, 1.0])
    p = floor + (upper - floor) * expit(rate * (x - onset))
    p = rng.random(len(x)) if rng.random() < 0.2 else p
    controls = int(rng.choice([10, 20, 85]))
    return make_cell(
        np.exp(x),
        rng.binomial(total.astype(int), p),
        total,
        controls=(rng.binomial(controls, floor), controls),
        floor=None,
        lapse=lapse,
    )


def thorough(pinned: Pinned, position: Array) -> Array:
    """Return the best of many climbs at each position."""
    cell, each = pinned.cell, np.ones(len(position))
    guess = (cell.controls_below + 0.5) / (cell.controls_total + 1)
    floors = np.clip(guess * np.array(FLOOR_SHARES), *pinned.bounds)
    lapses = pinned.lapse[1] * np.array(LAPSE_SHARES if cell.lapse is None else (0,))
    starts = [
        np.stack([rate, floor * each, lapse * each], axis=1)
        for rate, floor, lapse in product(rates(pinned, position), floors, lapses)
    ]
    size = 3 if cell.lapse is None else 2
    start = np.stack(starts, axis=1)[:, :, :size]
    return pinned.profile(position, start, enough=EXACT)[0]


def rates(pinned: Pinned, position: Array) -> list[Array]:
    """Return rates to climb from, two of them of curves that pass the next answers."""
    away = np.abs(position[:, None] - pinned.x).min(axis=1)
    near = [step / np.maximum(away, 1e-7) for step in NEAREST]
    wide = as_wide(pinned.family, RATES)
    return [*(rate / np.maximum(1, np.abs(position)) for rate in wide), *near]


def fitted(cell: Cell, family: Family) -> Fit:
    """Return a cell's landscape, and its plain limits."""
    found = Landscape.of(cell, fit_curve(cell, family, CRITERION), CRITERION, [DROP])
    low, high = found.borders([DROP], [DROP])
    return found, float(low[0]), float(high[0])


def missed(fit: Fit) -> tuple[Array, Array]:
    """Return by how much the survey is too low, and the limits too narrow in D."""
    found, low, high = fit
    best = np.maximum(thorough(found.pinned, found.position), found.value)
    short = (best - found.value)[2 * (found.best - best) < 2 * DROP]
    ends = [low - OUTSIDE] if np.isfinite(low) else []
    ends += [high + OUTSIDE] if high <= LAST else []
    if not ends:
        return short, np.array([])
    value = thorough(found.pinned, np.concatenate(ends)).reshape(len(ends), -1)
    return short, np.maximum(DROP - 2 * (found.best - value.max(axis=1)), 0.0)


def counted(cells: list[Cell], family: Family) -> tuple[Array, Array]:
    """Return what is missed in all cells."""
    found: list[tuple[Array, Array]] = []
    for first in range(0, len(cells), COMPANY):
        some = cells[first : first + COMPANY]
        fits = together([partial(fitted, cell, family) for cell in some])
        found += together([partial(missed, fit) for fit in fits])
    short, narrow = zip(*found, strict=True)
    return np.concatenate(short), np.concatenate(narrow)


def main() -> None:
    """Print all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cells", type=int, default=400)
    number = parser.parse_args().cells
    for lapse, design in product((0.0, None), (single, tiers)):
        rng = np.random.default_rng(0)
        for name in family_names():
            many = number if lapse is not None else number // 8
            drawn = [judged(rng, design, lapse) for _ in range(many)]
            cells = [cell for cell in drawn if 0 < cell.below.sum() < cell.answers]
            cells = [cell for cell in cells if cell.observed_floor < CRITERION]
            short, narrow = counted(cells, get_family(name))
            print(
                f"{design.__name__}, lapse {'estimated' if lapse is None else lapse}, "
                f"{name}: {(short > 1e-4).sum()} of {len(short)} positions missed by "
                f"over 1e-4; {(narrow > 1e-3).sum()} of {len(narrow)} limits too "
                f"narrow by a drop over .001, {(narrow > 0.05).sum()} by over .05",
                flush=True,
            )


if __name__ == "__main__":
    main()
