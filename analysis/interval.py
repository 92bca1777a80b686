"""The kinds of interval of an onset, by name."""

from collections.abc import Callable

from ..generator.errors import AnalysisError, suggest
from .curve import Curve
from .intervals import calibrated, cluster, parametric, percentile, profile
from .intervals.limits import Fitted, Limits, Series
from .model.cell import Cell

__all__ = [
    "BOOTSTRAPS",
    "DEFAULT",
    "INTERVALS",
    "Fitted",
    "Limits",
    "Series",
    "check_interval",
    "onset_limits",
    "profile_limits",
]

_KINDS: dict[str, Callable[[Fitted], Limits]] = {
    "calibrated": calibrated.limits,
    "profile": profile.limits,
    "parametric": parametric.limits,
    "percentile": percentile.limits,
    "cluster": cluster.limits,
}
INTERVALS = tuple(_KINDS)
BOOTSTRAPS = ("parametric", "percentile", "cluster")
DEFAULT = "calibrated"


def check_interval(name: str) -> None:
    """Refuse an unknown kind of interval.

    Raises
    ------
    AnalysisError
        When `name` is not one of `INTERVALS`.
    """
    if name not in INTERVALS:
        raise AnalysisError(f"interval {name!r} is unknown; {suggest(name, INTERVALS)}")


def onset_limits(name: str, fitted: Fitted) -> Limits:
    """Return the limits of an onset by one kind of interval.

    Raises
    ------
    AnalysisError
        When there is no such kind, or it needs series and there are none.
    """
    check_interval(name)
    return _KINDS[name](fitted)


def profile_limits(cell: Cell, curve: Curve, criterion: float, level: float) -> Limits:
    """Return the plain profile likelihood limits of the onset of one curve.

    Parameters
    ----------
    cell : Cell
        The data.
    curve : Curve
        Their maximum likelihood curve.
    criterion : float
        Total probability below ceiling that defines the onset.
    level : float
        Confidence level.
    """
    return profile.limits(
        Fitted(cell=cell, curve=curve, criterion=criterion, level=level)
    )
