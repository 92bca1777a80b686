"""Reads magnitudes from a corpus without Eyechart: independent_reader.py CORPUS.

The rulers of Eyechart know how its errors are drawn, and some draw trial runs with the
same rasteriser and fonts. This reader shares no line with them: it takes pictures from
the Parquet files, colour, angle, size and text of the correct run from the manifest,
and reads with NumPy, scikit-image and Pillow. Weight and family are not read: nothing
but a font tells them. It ends with status 1 where a stimulus disagrees.
"""

import argparse
import csv
import io
import json
import math
import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import independent_lines as lines
import independent_readings as readings
import numpy as np
import pyarrow.parquet as pq
from independent_case import Case, Pixels, UnreadableError
from PIL import Image

READERS: Mapping[str, Callable[[Case], float]] = {
    "position": readings.position,
    "scale": readings.scale,
    "rotation": readings.rotation,
    "stretch": readings.stretch,
    "slant": readings.slant,
    "colour": readings.colour,
    "opacity": readings.opacity,
    "blur": readings.blur,
    "noise": readings.noise,
    "jpeg": readings.jpeg,
    "letter-spacing": lines.letter_spacing,
    "leading": lines.leading,
}

BOUNDS = {
    "position": 0.05,
    "scale": 0.3,
    "rotation": 0.08,
    "stretch": 0.3,
    "colour": 0.3,
    "opacity": 0.002,
    "blur": 0.02,
    "jpeg": 0.0,
}
"""What Eyechart allows its own rulers: docs/dimensions.md."""

NOISE_SHARE = 0.02
"""The same for noise, a share of the magnitude."""


def allowed(case: Case, dimension: str, magnitude: float) -> float:
    """Return how far a reading may be from the magnitude.

    Letters, lines and the rows of slanted ink are found by their centroids, so that
    they are known no better than positions are: in em and in degrees, the worse the
    smaller the text. The rulers of these three know outlines and allow themselves less.
    """
    if dimension in BOUNDS:
        return BOUNDS[dimension]
    if dimension == "noise":
        return NOISE_SHARE * magnitude
    if dimension == "slant":
        height = math.sqrt(case.spreads[0][1, 1])
        return math.degrees(math.atan(BOUNDS["position"] / height))
    return BOUNDS["position"] / case.em


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was read of one stimulus; not a number, with the reason, if nothing."""

    stimulus_id: str
    dimension: str
    magnitude: float
    read: float
    allowed: float
    reason: str

    @property
    def off(self) -> float:
        """How far the reading is from the recorded magnitude."""
        return abs(self.read - self.magnitude)

    @property
    def disagrees(self) -> bool:
        """Whether that is more than allowed; what is not read cannot disagree."""
        return self.off > self.allowed


def find(row: Mapping[str, Any], case: Case) -> Found:
    """Read one stimulus."""
    name, magnitude = row["dimension"], row["magnitude"]
    read, reason = math.nan, ""
    try:
        read = READERS[name](case)
    except UnreadableError as error:
        reason = str(error)
    return Found(
        stimulus_id=row["stimulus_id"],
        dimension=name,
        magnitude=magnitude,
        read=read,
        allowed=allowed(case, name, magnitude),
        reason=reason,
    )


def _picture(image: Mapping[str, Any]) -> Pixels:
    with Image.open(io.BytesIO(image["bytes"])) as page:
        return np.asarray(page.convert("RGB"))


@lru_cache(maxsize=8)
def _images(path: Path, group: int) -> Mapping[str, Any]:
    rows = pq.ParquetFile(path).read_row_group(group).to_pylist()
    return {row["pixels_sha256"]: row["image"] for row in rows}


def _groups(folder: Path, *columns: str) -> Iterator[tuple[Path, int, Any]]:
    """Yield every row group of a table: shard, number, columns."""
    for path in sorted(folder.glob("*.parquet")):
        file = pq.ParquetFile(path)
        for group in range(file.num_row_groups):
            yield path, group, file.read_row_group(group, columns=list(columns))


def cases(folder: Path, every: int = 1) -> Iterator[tuple[Mapping[str, Any], Case]]:
    """Yield row and pictures of one in `every` stimuli of the dimensions read."""
    text = (folder / "manifest.jsonl").read_text(encoding="utf-8")
    entries = {one["stimulus_id"]: one for one in map(json.loads, text.splitlines())}
    where = {
        digest: (path, group)
        for path, group, table in _groups(folder / "images", "pixels_sha256")
        for digest in table.column(0).to_pylist()
    }
    names = ("stimulus_id", "dimension", "magnitude", "ground_truth", "result")
    count = 0
    for _, _, table in _groups(folder / "stimuli", *names):
        for row in table.to_pylist():
            count += row["dimension"] in READERS
            if row["dimension"] in READERS and count % every == 0:
                entry = entries[row["stimulus_id"]]
                plate = entry["pixels"]["plate"]
                shown = _picture(row["ground_truth"]), _picture(row["result"])
                ground = _picture(_images(*where[plate])[plate])
                yield row, Case(*shown, ground, entry)


def summary(found: list[Found]) -> str:
    """Return what is printed of the stimuli of one dimension."""
    read = [one for one in found if not one.reason]
    start = f"{found[0].dimension:<16}{len(found):>6}{len(read):>6}"
    if not read:
        return start
    worst = max(read, key=lambda one: one.off / (one.allowed or 1))
    median = statistics.median(one.off for one in read)
    figures = f"{median:>10.2g}{worst.off:>10.2g}{worst.allowed:>10.2g}"
    return f"{start}{figures}  {worst.stimulus_id}"


def table(found: list[Found]) -> str:
    """Return all readings as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([field.name for field in fields(Found)])
    writer.writerows(map(astuple, found))
    return out.getvalue()


def main() -> None:
    """Print how far off each dimension reads, and every stimulus that disagrees."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("-o", "--output", type=Path, help="all readings, as CSV")
    parser.add_argument("--every", type=int, default=1, help="read one in so many")
    arguments = parser.parse_args()
    found = [find(*one) for one in cases(arguments.corpus, arguments.every)]
    print(
        f"{'dimension':<16}{'n':>6}{'read':>6}{'median':>10}{'worst':>10}{'allowed':>10}"
    )
    for name in READERS:
        mine = [one for one in found if one.dimension == name]
        if mine:
            print(summary(mine))
    for one in found:
        if one.reason:
            print(f"{one.stimulus_id}: not read: {one.reason}")
        if one.disagrees:
            print(f"{one.stimulus_id}: reads {one.read!r}, recorded {one.magnitude!r}")
    if arguments.output is not None:
        arguments.output.write_text(table(found), encoding="utf-8")
    raise SystemExit(any(one.disagrees for one in found))


if __name__ == "__main__":
    main()
