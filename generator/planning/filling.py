"""Filling a cell: one (dimension, role, tier), or one kind of control."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..dimensions import dimension
from ..dimensions.dimension import Window
from ..page.fitting import fitted_layout
from ..page.layout import Layout, layout
from .balance import Shares, balanced, even
from .order import layout_order
from .series import (
    Refusal,
    Series,
    draw_edit,
    draw_page,
    draw_series,
    instructed_properties,
)

_ROUNDS = 6
"""How many times the wanted number of candidates a cell may try."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What is to be drawn, told so that any process can do it.

    Attributes
    ----------
    prefix : str
        What the names of its series begin with.
    order : str
        Key of the order of layouts: the same for all tiers of a dimension and role.
    wanted : int
        How many series.
    seed : int
        Of the corpus.
    layouts : tuple of str
        Registered layouts.
    canvas : (width, height) or None
        Which size the pages get; None for their own.
    edits : tuple of str
        What edits may change where the error is elsewhere, or in a control.
    dimension, role : str or None
        The error; None for controls.
    tiers : tuple of (tier, window)
        Rungs that its series hold; none for controls.
    """

    prefix: str
    order: str
    wanted: int
    seed: int
    layouts: tuple[str, ...]
    canvas: tuple[int, int] | None
    edits: tuple[str, ...]
    dimension: str | None = None
    role: str | None = None
    tiers: tuple[tuple[int, Window], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What was drawn for a cell.

    Attributes
    ----------
    cell : Cell
        What was wanted.
    taken : tuple of (layout, series)
        At most as many as wanted.
    refusals : tuple of Refusal
        Series that fit no page.
    left : int
        Series that would have fitted and are left out for balance.
    """

    cell: Cell
    taken: tuple[tuple[str, Series], ...]
    refusals: tuple[Refusal, ...]
    left: int


def pages(name: str, canvas: tuple[int, int] | None) -> Layout:
    """Return a registered layout on the canvas asked for."""
    return layout(name) if canvas is None else fitted_layout(name, *canvas)


def _draw(cell: Cell, series_id: str, design: Layout) -> Series | Refusal:
    if cell.dimension is not None and cell.role is not None:
        entry = dimension(cell.dimension)
        return draw_series(
            series_id, cell.seed, design, entry, cell.role, cell.tiers, cell.edits
        )
    if cell.edits:
        return draw_edit(series_id, cell.seed, design, cell.edits[0])
    return draw_page(series_id, cell.seed, design)


Candidate = tuple[Layout, Series]


def _candidates(
    cell: Cell, designs: Sequence[Layout], refusals: list[Refusal]
) -> Iterator[Candidate]:
    """Go through layouts in turn, one replicate of each a round."""
    rounds = -(-cell.wanted // len(designs)) * _ROUNDS
    for replicate in range(rounds):
        for design in designs:
            series_id = f"{cell.prefix}-{design.name}-r{replicate:02d}"
            drawn = _draw(cell, series_id, design)
            if isinstance(drawn, Refusal):
                refusals.append(drawn)
            else:
                yield design, drawn


def _shares(cell: Cell, designs: Sequence[Layout]) -> Shares:
    levels = [one.difficulty for one in designs]
    shares = {
        "layout": even(one.name for one in designs),
        "difficulty": {level: levels.count(level) / len(levels) for level in levels},
    }
    if cell.dimension is None or cell.role is None:
        return shares
    shares["direction"] = even(dimension(cell.dimension).directions)
    shares["property"] = even(
        instructed_properties(cell.dimension, cell.role, cell.edits)
    )
    return shares


def _features(candidate: Candidate) -> Mapping[str, str]:
    design, series = candidate
    found = {"layout": design.name, "difficulty": design.difficulty}
    if series.edit is not None:
        found["property"] = series.edit.property
    if series.direction is not None:
        found["direction"] = series.direction
    return found


def fill(cell: Cell) -> Filled:
    """Draw the series of a cell."""
    designs = layout_order(
        [pages(name, cell.canvas) for name in cell.layouts], cell.seed, cell.order
    )
    refusals: list[Refusal] = []
    taken, left = balanced(
        _candidates(cell, designs, refusals),
        cell.wanted,
        _shares(cell, designs),
        _features,
    )
    return Filled(
        cell=cell,
        taken=tuple((design.name, series) for design, series in taken),
        refusals=tuple(refusals),
        left=left,
    )
