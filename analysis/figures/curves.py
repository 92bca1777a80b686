"""Share below ceiling against magnitude: one figure a cell, judges overlaid."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from .cells import Cell, framings_of, judges_of
from .counts import GAP, counts_of, draw_rows
from .gather import cells_of
from .key import ROW
from .lanes import draw_lanes
from .magnitudes import log_axis
from .panel import draw_panel
from .style import TITLE, Look, looks, new_figure, place, say_nothing, write

if TYPE_CHECKING:
    from ..audit import Audit

WIDTH, LEFT, RIGHT = 380.0, 46.0, 12.0
HEAD, LANE, SPACE, MAIN, AXIS = 24.0, 13.0, 5.0, 190.0, 36.0
ACROSS, MARGIN = 3, 24.0


def draw_cell(cell: Cell, looks_of: Mapping[str, Look]) -> Figure:
    """Draw one cell as a figure of its own.

    From top to bottom: a lane a judge with its onset and interval; the shares
    with Wilson bars, the fitted curves, the floors with their intervals and the
    criterion; the number of answers a tier; the judges.

    Parameters
    ----------
    cell : Cell
        With at least one judge.
    looks_of : mapping of str to Look
        How each judge is drawn.

    Returns
    -------
    Figure
        380 CSS pixels wide.
    """
    figure = new_figure(WIDTH, _height(cell))
    _paint(figure, (0.0, 0.0), cell, looks_of, cell.title)
    return figure


def draw_curves(audit: "Audit") -> Figure:
    """Draw every cell of an audit in one figure, three side by side.

    Parameters
    ----------
    audit : Audit
        Its cells are drawn in the order of its onsets.

    Returns
    -------
    Figure
        Each judge looks the same in every cell; `Figure.savefig` writes it.
    """
    return draw_cells(cells_of(audit))


def draw_cells(cells: Sequence[Cell]) -> Figure:
    """Draw cells in one figure, three side by side; a sentence when there are none."""
    if not cells:
        return say_nothing("There is no cell to draw.")
    looks_of = looks(judges_of(cells))
    several = len(framings_of(cells)) > 1
    rows = [cells[i : i + ACROSS] for i in range(0, len(cells), ACROSS)]
    heights = [max(map(_height, row)) + MARGIN for row in rows]
    width = (WIDTH + MARGIN) * max(map(len, rows)) + MARGIN
    figure = new_figure(width, sum(heights) + MARGIN)
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            corner = (MARGIN + (WIDTH + MARGIN) * j, MARGIN + sum(heights[:i]))
            title = f"{cell.title} ({cell.framing})" if several else cell.title
            _paint(figure, corner, cell, looks_of, title)
    return figure


def _top(cell: Cell) -> float:
    return HEAD + LANE * len(cell.judged) + SPACE


def _below(cell: Cell) -> float:
    return ROW * (len(counts_of(cell)) + len(cell.judged)) + GAP


def _height(cell: Cell) -> float:
    return _top(cell) + MAIN + AXIS + _below(cell)


def _paint(
    figure: Figure,
    corner: tuple[float, float],
    cell: Cell,
    looks_of: Mapping[str, Look],
    title: str,
) -> None:
    left, top = corner[0] + LEFT, corner[1]
    inner = WIDTH - LEFT - RIGHT
    foot = top + _top(cell) + MAIN + AXIS
    lanes = place(figure, left, top + HEAD, inner, LANE * len(cell.judged))
    main = place(figure, left, top + _top(cell), inner, MAIN)
    rows = place(figure, left, foot, inner, _below(cell))
    low, high = _range(cell)
    for axes in (lanes, main, rows):
        log_axis(axes, low, high)
    draw_lanes(lanes, cell, looks_of)
    draw_panel(main, cell, looks_of)
    draw_rows(rows, cell, counts_of(cell), looks_of)
    head = place(figure, left, top, inner, HEAD)
    head.set(xticks=[], yticks=[], xlim=(0, 1), ylim=(0, 1))
    write(head, 0, 0.42, title, size=TITLE, bold=True, va="center")


def _range(cell: Cell) -> tuple[float, float]:
    """Return the x limits: everything tested and the anchor, with some air."""
    seen = [point.magnitude for row in cell.judged for point in row.points]
    seen += cell.tested
    if cell.visible_anchor is not None:
        seen.append(cell.visible_anchor)
    air = (max(seen) / min(seen)) ** 0.05 if max(seen) > min(seen) else 1.5
    return min(seen) / air, max(seen) * air
