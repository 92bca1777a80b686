"""Below a curve: the number of answers in every tier, and who is who."""

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from .cells import Cell, Judged, Point
from .key import ROW, draw_key, draw_mark
from .style import QUIET, Look, write

GAP = 6.0

Counts = list[tuple[Judged | None, tuple[Point, ...]]]


def counts_of(cell: Cell) -> Counts:
    """Return the rows of counts: one for all judges when their counts agree."""
    different = {tuple((p.tier, p.n) for p in row.points) for row in cell.judged}
    if len(different) == 1:
        return [(None, cell.judged[0].points)]
    return [(row, row.points) for row in cell.judged]


def draw_rows(
    axes: Axes,
    cell: Cell,
    counts: Counts,
    looks_of: Mapping[str, Look],
) -> None:
    """Draw the rows of counts under the tiers, then a line that names each judge."""
    height = len(counts) + len(cell.judged) + GAP / ROW
    axes.set_ylim(height, 0)
    axes.set(xticks=[], yticks=[])
    outside: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "va": "center"}
    for line, (row, points) in enumerate(counts):
        y = line + 0.5
        write(axes, -0.035, y, "n", colour=QUIET, ha="right", **outside)
        if row is not None:
            draw_mark(axes, -0.085, y, looks_of[row.judge])
        for point in points:
            write(
                axes,
                point.magnitude,
                y,
                str(point.n),
                colour=QUIET,
                ha="center",
                va="center",
            )
    judges = [row.judge for row in cell.judged]
    draw_key(axes, judges, len(counts) + GAP / ROW, looks_of)
