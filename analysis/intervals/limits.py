"""Confidence limits of one onset, and what they are made from."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..curve import Curve
from ..model.cell import Cell
from ..model.sigmoid import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Lower and upper confidence limit of an onset, in its unit; 0 and inf possible.

    Attributes
    ----------
    unidentified : float or None
        Of a bootstrap: share of replicates without a finite onset above 0.
    """

    low: float
    high: float
    unidentified: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Which series each answer belongs to.

    Attributes
    ----------
    names : sequence of str, shape (r,)
    magnitude, below, total : ndarray, shape (r,)
        As given to a fit, row by row.
    """

    names: Sequence[str]
    magnitude: Array
    below: Array
    total: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A fitted cell that limits are wanted for.

    Attributes
    ----------
    curve : Curve
        The maximum likelihood curve of `cell`.
    criterion, level : float
        Total probability at the onset; confidence level.
    tier : ndarray, shape (n,), or None
        Tier of each distinct magnitude.
    series : Series or None
    replicates : int
        Data sets that a bootstrap draws.
    seed : int
        Seed of everything that is drawn.
    stream : str
        Cells that name the same one have their controls redrawn alike.
    """

    cell: Cell
    curve: Curve
    criterion: float
    level: float
    tier: Array | None = None
    series: Series | None = None
    replicates: int = 1999
    seed: int = 0
    stream: str = ""
