"""Slots of a layout: styled places that contents fill with text."""

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..errors import SpecError
from ..read import Table
from ..typography.fontbook import fontbook
from ..typography.shape import Face
from .colour import Rgb, parse_hex
from .scene import Run

_ANCHORS = ("left", "centre", "right")
_NAME = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
_MAX_SIZE = 512.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    font: str
    axes: tuple[tuple[str, float], ...]
    features: tuple[str, ...]
    tracking: float
    size: float
    leading: float
    colour: Rgb


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A run whose text is not filled in yet."""

    name: str
    style: str
    template: str
    x: float
    y: float
    anchor: str
    colour: Rgb
    editable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Rows of runs whose texts come from the content's array of that name."""

    name: str
    y: float
    step: float
    columns: tuple[Slot, ...]


def read_style(table: Table) -> Style:
    slug = table.text("font", allowed=sorted(fontbook()))
    axes = table.table("axes", {})
    wanted = {tag: axes.number(tag) for tag in axes.keys()}  # noqa: SIM118
    style = Style(
        font=slug,
        axes=fontbook()[slug].location(wanted),
        features=table.texts("features", ()),
        tracking=table.number("tracking", 0.0, low=-0.2, high=1.0),
        size=table.number("size", low=6.0, high=_MAX_SIZE),
        leading=table.number("leading", 1.4, low=0.8, high=4.0),
        colour=parse_hex(table.text("colour"), f"{table.place}: colour"),
    )
    table.done()
    return style


def read_slot(table: Table, styles: Mapping[str, Style], *, y: float | None) -> Slot:
    name = table.text("name")
    if not _NAME.fullmatch(name):
        raise SpecError(
            f"{table.place}: name = {name!r}; "
            "allowed: lower-case letters and digits, parted by underscores"
        )
    style = table.text("style", allowed=sorted(styles))
    colour = styles[style].colour
    if table.has("colour"):
        colour = parse_hex(table.text("colour"), f"{table.place}: colour")
    slot = Slot(
        name=name,
        style=style,
        template=table.text("text") if y is None else "",
        x=table.number("x"),
        y=table.number("y") if y is None else y,
        anchor=table.text("anchor", "left", allowed=_ANCHORS),
        colour=colour,
        editable=table.flag("editable", False),
    )
    table.done()
    return slot


def read_grid(table: Table, styles: Mapping[str, Style]) -> Grid:
    y = table.number("y")
    grid = Grid(
        name=table.text("name"),
        y=y,
        step=table.number("step", low=1.0),
        columns=tuple(read_slot(one, styles, y=y) for one in table.tables("columns")),
    )
    table.done()
    return grid


def filled_text(slot: Slot, content: Table) -> str:
    try:
        fields = [field for _, field, _, _ in string.Formatter().parse(slot.template)]
    except ValueError as error:
        raise SpecError(f"run {slot.name}: text {slot.template!r}: {error}") from error
    values = {field: content.text(field) for field in fields if field}
    return slot.template.format(**values)


def filled_grid(grid: Grid, content: Table) -> Iterator[tuple[Slot, str]]:
    rows = content.rows(grid.name, len(grid.columns))
    for number, row in enumerate(rows, 1):
        for column, text in zip(grid.columns, row, strict=True):
            if text:
                name = f"{grid.name}.{number}.{column.name}"
                y = grid.y + (number - 1) * grid.step
                slot = replace(column, name=name, y=y)
                yield slot, text


def set_slot(slot: Slot, text: str, style: Style) -> Run:
    return Run(
        name=slot.name,
        text=text,
        face=Face(
            font=style.font,
            axes=style.axes,
            features=style.features,
            tracking=style.tracking,
        ),
        size=style.size,
        leading=style.leading,
        colour=slot.colour,
        x=slot.x,
        y=slot.y,
        anchor=slot.anchor,
    )
