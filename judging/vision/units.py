"""What a resize makes of a magnitude, by its unit, read from units.toml."""

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...generator.errors import CorpusError, SpecError, suggest
from ...generator.read import Table, read_toml
from . import FOLDER


@dataclass(frozen=True, slots=True, kw_only=True)
class Error:
    """An error before a resize.

    Attributes
    ----------
    magnitude : float
        Its size.
    bearing : float or None
        Direction of a shift, radians clockwise from the right.
    """

    magnitude: float
    bearing: float | None


def _shift(error: Error, sx: float, sy: float) -> float:
    if error.bearing is None:
        return _spread(error, sx, sy)
    dx, dy = sx * math.cos(error.bearing), sy * math.sin(error.bearing)
    return error.magnitude * math.hypot(dx, dy)


def _spread(error: Error, sx: float, sy: float) -> float:
    return error.magnitude * math.sqrt(sx * sy)


def _relative(error: Error, sx: float, sy: float) -> float:  # noqa: ARG001
    return error.magnitude


def _turn(error: Error, sx: float, sy: float) -> float:
    angle = math.radians(error.magnitude)
    return math.degrees(math.atan2(sy * math.sin(angle), sx * math.cos(angle)))


def _lean(error: Error, sx: float, sy: float) -> float:
    return _turn(error, sy, sx)


WAYS: Mapping[str, Callable[[Error, float, float], float]] = {
    "shift": _shift,
    "spread": _spread,
    "relative": _relative,
    "turn": _turn,
    "lean": _lean,
}
"""Each takes an error and the scales across and down."""

LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """How magnitudes of one unit fare.

    Attributes
    ----------
    unit : str
        As in the column `unit` of a corpus.
    dimension : str or None
        The dimension for which this holds; None for every one of that unit.
    way : str
        A name of `WAYS`, or `LOST`.
    reason : str
        Why magnitudes are lost; empty for other ways.
    """

    unit: str
    dimension: str | None
    way: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """Every known unit, and the bearings of directions in radians."""

    units: tuple[Unit, ...]
    bearings: Mapping[str, float]

    def find(self, unit: str, dimension: str) -> Unit:
        """Return how magnitudes of a unit and dimension fare.

        Raises
        ------
        CorpusError
            When nothing is declared of that unit, or of it in that dimension.
        """
        mine = [one for one in self.units if one.unit == unit]
        for one in mine:
            if one.dimension in (None, dimension):
                return one
        if mine:
            named = [one.dimension for one in mine if one.dimension is not None]
            raise CorpusError(
                f"what a resize makes of the unit {unit!r} is declared by dimension, "
                f"and not for {dimension!r}; {suggest(dimension, named)}"
            )
        raise CorpusError(
            f"what a resize makes of the unit {unit!r} is not declared; "
            f"{suggest(unit, dict.fromkeys(one.unit for one in self.units))}"
        )

    def bearing(self, direction: str | None) -> float | None:
        """Return the bearing of a shift, None where no direction is known.

        Raises
        ------
        CorpusError
            When the direction has no declared bearing.
        """
        if direction is None:
            return None
        if direction not in self.bearings:
            raise CorpusError(
                f"the direction {direction!r} of a shift is unknown; "
                f"{suggest(direction, self.bearings)}"
            )
        return self.bearings[direction]


def _unit(table: Table) -> Unit:
    way = table.text("way", allowed=(*WAYS, LOST))
    unit = Unit(
        unit=table.text("unit"),
        dimension=table.text("dimension") if table.has("dimension") else None,
        way=way,
        reason=table.text("reason") if way == LOST else "",
    )
    table.done()
    return unit


def read_units(path: Path) -> Units:
    """Read a file of units.

    Parameters
    ----------
    path : Path
        TOML; judging/vision/units.toml explains its keys.

    Raises
    ------
    SpecError
        When the file is not one of units, naming place, value and what is allowed.
    """
    top = read_toml(path)
    units = tuple(_unit(table) for table in top.tables("units"))
    for number, one in enumerate(units):
        for other in units[:number]:
            shared = one.dimension == other.dimension or None in (
                one.dimension,
                other.dimension,
            )
            if one.unit == other.unit and shared:
                raise SpecError(f"{path}: the unit {one.unit!r} is declared twice")
    table = top.table("bearings")
    bearings = {name: math.radians(table.number(name)) for name in table.keys()}  # noqa: SIM118
    top.done()
    return Units(units=units, bearings=bearings)


@functools.cache
def known_units() -> Units:
    """Return what is declared of units."""
    return read_units(FOLDER / "units.toml")
