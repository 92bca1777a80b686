"""What a figure needs to know of one cell, gathered from an audit's tables."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Curve = Callable[[float], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Answers of one judge in one tier: share below ceiling, Wilson limits."""

    tier: str
    magnitude: float
    n: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One judge in one cell.

    `low` and `high` are the confidence limits of the onset, 0 and infinity
    included, and both open where no interval was computed; `onset` is None unless
    it was located. `tested_low` and `tested_high` are the smallest and largest
    magnitude with an answer. `curve` maps a magnitude to P(below ceiling) and is
    None where no curve is reported.
    """

    judge: str
    status: str
    onset: float | None
    low: float
    high: float
    tested_low: float
    tested_high: float
    floor: float | None
    floor_low: float | None
    floor_high: float | None
    floor_n: int
    q: float | None
    deviance_p: float | None
    tier_of_onset: str
    n: int
    n_missing: int
    points: tuple[Point, ...]
    curve: Curve | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What is drawn against the magnitude, and which lines run across.

    Attributes
    ----------
    name : str
        Of the y axis.
    line : str
        Name of the line at a cell's criterion.
    chance : float or None
        Where a second line lies: what blind answers reach.
    joined : bool
        Whether the points of a judge are joined, as there is no curve.
    """

    name: str = "share below ceiling"
    line: str = "criterion"
    chance: float | None = None
    joined: bool = False


BELOW = Measure()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One framing, dimension and role, with every judge that answered in it."""

    framing: str
    dimension: str
    role: str
    unit: str
    criterion: float
    level: float
    visible_anchor: float | None
    judged: tuple[Judged, ...]
    measure: Measure = BELOW

    @property
    def title(self) -> str:
        """Name of the cell inside its framing."""
        return f"{self.dimension}, {self.role}"

    @property
    def tested(self) -> tuple[float, float]:
        """Smallest and largest magnitude that any judge answered on."""
        lows = [row.tested_low for row in self.judged]
        return min(lows), max(row.tested_high for row in self.judged)


def judges_of(cells: Iterable[Cell]) -> tuple[str, ...]:
    """Return the judges of some cells, sorted, each once."""
    return tuple(sorted({row.judge for cell in cells for row in cell.judged}))


def framings_of(cells: Iterable[Cell]) -> tuple[str, ...]:
    """Return the framings of some cells, sorted, each once."""
    return tuple(sorted({cell.framing for cell in cells}))


def bounded(row: Judged) -> bool:
    """Tell whether the onset has a known limit on at least one side."""
    return row.onset is not None or row.low > 0 or math.isfinite(row.high)
