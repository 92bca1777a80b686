"""Specs: which corpus to make."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from .dimensions import dimensions
from .dimensions.dimension import Dimension, Window
from .errors import SpecError, suggest
from .page.layout import layout_names
from .read import Table, read_toml
from .stimulus import CONTROLS, TIERS

PRESETS = Path(__file__).parent / "specs"
EDITS = ("colour", "position", "rotation", "scale")
"""What edits change where a spec does not say; fixed, so that a new dimension
moves no stimulus of an old spec."""

DESIGNS = ("independent", "crossed")
_MAX_CELL = 10_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a spec asks of one dimension.

    Attributes
    ----------
    roles : tuple of str
        Roles to render.
    tiers : tuple of int
        Rungs to render.
    windows : tuple of (low, high)
        Magnitudes of tiers 1 to 6.
    """

    roles: tuple[str, ...]
    tiers: tuple[int, ...]
    windows: tuple[Window, ...]


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
    per_cell : int
        Stimuli for each (dimension, role, tier).
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
    per_cell: int
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


def _windows(table: Table, entry: Dimension) -> tuple[Window, ...]:
    given = table.pairs("windows", entry.windows)
    if len(given) != len(TIERS):
        raise SpecError(
            f"{table.place}: windows holds {len(given)} pairs; allowed: {len(TIERS)}"
        )
    for tier, (low, high) in zip(TIERS, given, strict=True):
        if not 0 < low < high:
            raise SpecError(
                f"{table.place}: window of tier {tier} is [{low:g}, {high:g}]; "
                "allowed: two positive numbers, the smaller one first"
            )
        if low < entry.limits[0] or high > entry.limits[1]:
            raise SpecError(
                f"{table.place}: window of tier {tier} is [{low:g}, {high:g}]; "
                f"allowed: {entry.limits[0]:g} to {entry.limits[1]:g} {entry.unit}"
            )
    steps = zip(TIERS[1:], given, given[1:], strict=False)
    for tier, (_, below), (start, _) in steps:
        if start < below:
            raise SpecError(
                f"{table.place}: window of tier {tier} starts at {start:g}, inside "
                f"that of tier {tier - 1}; allowed: {below:g} or more"
            )
    return given


def _asked(table: Table, name: str) -> Asked:
    entry = dimensions()[name]
    tiers = table.integers("tiers", TIERS)
    for tier in tiers:
        if tier not in TIERS:
            raise SpecError(f"{table.place}: tiers holds {tier}; allowed: 1 to 6")
    if len(set(tiers)) != len(tiers) or not tiers:
        raise SpecError(
            f"{table.place}: tiers = {list(tiers)}; "
            "allowed: each of 1 to 6 at most once"
        )
    roles = table.texts("roles", entry.roles, allowed=entry.roles)
    if not roles:
        raise SpecError(
            f"{table.place}: roles is empty; allowed: {', '.join(entry.roles)}"
        )
    asked = Asked(
        roles=tuple(role for role in entry.roles if role in roles),
        tiers=tuple(sorted(tiers)),
        windows=_windows(table, entry),
    )
    table.done()
    return asked


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


def read_spec_file(path: Path) -> Spec:
    """Read a spec.

    Raises
    ------
    SpecError
        When the file is no spec: unknown or missing keys, unknown names,
        numbers out of range, windows reversed.
    """
    table = read_toml(path)
    asked = table.table("dimensions")
    for name in asked.keys():  # noqa: SIM118
        if name not in dimensions():
            raise SpecError(
                f"{asked.place}: unknown dimension {name!r}; "
                f"{suggest(name, sorted(dimensions()))}"
            )
    controls = table.table("controls")
    names = layout_names()
    spec = Spec(
        name=_name(table, path),
        seed=table.integer("seed", low=0),
        design=table.text("design", "independent", allowed=DESIGNS),
        layouts=table.texts("layouts", names, allowed=names),
        per_cell=table.integer("per_cell", low=1, high=_MAX_CELL),
        dimensions={
            name: _asked(asked.table(name), name) for name in sorted(asked.keys())
        },
        edits=table.texts("edits", EDITS, allowed=sorted(dimensions())),
        controls={
            kind: controls.integer(kind, 0, low=0, high=_MAX_CELL) for kind in CONTROLS
        },
        text=path.read_text(encoding="utf-8-sig"),
    )
    controls.done()
    table.done()
    if len(spec.edits) < 2:
        raise SpecError(
            f"{path}: edits = {list(spec.edits)}; allowed: two properties or more, "
            "so that an edit can change another one than the error"
        )
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
