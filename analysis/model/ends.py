"""How low and how high the two ends of a curve may lie.

An onset needs the criterion between them, so the bounds keep a hair's breadth.
"""

from .cell import Cell

_HAIR = 1e-6


def floor_bounds(cell: Cell, criterion: float) -> tuple[float, float]:
    """Return the lowest and highest floor of a fit: equal when it is given."""
    if cell.floor is not None:
        return cell.floor, cell.floor
    return 0.0, criterion * (1 - _HAIR)


def lapse_bounds(cell: Cell, criterion: float) -> tuple[float, float]:
    """Return the lowest and highest lapse of a fit: equal when it is given.

    Examples
    --------
    >>> from eyechart.analysis.model.cell import make_cell
    >>> lapse_bounds(make_cell([1], [1], [2], controls=(1, 9), floor=None), 0.75)
    (0.0, 0.0)
    """
    if cell.lapse is not None:
        return cell.lapse, cell.lapse
    return 0.0, (1 - criterion) * (1 - _HAIR)
