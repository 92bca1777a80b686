"""Area under the ROC curve against magnitude: one panel a cell, judges overlaid."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from ..results.sensitivity_rows import CellSensitivity, TierSensitivity
from .cells import Cell, Judged, Measure, Point
from .curves import draw_cells

if TYPE_CHECKING:
    from ..sensitivity.table import Sensitivity

AREA = Measure(name="area under the ROC curve", line="area", chance=0.5, joined=True)
Pair = tuple[CellSensitivity, Sequence[TierSensitivity]]


def draw_areas(found: "Sensitivity") -> Figure:
    """Draw every cell of a table of sensitivity in one figure, three side by side.

    Points are the areas of tiers, with their limits; lines across, the target that
    an onset reaches and what chance does. Above, a lane a judge: where its area
    reaches the target. A cell without any answer has no place and is left out.

    Parameters
    ----------
    found : Sensitivity
        Of any number of cells.

    Returns
    -------
    Figure
        Each judge looks the same in every cell; `Figure.savefig` writes it.
    """
    return draw_cells(tuple(area_cells(found)))


def area_cells(found: "Sensitivity") -> Iterator[Cell]:
    """Yield the cells that have answers, by framing, dimension and role."""
    tiers: dict[tuple[str, ...], list[TierSensitivity]] = {}
    for row in found.tiers:
        key = (row.judge, row.framing, row.dimension, row.role)
        tiers.setdefault(key, []).append(row)
    cells: dict[tuple[str, str, str], list[Pair]] = {}
    for one in sorted(found.cells, key=lambda c: c.judge):
        key = (one.judge, one.framing, one.dimension, one.role)
        place = (one.framing, one.dimension, one.role)
        cells.setdefault(place, []).append((one, tiers.get(key, ())))
    for _, pairs in sorted(cells.items()):
        sizes = [row.magnitude_mean for _, rows in pairs for row in rows]
        if sizes:
            yield _cell(pairs, (min(sizes), max(sizes)))


def _cell(pairs: Sequence[Pair], tested: tuple[float, float]) -> Cell:
    first = pairs[0][0]
    return Cell(
        framing=first.framing,
        dimension=first.dimension,
        role=first.role,
        unit=first.unit or "",
        criterion=first.target,
        level=first.level,
        visible_anchor=None,
        judged=tuple(_judged(cell, rows, tested) for cell, rows in pairs),
        measure=AREA,
    )


def _judged(
    cell: CellSensitivity,
    rows: Iterable[TierSensitivity],
    tested: tuple[float, float],
) -> Judged:
    return Judged(
        judge=cell.judge,
        status=cell.area_status,
        onset=cell.area_onset,
        low=0.0 if cell.area_onset_low is None else cell.area_onset_low,
        high=math.inf if cell.area_onset_high is None else cell.area_onset_high,
        tested_low=tested[0],
        tested_high=tested[1],
        floor=None,
        floor_low=None,
        floor_high=None,
        floor_n=cell.controls,
        q=cell.area_q,
        deviance_p=None,
        tier_of_onset="",
        n=cell.n,
        n_missing=0,
        points=tuple(_point(row) for row in rows),
        curve=None,
    )


def _point(row: TierSensitivity) -> Point:
    return Point(
        tier="" if row.tier is None else str(row.tier),
        magnitude=row.magnitude_mean,
        n=row.n,
        share=math.nan if row.area is None else row.area,
        low=math.nan if row.area_low is None else row.area_low,
        high=math.nan if row.area_high is None else row.area_high,
    )
