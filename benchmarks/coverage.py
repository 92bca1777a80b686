"""How often the limits that `fit_onset` reports hold the onset that was planted.

Answers are drawn straight from the model by a generator that shares no code with the
fit: five tiers one natural-log unit apart, 10 or 20 stimuli in each, a logistic judge,
85 controls. Magnitudes lie on the tiers ("tiers") or anywhere in them ("spread"). Run
as

    python benchmarks/coverage.py -o benchmarks/results/coverage.csv
    python benchmarks/coverage.py --interval profile -o benchmarks/results/coverage.csv

Scenarios, one row each:

- onset on the middle tier ("mid") or between the fourth and fifth ("late");
- "beyond": two tiers beyond the last, where the upper limit should be infinite;
- "flat": every answer has the floor's probability, and nothing should be located.

A data set without limits counts as one that does not hold the onset. Rows that the
output has already, with as many data sets, are not run again.
"""

import argparse
import csv
import io
import math
import multiprocessing
import os
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from itertools import chain, product
from pathlib import Path

import numpy as np
import numpy.typing as npt

from eyechart.analysis.interval import DEFAULT, INTERVALS
from eyechart.analysis.model.together import together
from eyechart.analysis.onset import fit_onset
from eyechart.analysis.results.onset_fit import OnsetFit
from eyechart.generator.files import write_whole

