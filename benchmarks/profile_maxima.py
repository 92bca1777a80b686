"""How often the survey of a profile misses a maximum, and what that does to limits.

Cells of 50 to 120 single answers over six log units, floors of .02 to .5, judges from
slow to steep whose onsets lie in the range and beyond it, with their floor estimated
from 85 controls. The profile log likelihood on the survey's grid is held against the
best of twenty-four climbs at each position, and 95 % limits from the one against limits
from the other. A limit is too narrow when twenty-four climbs just outside it find a
drop that is under the cut. Run as

    python benchmarks/profile_maxima.py [--cells 400]
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from unittest import mock

import numpy as np
import numpy.typing as npt
from scipy.special import expit
from scipy.stats import chi2

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import family_names, get_family
from eyechart.analysis.intervals import landscape
from eyechart.analysis.intervals.landscape import Landscape
from eyechart.analysis.model.cell import Cell, make_cell
from eyechart.analysis.model.pinned import Pinned
from eyechart.analysis.model.sigmoid import Family, as_wide
from eyechart.analysis.model.together import together

Array = npt.NDArray[np.float64]
Surveyed = tuple[Array, Array]
CRITERION, CONTROLS, RANGE, EXACT, OUTSIDE = 0.75, 85, 6.0, 1e-9, 1e-6
DROP = float(chi2.ppf(0.95, 1))
RATES = np.array([0.2, 0.6, 1.6, 4, 10, 25, 80, 200])
FLOOR_SHARES = (1.2, 0.8, 0.3)
COMPANY = 40


def judged(rng: np.random.Generator) -> Cell:
    """Return one cell of a judge that is drawn at random."""
    number, floor = rng.choice([50, 100, 120]), rng.choice([0.02, 0.2, 0.5])
    rate, onset = rng.choice([1.0, 2.0, 4.0, 8.0]), rng.uniform(-1, RANGE + 1)
    x = np.sort(rng.uniform(0, RANGE, number))
    p = floor + (1 - floor) * expit(rate * (x - onset))
    return make_cell(
        np.exp(x),
        (rng.random(number) < p).astype(float),
        np.ones(number),
        controls=(float(rng.binomial(CONTROLS, floor)), float(CONTROLS)),
        floor=None,
    )


def thorough(pinned: Pinned, position: Array) -> Surveyed:
    """Return the best of twenty-four climbs at each position."""
    cell, each = pinned.cell, np.ones(len(position))
    guess = (cell.controls_below + 0.5) / (cell.controls_total + 1)
    scale = np.maximum(1, np.abs(position))
    starts = [
        np.stack([rate / scale, np.clip(guess * share, *pinned.bounds) * each], axis=1)
        for rate in as_wide(pinned.family, RATES)
        for share in FLOOR_SHARES
    ]
    return pinned.profile(position, np.stack(starts, axis=1), enough=EXACT)


def fitted(cell: Cell, family: Family) -> tuple[Landscape, Array]:
    """Return a cell's landscape, and its plain limits."""
    curve = fit_curve(cell, family, CRITERION)
    found = Landscape.of(cell, curve, CRITERION, [DROP])
    low, high = found.borders([DROP], [DROP])
    return found, np.array([low[0], high[0]])


def compared(cells: list[Cell], family: Family) -> Iterator[tuple[Array, ...]]:
    """Yield what the survey misses, where drops are small, and what limits miss."""
    ours = fits(cells, family, landscape.surveyed)
    theirs = fits(cells, family, thorough)
    for (one, ends), (other, best_ends) in zip(ours, theirs, strict=True):
        top = np.maximum(one.value, other.value)
        with np.errstate(invalid="ignore"):
            moved = np.where(ends == best_ends, 0.0, np.abs(ends - best_ends))
        near = 2 * (other.best - top) < 2 * DROP
        yield top - one.value, near, moved, DROP - drop_outside(one, ends)


def drop_outside(found: Landscape, ends: Array) -> Array:
    """Return the drop just outside each limit; infinite outside an infinite one."""
    outside = ends + np.array([-OUTSIDE, OUTSIDE])
    finite = np.isfinite(ends)
    drop = np.full(len(ends), np.inf)
    value = thorough(found.pinned, np.where(finite, outside, 0.0))[0]
    drop[finite] = 2 * (found.best - value[finite])
    return drop


def fits(
    cells: list[Cell], family: Family, survey: Callable[[Pinned, Array], Surveyed]
) -> list[tuple[Landscape, Array]]:
    """Return the landscapes of all cells, made by a survey, and their limits."""
    found = []
    with mock.patch.object(landscape, "surveyed", survey):
        for first in range(0, len(cells), COMPANY):
            some = cells[first : first + COMPANY]
            found += together([partial(fitted, cell, family) for cell in some])
    return found


def main() -> None:
    """Print all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cells", type=int, default=400)
    given = parser.parse_args()
    rng = np.random.default_rng(0)
    for name in family_names():
        drawn = [judged(rng) for _ in range(given.cells)]
        cells = [cell for cell in drawn if 0 < cell.below.sum() < cell.answers]
        found = list(compared(cells, get_family(name)))
        short, near, moved, narrow = (
            np.concatenate(part) for part in zip(*found, strict=True)
        )
        missed = [int((short[near] > limit).sum()) for limit in (1e-4, 0.01, 0.1)]
        print(
            f"{name}: of {int(near.sum())} positions with a drop under {2 * DROP:.1f}, "
            f"by over 1e-4, .01 and .1: {missed}; of {len(moved)} limits "
            f"{int((moved > 1e-3).sum())} move by over .001 of half the range, and "
            f"{int((narrow > 1e-3).sum())} and {int((narrow > 0.05).sum())} are too "
            "narrow by a drop of .001 and .05"
        )


if __name__ == "__main__":
    main()
