"""How often refits by the thousand miss the maximum of their data set.

"three starts": small data sets of six tiers, 5 or 20 answers in each, floors of .02
and .5, slopes and onsets drawn over a wide range, climbed as for a p value.
"original curve": data drawn from a curve and climbed as the replicates of a bootstrap:
from that curve when it is wide and in the range, else from three starts. "single
answers": resamples of cells whose magnitudes are all distinct. All are held against six
climbs to the end, none of which is given up. Run as

    python benchmarks/refit_maxima.py
"""

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt
from scipy.special import expit

from eyechart.analysis.families import family_names, get_family
from eyechart.analysis.model.climb import best_starts, climb, scattered
from eyechart.analysis.model.likelihood import Counts
from eyechart.analysis.model.problems import Model
from eyechart.analysis.model.refit import FEW_STEPS, MOST_STEPS, refit
from eyechart.analysis.model.sigmoid import Family, middle

Array = npt.NDArray[np.float64]
X = np.linspace(-1, 1, 6)
BOUNDS, NO_LAPSE = (0.0, 0.75), (0.0, 0.0)
STEEPEST, EXACT, ENOUGH = 200.0, 1e-9, 1e-5
ROWS, CURVES, CONTROLS, ONCE = 400, 5, 40, 60


def drawn(
    rng: np.random.Generator, answers: int, floor: float, line: tuple[float, float]
) -> Counts:
    """Draw data sets of a logistic judge; `line` is intercept and rate."""
    p = floor + (1 - floor) / (1 + np.exp(-(line[0] + line[1] * X)))
    return Counts(
        below=rng.binomial(answers, p, (ROWS, len(X))).astype(np.float64),
        total=np.full(len(X), float(answers)),
        controls_below=rng.binomial(CONTROLS, floor, ROWS).astype(np.float64),
        controls_total=float(CONTROLS),
    )


def highest(family: Family, counts: Counts, x: Array = X) -> Array:
    """Return the best of six climbs of each data set."""
    model = Model(family=family, bounds=BOUNDS, largest_rate=STEEPEST)
    starts = best_starts(family, x, counts, BOUNDS, NO_LAPSE, 6)
    values = [
        refit(model, x, counts, starts[:, i].T, enough=EXACT)[1] for i in range(6)
    ]
    return np.asarray(np.max(values, axis=0))


def three_starts(rng: np.random.Generator) -> Iterator[Array]:
    """Yield how far climbs as for a p value stay under the maximum."""
    for name in family_names():
        for floor in (0.02, 0.5):
            for answers in (5, 20):
                for _ in range(CURVES):
                    rate = rng.uniform(1, 12)
                    line = (-rate * rng.uniform(-1, 1.4), rate)
                    counts, family = drawn(rng, answers, floor, line), get_family(name)
                    value = climb(
                        family,
                        X,
                        counts,
                        BOUNDS,
                        largest_rate=STEEPEST,
                        enough=1e-8,
                        steps=FEW_STEPS,
                    )[1]
                    yield highest(family, counts) - value


def followed(rng: np.random.Generator) -> Iterator[Array]:
    """Yield how far data sets drawn from wide curves in the range stay under it."""
    for _ in range(CURVES):
        for floor in (0.02, 0.3):
            rate, threshold = rng.uniform(1, 5.8), rng.uniform(-0.8, 0.8)
            yield from replicates(rng, floor, rate, threshold)


def not_followed(rng: np.random.Generator, *, alone: bool = False) -> Iterator[Array]:
    """Yield how far those of steep curves, and of curves beyond the range, do."""
    for _ in range(CURVES):
        for floor in (0.02, 0.5):
            rate, threshold = rng.uniform(6, 60), rng.uniform(-1, 1.4)
            yield from replicates(rng, floor, rate, threshold, alone=alone)


def single_answers(rng: np.random.Generator) -> Iterator[Array]:
    """Yield how far replicates of 60 magnitudes answered once each, resampled, do."""
    for _ in range(CURVES):
        for floor in (0.02, 0.3):
            rate, threshold = rng.uniform(1, 40), rng.uniform(-1, 1.2)
            x = np.sort(rng.uniform(-1, 1, ONCE))
            p = floor + (1 - floor) * expit(rate * (x - threshold))
            below = rng.random(ONCE) < p
            times = rng.multinomial(ONCE, np.full(ONCE, 1 / ONCE), ROWS)
            counts = Counts(
                below=(times * below).astype(np.float64),
                total=times.astype(np.float64),
                controls_below=rng.binomial(CONTROLS, floor, ROWS).astype(np.float64),
                controls_total=float(CONTROLS),
            )
            for name in family_names():
                family = get_family(name)
                near = np.array([middle(family) - rate * threshold, rate, floor])
                found = as_replicates(family, counts, near, x)
                yield highest(family, counts, x) - found


def replicates(
    rng: np.random.Generator,
    floor: float,
    rate: float,
    threshold: float,
    *,
    alone: bool = False,
) -> Iterator[Array]:
    """Yield how far climbs of replicates of a curve stay under the maximum."""
    for name in family_names():
        family = get_family(name)
        for answers in (5, 20):
            line = (middle(family) - rate * threshold, rate)
            counts = drawn(rng, answers, floor, line)
            near = np.array([*line, floor])
            climbed = from_it_alone if alone else as_replicates
            yield highest(family, counts) - climbed(family, counts, near)


def as_replicates(family: Family, counts: Counts, near: Array, x: Array = X) -> Array:
    """Return the values of climbs as of the replicates of a bootstrap."""
    few = scattered(counts)
    return climb(
        family,
        x,
        counts,
        BOUNDS,
        largest_rate=STEEPEST,
        enough=ENOUGH,
        starts=6 if few else 3,
        steps=MOST_STEPS if few else FEW_STEPS,
        near=None if few else near,
    )[1]


def from_it_alone(family: Family, counts: Counts, near: Array) -> Array:
    """Return the values of climbs from the curve, whichever it is."""
    model = Model(family=family, bounds=BOUNDS, largest_rate=STEEPEST)
    start = np.repeat(near[:, None], len(counts.below), axis=1)
    return refit(model, X, counts, start, enough=ENOUGH, steps=FEW_STEPS)[1]


def main() -> None:
    """Print all."""
    rng = np.random.default_rng(0)
    for name, study in (
        ("three starts", three_starts),
        ("original curve, wide and in the range", followed),
        ("original curve, steep or beyond", not_followed),
        ("the same, from it alone", partial(not_followed, alone=True)),
        ("single answers, resampled", single_answers),
    ):
        short = np.concatenate(list(study(rng)))
        missed = [int((short > limit).sum()) for limit in (1e-5, 1e-3, 0.05)]
        print(
            f"{name}: of {len(short)} data sets, by over 1e-5, 1e-3 and .05: {missed}"
        )


if __name__ == "__main__":
    main()
