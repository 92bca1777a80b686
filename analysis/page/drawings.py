"""Every figure of the page as inline SVG, numbered so that no two share a name."""

from collections.abc import Mapping, Sequence

from ..figures.cells import Cell, framings_of
from ..figures.curves import draw_cell
from ..figures.floors import Share, draw_floors
from ..figures.overview import draw_overview
from ..figures.style import Look, shown
from ..figures.svg import inline_svg
from .words import finding


def curves(
    cells: Sequence[Cell], looks_of: Mapping[str, Look]
) -> dict[str, list[tuple[Cell, str]]]:
    """Return the cells of every framing, each with its figure."""
    drawn: dict[str, list[tuple[Cell, str]]] = {}
    for number, cell in enumerate(cells):
        label = f"Share below ceiling against size of error for {cell.title}. "
        label += curve_caption(cell)
        figure = inline_svg(draw_cell(cell, looks_of), f"curve{number}", label)
        drawn.setdefault(cell.framing, []).append((cell, figure))
    return drawn


def curve_caption(cell: Cell) -> str:
    """Return the onsets of one cell as a sentence."""
    said = (f"{shown(row.judge)}: {finding(row, cell)}" for row in cell.judged)
    return f"Onset. {'; '.join(said)}."


def overviews(cells: Sequence[Cell], looks_of: Mapping[str, Look]) -> dict[str, str]:
    """Return the forest plot of every framing that has anchors."""
    drawn: dict[str, str] = {}
    for number, framing in enumerate(framings_of(cells)):
        with_anchor = [
            c for c in cells if c.framing == framing and c.visible_anchor is not None
        ]
        if with_anchor:
            label = f"Onsets of framing {framing} in multiples of the visible anchor"
            figure = draw_overview(with_anchor, looks_of)
            drawn[framing] = inline_svg(figure, f"overview{number}", label)
    return drawn


def floors(shares: Sequence[Share], looks_of: Mapping[str, Look]) -> dict[str, str]:
    """Return the bars of controls of every framing."""
    drawn: dict[str, str] = {}
    for number, framing in enumerate(sorted({share.framing for share in shares})):
        rows = [share for share in shares if share.framing == framing]
        label = f"Share below ceiling on controls, framing {framing}"
        figure = draw_floors(rows, looks_of)
        drawn[framing] = inline_svg(figure, f"floors{number}", label)
    return drawn
