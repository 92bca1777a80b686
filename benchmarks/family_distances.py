"""How far apart the faces are that runs can be set in.

Run as ``python benchmarks/family_distances.py``.
For the editable runs of two contents of every layout: distances to cuts of the same
family and to other families, and how many runs have a face in the window of each tier.
"""

import time
from collections.abc import Iterator, Sequence, Set

import numpy as np

from eyechart.generator.dimensions import dimension
from eyechart.generator.page.layout import layout, layout_names
from eyechart.generator.page.scene import Run
from eyechart.generator.typography.relatives import Relative, families, relatives
from eyechart.generator.typography.shape import Face

CONTENTS = 2
PERCENTILES = (0, 2, 5, 25, 50, 75, 95, 98, 100)

Found = tuple[Run, Sequence[Relative], Set[Face]]


def editable_runs() -> Iterator[Run]:
    """Yield runs that edits may change."""
    for name in layout_names():
        page = layout(name)
        for scene in page.scenes[:CONTENTS]:
            yield from (run for run in scene.runs if run.name in page.editable)


def print_percentiles(what: str, distances: Sequence[float]) -> None:
    """Print percentiles, and the share that is at the anchor or beyond."""
    row = "".join(f"{one:8.3f}" for one in np.percentile(distances, PERCENTILES))
    over = np.mean(np.array(distances) >= dimension("family").visible_anchor)
    print(f"{what:34}{len(distances):7}{row}{over:9.1%}")


def print_distances(found: Sequence[Found]) -> None:
    """Print how far cuts and families are apart."""
    heads = "".join(f"{f'{one} %':>8}" for one in PERCENTILES)
    print(f"{'':34}{'n':>7}{heads}   anchor+")
    cuts = [
        one.distance
        for run, near, _ in found
        for one in near
        if one.face.font == run.face.font
    ]
    print_percentiles("cuts of the same family", cuts)
    others = [[o.distance for o in near if o.face in far] for _, near, far in found]
    print_percentiles("other families", [one for row in others for one in row])
    nearest = [row[0] for row in others if row]
    print_percentiles("nearest other family of a run", nearest)
    farthest = [near[-1].distance for _, near, _ in found if near]
    print_percentiles("farthest face of a run", farthest)


def print_shares(found: Sequence[Found]) -> None:
    """Print the share of runs that have a face in the window of each tier."""
    windows = dimension("family").windows
    heads = "".join(f"{f'{low:g}-{high:g}':>11}" for low, high in windows)
    print(f"\n{'runs with a face at':34}{'runs':>7}{heads}")
    for font in sorted({run.face.font for run, _, _ in found}):
        rows = [near for run, near, _ in found if run.face.font == font]
        shares = [
            np.mean([any(low <= o.distance <= high for o in row) for row in rows])
            for low, high in windows
        ]
        print(f"{font:34}{len(rows):7}" + "".join(f"{one:11.0%}" for one in shares))


def main() -> None:
    """Print all tables."""
    began = time.perf_counter()
    found = [
        (
            run,
            relatives(run.text, run.face, run.size),
            {one.face for one in families(run.text, run.face, run.size)},
        )
        for run in editable_runs()
    ]
    seconds = time.perf_counter() - began
    print_distances(found)
    print_shares(found)
    pairs = sum(len(near) for _, near, _ in found)
    print(f"\n{pairs} pairs of run and face in {seconds:.1f} s")


if __name__ == "__main__":
    main()
