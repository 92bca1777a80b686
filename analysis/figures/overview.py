"""Every onset of one framing on one axis, in multiples of the visible anchor."""

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .cells import Cell, judges_of
from .key import ROW, draw_key
from .lanes import NO_ONSET, draw_lane
from .magnitudes import bare, log_axis, ticks, with_unit
from .style import INK, NORMAL, QUIET, RULE, Look, new_figure, place, write

WIDTH, LEFT, RIGHT = 440.0, 136.0, 12.0
LANE, GAP, HEAD, AXIS = 13.0, 7.0, 18.0, 36.0
LEAST_SPAN = 16.0


def draw_overview(cells: Sequence[Cell], looks_of: Mapping[str, Look]) -> Figure:
    """Draw a forest plot: a band a cell, a lane a judge.

    Dividing by the magnitude at which an error is "clearly visible" puts all
    dimensions on one axis: left of 1 the judge is the more sensitive.

    Parameters
    ----------
    cells : sequence of Cell
        Of one framing, each with a visible anchor; at least one.
    looks_of : mapping of str to Look
        How each judge is drawn.

    Returns
    -------
    Figure
        440 CSS pixels wide.
    """
    height = sum(LANE * len(cell.judged) + GAP for cell in cells)
    judges = judges_of(cells)
    foot = HEAD + height + AXIS
    figure = new_figure(WIDTH, foot + ROW * len(judges) + 4)
    axes = place(figure, LEFT, HEAD, WIDTH - LEFT - RIGHT, height)
    low, high = _range(cells)
    log_axis(axes, low, high, ticks(low, high))
    axes.set(ylim=(height, 0), yticks=[])
    axes.spines["bottom"].set_visible(True)
    axes.spines["bottom"].set_linewidth(0.7)
    axes.axvline(1, color=QUIET, linewidth=0.9, zorder=1)
    write(axes, 1, -4, "clearly visible", colour=QUIET, ha="center", va="bottom")
    axes.set_xlabel("onset ÷ “clearly visible” magnitude", fontsize=NORMAL, color=INK)
    y = 0.0
    for cell in cells:
        y = _draw_band(axes, cell, y, looks_of)
    key = place(figure, LEFT, foot, WIDTH - LEFT - RIGHT, ROW * len(judges))
    key.set(xticks=[], yticks=[], xlim=(0, 1), ylim=(len(judges), 0))
    draw_key(key, judges, 0.0, looks_of)
    return figure


def _draw_band(
    axes: Axes, cell: Cell, top: float, looks_of: Mapping[str, Look]
) -> float:
    anchor = cell.visible_anchor
    if anchor is None:
        raise AssertionError(f"cell {cell.title} has no visible anchor")
    bottom = top + LANE * len(cell.judged) + GAP
    axes.axhline(bottom, color=RULE, linewidth=0.5, zorder=0)
    write(
        axes,
        -0.03,
        (top + bottom) / 2,
        cell.title,
        ha="right",
        va="center",
        transform=axes.get_yaxis_transform(),
    )
    for line, row in enumerate(cell.judged):
        y = top + GAP / 2 + LANE * (line + 0.5)
        draw_lane(axes, row, y, looks_of[row.judge], scale=anchor)
    return bottom


def _range(cells: Sequence[Cell]) -> tuple[float, float]:
    """Return x limits that hold 1, every onset and every limit inside the tests."""
    seen = [1.0]
    for cell in cells:
        anchor = cell.visible_anchor or math.nan
        for row in cell.judged:
            if row.status in NO_ONSET:
                continue
            tested = row.tested_low, row.tested_high
            limits = (row.low, row.high, row.onset or math.inf)
            seen += [
                value / anchor for value in limits if tested[0] <= value <= tested[1]
            ]
    low, high = min(seen) / 1.25, max(seen) * 1.25
    widen = max(1.0, math.sqrt(LEAST_SPAN * low / high))
    return low / widen, high * widen


def anchors(cells: Sequence[Cell]) -> str:
    r"""Return the anchors in words, by dimension, for a caption.

    Examples
    --------
    >>> cell = Cell(framing="instruction", dimension="blur", role="incidental",
    ...     unit="px", criterion=0.75, level=0.95, visible_anchor=1.2, judged=())
    >>> anchors([cell])
    'blur 1.2\xa0px'
    """
    said = [
        f"{cell.dimension} {with_unit(bare(cell.visible_anchor), cell.unit)}"
        for cell in cells
        if cell.visible_anchor is not None
    ]
    return ", ".join(dict.fromkeys(said))
