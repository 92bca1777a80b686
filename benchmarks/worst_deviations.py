"""How far a corpus reads from what it should: benchmarks/worst_deviations.py CORPUS.

Reads nothing but the rows without images and the manifest, so it repeats what rendering
measured and proves nothing anew; `eyechart verify` does that from the pixels.
"""

import argparse
import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from eyechart.generator.corpus.manifest import Entry
from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.files import write_whole
from eyechart.generator.measuring.measure import allowed, axes, check, unit_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How far one stimulus reads from what it should on one axis.

    Attributes
    ----------
    what : str
        ``"own"``: the axis of its error. ``"stray"``: another one.
    axis, unit : str
        Which axis.
    deviation, bound : float
        How far it is off, and the most that passes there.
    stimulus_id : str
        Which stimulus.
    """

    what: str
    axis: str
    unit: str
    deviation: float
    bound: float
    stimulus_id: str

    @property
    def share(self) -> float:
        """Part of its bound that it takes up; infinite where none is allowed."""
        if self.bound == 0:
            return 0.0 if self.deviation == 0 else float("inf")
        return self.deviation / self.bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """The reading of an axis that takes up most of its bound, and of how many."""

    n: int
    reading: Reading


def readings(entry: Entry) -> Iterator[Reading]:
    """Yield what the manifest says was measured of one degraded stimulus."""
    for axis, value in (entry.measured or {}).items():
        own = axis == entry.dimension
        requested = float(entry.magnitude or 0.0) if own else 0.0
        yield Reading(
            what="own" if own else "stray",
            axis=axis,
            unit=unit_of(axis),
            deviation=abs(value - requested),
            bound=allowed(axis, requested),
            stimulus_id=entry.stimulus_id,
        )


def worst(found: Iterable[Reading]) -> Mapping[tuple[str, str], Worst]:
    """Return the worst reading of each axis, own and stray apart."""
    kept: dict[tuple[str, str], Worst] = {}
    for one in found:
        key = one.what, one.axis
        before = kept.get(key)
        n = 1 if before is None else before.n + 1
        if before is not None and before.reading.share >= one.share:
            one = before.reading
        kept[key] = Worst(n=n, reading=one)
    order = [(what, axis) for what in ("own", "stray") for axis in axes()]
    return {key: kept[key] for key in order if key in kept}


def is_proven(entry: Entry) -> bool:
    """Tell whether a stimulus was measured, on its own axis too, within all bounds."""
    measured, name, magnitude = entry.measured, entry.dimension, entry.magnitude
    if measured is None or name not in measured or magnitude is None:
        return False
    return check(measured, name, magnitude) is None


def table(found: Mapping[tuple[str, str], Worst]) -> str:
    """Return the worst readings as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [field.name for field in fields(Reading)]
    writer.writerow([*names, "n"])
    writer.writerows([*astuple(one.reading), one.n] for one in found.values())
    return out.getvalue()


def line(found: Worst) -> str:
    """Return one row of what is printed."""
    one = found.reading
    size, bound = f"{one.deviation:.3g}", f"{one.bound:.3g}"
    name = f"{one.axis} ({one.unit})"
    return f"{one.what:<7}{name:<26}{found.n:>6}{size:>10}{bound:>8}  {one.stimulus_id}"


def main() -> None:
    """Print the worst readings and the share of errors that are proven."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    corpus = open_corpus(arguments.corpus)
    degraded = [one for one in corpus.manifest() if one.kind == "degraded"]
    found = worst(reading for entry in degraded for reading in readings(entry))
    print(f"{'':<7}{'axis':<26}{'n':>6}{'worst':>10}{'bound':>8}  stimulus")
    for one in found.values():
        print(line(one))
    proven, total = sum(map(is_proven, degraded)), corpus.metadata().num_rows
    share = f" ({100 * proven / len(degraded):.2f} %)" if degraded else ""
    print(f"{total} stimuli; {proven} of {len(degraded)} errors proven{share}")
    if arguments.output is not None:
        write_whole(arguments.output, table(found))


if __name__ == "__main__":
    main()
