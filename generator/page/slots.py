"""Slots of a layout: styled places that contents fill with text."""

import re
import string
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ..errors import EyechartError, SpecError
from ..read import Table
from ..typography.features import check_features
from ..typography.fontbook import fontbook
from ..typography.shape import Face
from .colour import Rgb, parse_hex
from .scene import Run
from .setting import outline

_ANCHORS = ("left", "centre", "right")
_NAME = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
_MAX_SIZE = 512.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How the runs of a layout are set; fields as in `Run` and `Face`."""

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


@contextmanager
def _told_at(place: str) -> Iterator[None]:
    """Put where a setting stands before what is wrong with it."""
    try:
        yield
    except EyechartError as error:
        raise SpecError(f"{place}: {error}") from error


def read_style(table: Table) -> Style:
    """Read a style.

    Raises
    ------
    SpecError
        When it names a font, axis or feature that there is not, or a value is
        out of range.
    """
    slug = table.text("font", allowed=sorted(fontbook()))
    axes = table.table("axes", {})
    wanted = {tag: axes.number(tag) for tag in axes.keys()}  # noqa: SIM118
    features = table.texts("features", ())
    with _told_at(table.place):
        location = fontbook()[slug].location(wanted)
        check_features(slug, features)
    style = Style(
        font=slug,
        axes=location,
        features=features,
        tracking=table.number("tracking", 0.0, low=-0.2, high=1.0),
        size=table.number("size", low=6.0, high=_MAX_SIZE),
        leading=table.number("leading", 1.4, low=0.8, high=4.0),
        colour=parse_hex(table.text("colour"), f"{table.place}: colour"),
    )
    table.done()
    return style


def _read_name(table: Table) -> str:
    name = table.text("name")
    if not _NAME.fullmatch(name):
        raise SpecError(
            f"{table.place}: name = {name!r}; "
            "allowed: lower-case letters and digits, parted by underscores"
        )
    return name


def _read_template(table: Table) -> str:
    template = table.text("text")
    try:
        parts = list(string.Formatter().parse(template))
    except ValueError as error:
        raise SpecError(f"{table.place}: text = {template!r}: {error}") from error
    for _, field, layout, conversion in parts:
        if field is not None and (layout or conversion or not _NAME.fullmatch(field)):
            raise SpecError(
                f"{table.place}: text = {template!r} has a placeholder that is no "
                "name; allowed: lower-case letters and digits, parted by underscores"
            )
    return template


def read_slot(table: Table, styles: Mapping[str, Style], *, y: float | None) -> Slot:
    """Read a run, or with `y` given a column of a grid, which has no own text.

    Raises
    ------
    SpecError
        When its name, style, text, place or colour is none.
    """
    name = _read_name(table)
    style = table.text("style", allowed=sorted(styles))
    colour = styles[style].colour
    if table.has("colour"):
        colour = parse_hex(table.text("colour"), f"{table.place}: colour")
    slot = Slot(
        name=name,
        style=style,
        template=_read_template(table) if y is None else "",
        x=table.number("x"),
        y=table.number("y") if y is None else y,
        anchor=table.text("anchor", "left", allowed=_ANCHORS),
        colour=colour,
        editable=table.flag("editable", False),
    )
    table.done()
    return slot


def read_grid(table: Table, styles: Mapping[str, Style]) -> Grid:
    """Read a grid of runs.

    Raises
    ------
    SpecError
        When its name, place or a column is none.
    """
    y = table.number("y")
    grid = Grid(
        name=_read_name(table),
        y=y,
        step=table.number("step", low=1.0),
        columns=tuple(read_slot(one, styles, y=y) for one in table.tables("columns")),
    )
    table.done()
    return grid


def filled_text(slot: Slot, content: Table) -> str:
    """Fill the placeholders of a slot's text.

    Raises
    ------
    SpecError
        When the content lacks a text.
    """
    fields = [field for _, field, _, _ in string.Formatter().parse(slot.template)]
    values = {field: content.text(field) for field in fields if field}
    return slot.template.format(**values)


def filled_grid(grid: Grid, content: Table) -> Iterator[tuple[Slot, str]]:
    """Yield a slot and its text for every cell of a grid that is not empty.

    Raises
    ------
    SpecError
        When the content lacks the rows, or one has another width than the grid.
    """
    rows = content.rows(grid.name, len(grid.columns))
    for number, row in enumerate(rows, 1):
        for column, text in zip(grid.columns, row, strict=True):
            if text:
                name = f"{grid.name}.{number}.{column.name}"
                y = grid.y + (number - 1) * grid.step
                slot = replace(column, name=name, y=y)
                yield slot, text


def set_slot(slot: Slot, text: str, style: Style, place: str) -> Run:
    """Set a text in a slot.

    Parameters
    ----------
    slot, text, style
        What to set.
    place : str
        Where the text is given, for messages.

    Raises
    ------
    SpecError
        When the style's font cannot typeset the text.
    """
    run = _run(slot, text, style)
    with _told_at(f"{place}: run {slot.name!r}"):
        outline(run)
    return run


def _run(slot: Slot, text: str, style: Style) -> Run:
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
