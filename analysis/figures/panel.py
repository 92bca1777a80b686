"""The panel of a curve: shares with their bars, curves, floors, criterion, anchor."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from .cells import Cell, Judged, Point
from .style import INK, NORMAL, QUIET, RULE, Look, write

LARGEST_POINT = 64.0
SMALLEST_POINT = 9.0
SHIFT = 0.013
STEPS = 241
# Behind words that may lie over a band or a bar.
PAPER = {"facecolor": "white", "alpha": 0.75, "linewidth": 0, "pad": 0.6}


def draw_panel(axes: Axes, cell: Cell, looks_of: Mapping[str, Look]) -> None:
    """Draw one cell on a logarithmic x axis whose limits are set.

    Points of different judges are moved sideways by a little so that none hides
    another; their area is proportional to the number of answers.
    """
    _draw_frame(axes, cell)
    for index, row in enumerate(cell.judged):
        _draw_judge(axes, cell, row, looks_of[row.judge], index)


def _draw_frame(axes: Axes, cell: Cell) -> None:
    axes.set_ylim(-0.03, 1.03)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
    axes.spines[["left", "bottom"]].set_visible(True)
    axes.spines[["left", "bottom"]].set_linewidth(0.7)
    axes.set_ylabel(cell.measure.name, fontsize=NORMAL, color=INK, labelpad=3)
    unit = cell.unit or "its own unit"
    words = axes.set_xlabel(f"size of the error ({unit})", fontsize=NORMAL, color=INK)
    words.set_parse_math(False)
    axes.axhline(cell.criterion, color=QUIET, linewidth=0.8, dashes=(6, 3), zorder=1)
    left, right = axes.get_xlim()
    name = f" {cell.measure.line} {cell.criterion}"
    write(
        axes, left, cell.criterion + 0.015, name, colour=QUIET, va="bottom", bbox=PAPER
    )
    chance = cell.measure.chance
    if chance is not None:
        axes.axhline(chance, color=RULE, linewidth=0.8, zorder=1)
        end: dict[str, Any] = {"ha": "right", "va": "top", "bbox": PAPER}
        write(axes, right, chance - 0.015, "chance ", colour=QUIET, **end)
    if cell.visible_anchor is None:
        return
    axes.axvline(cell.visible_anchor, color=RULE, linewidth=1, zorder=0)
    write(
        axes,
        cell.visible_anchor,
        0.015,
        "clearly visible ",
        colour=QUIET,
        rotation=90,
        ha="right",
        va="bottom",
        bbox=PAPER,
    )


def _draw_judge(axes: Axes, cell: Cell, row: Judged, look: Look, index: int) -> None:
    left, right = axes.get_xlim()
    if row.floor_low is not None and row.floor_high is not None:
        axes.axhspan(
            row.floor_low, row.floor_high, color=look.colour, alpha=0.1, linewidth=0
        )
    if row.floor is not None:
        axes.axhline(
            row.floor, color=look.colour, linewidth=0.8, dashes=(1, 2), zorder=2
        )
    if row.curve is not None:
        x = np.geomspace(left, right, STEPS)
        y = [row.curve(float(value)) for value in x]
        axes.plot(x, y, color=look.colour, linestyle=look.dash, linewidth=1.5, zorder=3)
    if row.onset is not None and left < row.onset < right:
        axes.plot(
            [row.onset, row.onset],
            [cell.criterion, 1.03],
            color=look.colour,
            linewidth=0.8,
            zorder=2,
        )
    shift = (right / left) ** (SHIFT * (index - (len(cell.judged) - 1) / 2))
    most = max((p.n for judged in cell.judged for p in judged.points), default=1)
    points = [p for p in row.points if p.n]
    if cell.measure.joined:
        axes.plot(
            [point.magnitude * shift for point in points],
            [point.share for point in points],
            color=look.colour,
            linestyle=look.dash,
            linewidth=1.0,
            alpha=0.7,
            zorder=3,
        )
    _draw_points(axes, points, shift, look, most)


def _draw_points(
    axes: Axes, points: Sequence[Point], shift: float, look: Look, most: int
) -> None:
    x = [point.magnitude * shift for point in points]
    axes.vlines(
        x,
        [point.low for point in points],
        [point.high for point in points],
        color=look.colour,
        linewidth=0.9,
        zorder=4,
    )
    axes.scatter(
        x,
        [point.share for point in points],
        s=[max(SMALLEST_POINT, LARGEST_POINT * point.n / most) for point in points],
        marker=look.marker,
        color=look.colour,
        edgecolor="white",
        linewidth=0.7,
        zorder=5,
    )
