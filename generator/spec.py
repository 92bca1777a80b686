"""Specs: which corpus to make."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from .dimensions import dimensions
from .errors import SpecError, suggest
from .page.layout import layout_names
from .planning.wanted import MAX_CELL, Asked, read_asked, says_how_many
from .read import Table, read_toml
from .stimulus import CONTROLS

__all__ = [
    "DESIGNS",
    "EDITS",
    "Asked",
    "Spec",
    "preset_names",
    "read_spec",
    "read_spec_file",
]

PRESETS = Path(__file__).parent / "specs"
EDITS = ("colour", "position", "rotation", "scale")
"""What edits change where a spec does not say; fixed, so that a new dimension
moves no stimulus of an old spec."""

DESIGNS = ("independent", "crossed")
_LEAST_SIDE, _MOST_SIDE = 64, 4096
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A corpus, described.

    Attributes
    ----------
    name : str
        For the card and ids of versions.
    seed : int
        Root of every draw.
    design : str
        ``"independent"`` or ``"crossed"``.
    layouts : tuple of str
        Registered layouts.
    canvas : (width, height) or None
        Size that pages are fitted to, px; None where each keeps its own.
    per_cell : int or None
        Stimuli for each (dimension, role, tier); None where every dimension has
        its own number.
    dimensions : mapping of str to Asked
        What is asked of each dimension.
    edits : tuple of str
        Properties that edits change in controls and where the error is elsewhere.
    controls : mapping of str to int
        Number of controls by kind.
    text : str
        The TOML file as read.
    """

    name: str
    seed: int
    design: str
    layouts: tuple[str, ...]
    canvas: tuple[int, int] | None
    per_cell: int | None
    dimensions: Mapping[str, Asked]
    edits: tuple[str, ...]
    controls: Mapping[str, int]
    text: str

    def digest(self) -> str:
        """Return the SHA-256 of what the spec says, comments and order apart."""
        content = {key: value for key, value in asdict(self).items() if key != "text"}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    @property
    def version(self) -> str:
        """Name and short digest, as stored with every stimulus."""
        return f"{self.name}-{self.digest()[:12]}"


def _name(table: Table, path: Path) -> str:
    """Return the spec's name; file names that make none are left out."""
    usual = path.stem if _NAME.fullmatch(path.stem) else "corpus"
    name = table.text("name", usual)
    if not _NAME.fullmatch(name):
        raise SpecError(
            f"{table.place}: name = {name!r}; allowed: up to 60 letters, digits, "
            "dots, underscores and hyphens of ASCII"
        )
    return name


def _canvas(table: Table) -> tuple[int, int] | None:
    if not table.has("canvas"):
        return None
    width, height = table.integers("canvas", length=2)
    if not all(_LEAST_SIDE <= side <= _MOST_SIDE for side in (width, height)):
        raise SpecError(
            f"{table.place}: canvas = {width}x{height}; "
            f"allowed: {_LEAST_SIDE} to {_MOST_SIDE} px a side"
        )
    return width, height


def _dimensions(table: Table, design: str) -> tuple[int | None, Mapping[str, Asked]]:
    """Return the stimuli of a cell and what is asked of each dimension."""
    asked = table.table("dimensions", {})
    for name in asked.keys():  # noqa: SIM118
        if name not in dimensions():
            raise SpecError(
                f"{asked.place}: unknown dimension {name!r}; "
                f"{suggest(name, sorted(dimensions()))}"
            )
    tables = {name: asked.table(name) for name in sorted(asked.keys())}
    per_cell = None
    if table.has("per_cell") or not all(map(says_how_many, tables.values())):
        per_cell = table.integer("per_cell", low=1, high=MAX_CELL)
    return per_cell, {
        name: read_asked(one, name, per_cell, design) for name, one in tables.items()
    }


def _edits(table: Table) -> tuple[str, ...]:
    editing = [name for name, one in dimensions().items() if one.edit is not None]
    edits = table.texts("edits", EDITS, allowed=sorted(editing))
    if len(edits) < 2:
        raise SpecError(
            f"{table.place}: edits = {list(edits)}; allowed: two properties or more, "
            "so that an edit can change another one than the error"
        )
    return edits


def _controls(table: Table) -> Mapping[str, int]:
    controls = table.table("controls", {})
    numbers = {
        kind: controls.integer(kind, 0, low=0, high=MAX_CELL) for kind in CONTROLS
    }
    controls.done()
    return numbers


def read_spec_file(path: Path) -> Spec:
    """Read a spec.

    Raises
    ------
    SpecError
        When the file is no spec: unknown or missing keys, unknown names,
        numbers out of range, windows reversed, roles that a dimension refuses.
    """
    table = read_toml(path)
    names = layout_names()
    design = table.text("design", "independent", allowed=DESIGNS)
    per_cell, asked = _dimensions(table, design)
    spec = Spec(
        name=_name(table, path),
        seed=table.integer("seed", low=0),
        design=design,
        layouts=table.texts("layouts", names, allowed=names),
        canvas=_canvas(table),
        per_cell=per_cell,
        dimensions=asked,
        edits=_edits(table),
        controls=_controls(table),
        text=path.read_text(encoding="utf-8-sig"),
    )
    table.done()
    if not spec.dimensions and not any(spec.controls.values()):
        raise SpecError(
            f"{path}: asks for no stimuli; allowed: one dimension or control or more"
        )
    if not spec.layouts:
        raise SpecError(f"{path}: layouts is empty; allowed: {', '.join(names)}")
    return spec


def preset_names() -> tuple[str, ...]:
    """Return the specs that come with the package, sorted."""
    return tuple(sorted(path.stem for path in PRESETS.glob("*.toml")))


def read_spec(name_or_path: str) -> Spec:
    """Read a preset by name or a spec by path.

    Raises
    ------
    SpecError
        When it is neither, or the file is no spec.
    """
    if name_or_path in preset_names():
        return read_spec_file(PRESETS / f"{name_or_path}.toml")
    path = Path(name_or_path)
    if path.suffix == ".toml" or path.is_file():
        return read_spec_file(path)
    raise SpecError(
        f"{name_or_path!r} is no preset and no TOML file; "
        f"{suggest(name_or_path, preset_names())}"
    )