FLOORS = (0.02, 0.2, 0.5)
STIMULI = (50, 100)
RATES = (1.0, 2.0)
PLACES = {"mid": 2.0, "late": 3.5, "beyond": 6.0, "flat": math.inf}
SPREADS = ("tiers", "spread")
TIERS = 5
CONTROLS = 85
CRITERION = 0.75
COMPANY = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """What a judge is, and what it is shown."""

    floor: float
    stimuli: int
    place: str
    rate: float
    magnitudes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table; shares are of all data sets."""

    floor: float
    stimuli: int
    place: str
    rate: float
    magnitudes: str
    interval: str
    sets: int
    share_covered: str
    share_covered_se: str
    share_under: str
    share_over: str
    share_no_upper_limit: str
    share_unbounded: str
    share_without_limits: str
    share_located: str
    median_width_tiers: str


def scenarios() -> Iterator[Scenario]:
    """Yield all scenarios; a flat judge has no rate, so one is enough."""
    for place, magnitudes, floor, stimuli, rate in product(
        PLACES, SPREADS, FLOORS, STIMULI, RATES
    ):
        if place != "flat" or rate == RATES[0]:
            yield Scenario(
                floor=floor,
                stimuli=stimuli,
                place=place,
                rate=rate,
                magnitudes=magnitudes,
            )


def drawn(
    scenario: Scenario, seed: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], int]:
    """Return magnitudes, answers and the number of controls below ceiling."""
    floor, onset, rate = scenario.floor, PLACES[scenario.place], scenario.rate
    key = [int(1000 * floor), scenario.stimuli, int(10 * rate)]
    place = list(PLACES).index(scenario.place)
    rng = np.random.default_rng([seed, *key, place, SPREADS.index(scenario.magnitudes)])
    x = np.repeat(np.arange(TIERS, dtype=float), scenario.stimuli // TIERS)
    if scenario.magnitudes == "spread":
        x += rng.uniform(-0.5, 0.5, len(x))
    odds = (CRITERION - floor) / (1 - CRITERION)
    chance = 1 / (1 + np.exp(-(math.log(odds) + rate * (x - onset))))
    below = rng.random(len(x)) < floor + (1 - floor) * chance
    return np.exp(x), below, int((rng.random(CONTROLS) < floor).sum())


def fitted_together(task: tuple[Scenario, str, range]) -> list[OnsetFit]:
    """Fit data sets side by side, as the cells of an audit are."""
    scenario, interval, seeds = task
    return together([partial(fitted, scenario, interval, seed) for seed in seeds])


def fitted(scenario: Scenario, interval: str, seed: int) -> OnsetFit:
    """Fit one data set."""
    magnitude, below, controls = drawn(scenario, seed)
    return fit_onset(
        magnitude,
        below.astype(float),
        np.ones(len(below)),
        controls=(controls, CONTROLS),
        criterion=CRITERION,
        interval=interval,
        tier=[int(t) for t in np.repeat(np.arange(TIERS), scenario.stimuli // TIERS)],
        seed=seed,
    )


def row(scenario: Scenario, interval: str, fits: Sequence[OnsetFit]) -> Row:
    """Sum up one scenario."""
    truth = math.exp(PLACES[scenario.place])
    sets = len(fits)
    given = [(f.low, f.high) for f in fits if f.low is not None and f.high is not None]
    under = sum(high < truth for _, high in given) / sets
    over = sum(low > truth for low, _ in given) / sets
    covered = len(given) / sets - under - over
    widths = [
        math.log(high / low) if low > 0 and high < math.inf else math.inf
        for low, high in given
    ]
    no_upper = sum(high == math.inf for _, high in given) / sets
    return Row(
        **asdict(scenario),
        interval=interval,
        sets=sets,
        share_covered=f"{covered:.4f}",
        share_covered_se=f"{math.sqrt(covered * (1 - covered) / sets):.4f}",
        share_under=f"{under:.4f}",
        share_over=f"{over:.4f}",
        share_no_upper_limit=f"{no_upper:.4f}",
        share_unbounded=f"{sum(w == math.inf for w in widths) / sets:.4f}",
        share_without_limits=f"{1 - len(given) / sets:.4f}",
        share_located=f"{sum(f.onset is not None for f in fits) / sets:.4f}",
        median_width_tiers=f"{statistics.median(widths):.3f}",
    )


def known(path: Path | None) -> list[dict[str, str]]:
    """Return the rows that are there already."""
    if path is None or not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def key(line: dict[str, str]) -> tuple[str, ...]:
    """Return what tells one row from another."""
    names = [f.name for f in fields(Scenario)]
    return tuple(line[name] for name in (*names, "interval"))


def written(lines: Sequence[dict[str, str]]) -> str:
    """Return the table as text."""
    out = io.StringIO()
    names = [f.name for f in fields(Row)]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def main() -> None:
    """Run every scenario that is not in the output yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--interval", choices=INTERVALS, default=DEFAULT)
    parser.add_argument("--sets", type=int, help="data sets (1000; 4000 for profile)")
    parser.add_argument("--place", choices=PLACES, nargs="+", default=list(PLACES))
    parser.add_argument("--magnitudes", choices=SPREADS, nargs="+", default=SPREADS)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    sets = arguments.sets or (4000 if arguments.interval == "profile" else 1000)
    lines = known(arguments.output)
    done = {key(line) for line in lines if int(line["sets"]) >= sets}
    # Threads within a process would only fight over the processors.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    with multiprocessing.get_context("spawn").Pool(arguments.processes) as pool:
        for scenario in scenarios():
            asked = scenario.place in arguments.place
            if not asked or scenario.magnitudes not in arguments.magnitudes:
                continue
            names = {k: str(v) for k, v in asdict(scenario).items()}
            asked_for = key(names | {"interval": arguments.interval})
            if asked_for in done:
                continue
            seeds = [range(i, min(i + COMPANY, sets)) for i in range(0, sets, COMPANY)]
            tasks = [(scenario, arguments.interval, some) for some in seeds]
            fits = chain.from_iterable(pool.imap(fitted_together, tasks))
            found = row(scenario, arguments.interval, list(fits))
            lines = [line for line in lines if key(line) != asked_for]
            lines.append({k: str(v) for k, v in asdict(found).items()})
            print(" ".join(lines[-1].values()), flush=True)
            if arguments.output is not None:
                write_whole(arguments.output, written(lines))


if __name__ == "__main__":
    main()
