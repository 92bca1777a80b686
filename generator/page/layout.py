"""Layouts: document designs read from TOML, and the scenes they make.

A layout has styles, ornaments, runs and grids of runs, and contents: tables of
texts that fill its ``{placeholders}`` and grids. ``docs/layouts.md`` shows one.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from ...layouts import FOLDER
from ..errors import SpecError, UnknownNameError, suggest
from ..read import Table, read_toml
from .colour import Rgb, parse_hex
from .plate import Plate
from .scene import Ornament, Scene
from .slots import (
    Slot,
    filled_grid,
    filled_text,
    read_grid,
    read_slot,
    read_style,
    set_slot,
)
from .texture import read_plate

DIFFICULTIES = ("easy", "medium", "hard")
_MAX_SIDE = 4096
_LEAST_SIDE = 0.25


class Scenes(Sequence[Scene]):
    """The scenes of a layout, each set when it is first asked for.

    Parameters
    ----------
    setters : sequence of callable
        One for each of the contents; returns its scene.
    """

    __slots__ = ("_set", "_setters")

    def __init__(self, setters: Sequence[Callable[[], Scene]]) -> None:
        self._setters = tuple(setters)
        self._set: dict[int, Scene] = {}

    def __len__(self) -> int:
        return len(self._setters)

    @overload
    def __getitem__(self, number: int) -> Scene: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Scene, ...]: ...
    def __getitem__(self, number: int | slice) -> Scene | tuple[Scene, ...]:
        if isinstance(number, slice):
            return tuple(self[i] for i in range(len(self))[number])
        place = range(len(self))[number]
        if place not in self._set:
            self._set[place] = self._setters[place]()
        return self._set[place]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One document design.

    Attributes
    ----------
    name : str
        File name without ending.
    title : str
        For people.
    difficulty, language, script : str
        ``easy``, ``medium`` or ``hard``; BCP 47; ISO 15924.
    scenes : sequence of Scene
        The document with each of its contents filled in.
    fonts : tuple of str
        Registered fonts of its styles, sorted.
    editable : tuple of str
        Runs that an edit or an error may act on.
    """

    name: str
    title: str
    difficulty: str
    language: str
    script: str
    scenes: Sequence[Scene]
    fonts: tuple[str, ...]
    editable: tuple[str, ...]


def _ornament(table: Table) -> Ornament:
    shape = table.text("shape", allowed=("rect", "ellipse", "polygon"))
    colour = parse_hex(table.text("colour"), f"{table.place}: colour")
    if shape == "rect":
        x, y = table.number("x"), table.number("y")
        width = table.number("width", low=_LEAST_SIDE)
        height = table.number("height", low=_LEAST_SIDE)
        radius = table.number("radius", 0.0, low=0.0, high=min(width, height) / 2)
        numbers: tuple[float, ...] = (x, y, width, height, radius)
    elif shape == "ellipse":
        centre, radii = (table.numbers(key, length=2) for key in ("centre", "radii"))
        if min(radii) < _LEAST_SIDE:
            raise SpecError(
                f"{table.place}: radii = {list(radii)}; allowed: {_LEAST_SIDE} or more"
            )
        numbers = (*centre, *radii)
    else:
        numbers = table.numbers("corners")
        if len(numbers) < 6 or len(numbers) % 2:
            raise SpecError(
                f"{table.place}: corners holds {len(numbers)} numbers; "
                "allowed: x and y of three or more corners"
            )
    table.done()
    if max(abs(number) for number in numbers) > _MAX_SIDE:
        raise SpecError(
            f"{table.place}: {shape} {list(numbers)}; "
            f"allowed: numbers from {-_MAX_SIDE} to {_MAX_SIDE}"
        )
    return Ornament(shape=shape, numbers=numbers, colour=colour)


def _ground(table: Table) -> tuple[Rgb, Plate | None]:
    """Read the background, or the plate and a colour to stand for it."""
    if not table.has("plate"):
        return parse_hex(table.text("background"), f"{table.place}: background"), None
    if table.has("background"):
        raise SpecError(
            f"{table.place}: background lies under [plate], which hides it; "
            "allowed: one of the two"
        )
    plate = read_plate(table.table("plate"))
    return plate.ground, plate


def _check_names(slots: list[Slot], place: str) -> None:
    names = [slot.name for slot in slots]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"{place}: two runs are named {name!r}")


def _check_texts(texts: list[tuple[Slot, str]], place: str) -> None:
    """Refuse editable texts that an instruction could not single out."""
    for slot, text in texts:
        twins = [one.name for one, other in texts if one != slot and text in other]
        if slot.editable and text.strip() and twins:
            raise SpecError(
                f"{place}: text {text!r} of the editable run {slot.name} stands in "
                f"run {twins[0]} too; allowed: a text that stands once on the page"
            )


def read_layout(path: Path) -> Layout:
    """Read one layout.

    Raises
    ------
    SpecError
        When the file is not a layout: unknown or missing keys, values out of
        range, colours that are none, axes or features that a font lacks, contents
        that do not fit the runs. A text that its font cannot typeset is told when
        its scene is first asked for.
    """
    table = read_toml(path)
    width, height = table.integers("canvas", length=2)
    if not (16 <= width <= _MAX_SIDE and 16 <= height <= _MAX_SIDE):
        raise SpecError(
            f"{path}: canvas = {width}x{height}; allowed: 16 to {_MAX_SIDE} px a side"
        )
    background, plate = _ground(table)
    style_table = table.table("styles")
    styles = {name: read_style(style_table.table(name)) for name in style_table.keys()}  # noqa: SIM118
    slots = [read_slot(one, styles, y=None) for one in table.tables("runs")]
    grids = [read_grid(one, styles) for one in table.tables("grids", [])]
    ornaments = tuple(_ornament(one) for one in table.tables("ornaments", []))
    filled = []
    for content in table.tables("contents"):
        texts = [(slot, filled_text(slot, content)) for slot in slots]
        for grid in grids:
            texts += filled_grid(grid, content)
        content.done()
        _check_names([slot for slot, _ in texts], str(path))
        _check_texts(texts, content.place)
        filled.append((content.place, texts))
    if not filled:
        raise SpecError(f"{path}: contents is empty; allowed: one table or more")

    def setter(place: str, texts: list[tuple[Slot, str]]) -> Callable[[], Scene]:
        return lambda: Scene(
            width=width,
            height=height,
            background=background,
            plate=plate,
            ornaments=ornaments,
            runs=tuple(
                set_slot(slot, text, styles[slot.style], place) for slot, text in texts
            ),
        )

    layout = Layout(
        name=path.stem,
        title=table.text("title"),
        difficulty=table.text("difficulty", allowed=DIFFICULTIES),
        language=table.text("language"),
        script=table.text("script"),
        scenes=Scenes([setter(place, texts) for place, texts in filled]),
        fonts=tuple(sorted({style.font for style in styles.values()})),
        editable=_editable([texts for _, texts in filled]),
    )
    table.done()
    return layout


def _editable(filled: list[list[tuple[Slot, str]]]) -> tuple[str, ...]:
    names = {slot.name: None for texts in filled for slot, _ in texts if slot.editable}
    return tuple(names)


@functools.cache
def layout_names() -> tuple[str, ...]:
    """Return the registered layouts, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@functools.cache
def layout(name: str) -> Layout:
    """Return a registered layout.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    """
    if name not in layout_names():
        raise UnknownNameError(
            f"unknown layout {name!r}; {suggest(name, layout_names())}"
        )
    return read_layout(FOLDER / f"{name}.toml")
