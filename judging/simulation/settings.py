"""Settings of the simulated judge."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ...generator.errors import SpecError, suggest
from ...generator.read import Table, read_toml

FRAMINGS = ("instruction", "reference")
_ANCHORS = (("instructed", 1.0), ("incidental", 1.5), ("bystander", 2.0))
_ROLES = tuple(role for role, _ in _ANCHORS)
_WIDTHS = (0.01, 50.0)

SIZES = (1e-9, 1e9)
"""Smallest and largest onset, factor or magnitude that can be planted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What is planted in one cell instead of the defaults.

    Attributes
    ----------
    dimension, role, framing : str
        Which cell.
    onset : float
        In the dimension's unit.
    width : float
        In ln m.
    """

    dimension: str
    role: str
    framing: str
    onset: float
    width: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the simulated judge sees.

    Attributes
    ----------
    seed : int
        Of its chance.
    floor : float
        Share of flawless work that it scores below ceiling.
    lapse : float
        Share of the grossest errors that it misses.
    width : float
        Distance in ln m between 5 % and 95 % of the way from floor to 1 - lapse;
        1.8 is a factor of six or about two tiers.
    anchors : tuple of (role, factor)
        Onset in multiples of the dimension's `visible_anchor`.
    reference : float
        By what the onset is multiplied when the correct edit is shown.
    cells : tuple of Cell
        Exceptions.
    """

    seed: int = 0
    floor: float = 0.05
    lapse: float = 0.0
    width: float = 1.8
    anchors: tuple[tuple[str, float], ...] = _ANCHORS
    reference: float = 0.5
    cells: tuple[Cell, ...] = field(default=())

    def planted(
        self, dimension: str, role: str, framing: str, anchor: float | None
    ) -> tuple[float, float]:
        """Return onset and width of a cell.

        Parameters
        ----------
        dimension, role, framing : str
            The cell.
        anchor : float or None
            The dimension's `visible_anchor` when known.

        Raises
        ------
        SpecError
            When the onset is neither stated nor follows from an anchor.
        """
        for cell in self.cells:
            if (cell.dimension, cell.role, cell.framing) == (dimension, role, framing):
                return cell.onset, cell.width
        if anchor is None:
            raise SpecError(
                f"the simulated judge knows no onset of {dimension} {role}: the corpus "
                "states no visible_anchor for it and the settings have no [[cells]] "
                "entry"
            )
        factor = self.reference if framing == "reference" else 1.0
        return anchor * dict(self.anchors)[role] * factor, self.width

    def check_dimensions(self, known: Iterable[tuple[str, str]]) -> None:
        """Refuse exceptions for cells that the corpus does not have.

        Parameters
        ----------
        known : iterable of (dimension, role)
            What the corpus has.

        Raises
        ------
        SpecError
            When an exception would have no effect.
        """
        names = sorted({f"{dimension} {role}" for dimension, role in known})
        for cell in self.cells:
            name = f"{cell.dimension} {cell.role}"
            if name not in names:
                raise SpecError(
                    f"the settings of the simulated judge plant an onset for {name!r}, "
                    f"which the corpus does not have; {suggest(name, names)}"
                )

    def digest(self) -> str:
        """Return 16 hexadecimal digits that change with any setting."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_settings(path: Path) -> Settings:
    """Read a settings file; every key may be left out.

    Raises
    ------
    SpecError
        When the file says something that is not allowed.
    """
    table = read_toml(path)
    width = _within(table, "width", _WIDTHS, 1.8)
    roles = table.table("anchors", {})
    settings = Settings(
        seed=table.integer("seed", 0, low=0),
        floor=table.number("floor", 0.05, low=0.0, high=0.7),
        lapse=table.number("lapse", 0.0, low=0.0, high=0.2),
        width=width,
        anchors=tuple((role, _within(roles, role, SIZES, at)) for role, at in _ANCHORS),
        reference=_within(table, "reference", SIZES, 0.5),
        cells=tuple(
            cell for entry in table.tables("cells", []) for cell in _cells(entry, width)
        ),
    )
    roles.done()
    table.done()
    _check_twice(settings.cells, table.place)
    return settings


def _within(table: Table, key: str, ends: tuple[float, float], default: float) -> float:
    return table.number(key, default, low=ends[0], high=ends[1])


def _cells(table: Table, width: float) -> list[Cell]:
    framings: tuple[str, ...] = FRAMINGS
    if table.has("framing"):
        framings = (table.text("framing", allowed=FRAMINGS),)
    cells = [
        Cell(
            dimension=table.text("dimension"),
            role=table.text("role", allowed=_ROLES),
            framing=framing,
            onset=table.number("onset", low=SIZES[0], high=SIZES[1]),
            width=_within(table, "width", _WIDTHS, width),
        )
        for framing in framings
    ]
    table.done()
    return cells


def _check_twice(cells: tuple[Cell, ...], place: str) -> None:
    keys = [(cell.dimension, cell.role, cell.framing) for cell in cells]
    for key in keys:
        if keys.count(key) > 1:
            raise SpecError(f"{place}: [[cells]] names {' '.join(key)} twice")
