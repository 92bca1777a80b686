"""Arguments of a fit, checked before anything is read."""

from numbers import Integral, Real
from typing import Any

import numpy as np

from ..generator.errors import AnalysisError

ESTIMATED = "estimated"
_LEAST_ROOM = 1e-6
"""How far the curve's upper end has to be above the criterion."""


def check_share(name: str, value: float) -> None:
    """Refuse a criterion or level that is not between 0 and 1.

    Raises
    ------
    AnalysisError
        When `value` is no number above 0 and below 1.
    """
    if isinstance(value, bool) or not (isinstance(value, Real) and 0 < value < 1):
        raise AnalysisError(
            f"{name} = {_bare(value)!r} is no share; allowed: above 0 and below 1"
        )


def check_area(name: str, value: float) -> None:
    """Refuse an area under the ROC curve that chance reaches, or that nothing does.

    Raises
    ------
    AnalysisError
        When `value` is no number above .5 and below 1.
    """
    if isinstance(value, bool) or not (isinstance(value, Real) and 0.5 < value < 1):
        raise AnalysisError(
            f"{name} = {_bare(value)!r} is no area; allowed: above .5, below 1"
        )


def check_lapse(value: float | str, criterion: float) -> float | None:
    """Return the lapse of a fit: a number, or None when it is to be estimated.

    Raises
    ------
    AnalysisError
        When `value` is neither "estimated" nor a share that leaves the upper end of
        the curve, 1 - lapse, above the criterion.

    Examples
    --------
    >>> check_lapse(0.02, 0.75), check_lapse("estimated", 0.75)
    (0.02, None)
    """
    if value == ESTIMATED:
        return None
    number = isinstance(value, Real) and not isinstance(value, bool)
    # Rounding alone may leave a gap: 1 - .95 is a little more than .05.
    if not (number and 0 <= float(value) <= max(1 - criterion - _LEAST_ROOM, 0.0)):
        raise AnalysisError(
            f"lapse = {_bare(value)!r} with a criterion of {criterion:g}; allowed: "
            f"0 <= lapse < {1 - criterion:g}, so that the curve passes the criterion, "
            f"or {ESTIMATED!r}"
        )
    return float(value)


def lapse_of(text: str) -> float | str:
    """Return a lapse as written on a command line: a number where it is one.

    Examples
    --------
    >>> lapse_of("0.02"), lapse_of("estimated")
    (0.02, 'estimated')
    """
    try:
        return float(text)
    except ValueError:
        return text


def check_seed(value: int) -> None:
    """Refuse a seed that is no whole number of 0 or more.

    Raises
    ------
    AnalysisError
        When `value` is something else.
    """
    if isinstance(value, bool) or not (isinstance(value, Integral) and value >= 0):
        raise AnalysisError(
            f"seed = {_bare(value)!r} is no seed; allowed: whole numbers from 0"
        )


def check_workers(value: int | None) -> None:
    """Refuse a number of processes that is none.

    Raises
    ------
    AnalysisError
        When `value` is neither None nor a whole number from 1.
    """
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if value is not None and not (whole and value >= 1):
        raise AnalysisError(
            f"workers = {_bare(value)!r}; allowed: whole numbers from 1, or None"
        )


def _bare(value: Any) -> Any:
    """Return a numpy scalar as the Python value that it shows."""
    return value.item() if isinstance(value, np.generic) else value
