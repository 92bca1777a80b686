"""Arguments of a fit, checked before anything is read."""

from numbers import Integral, Real
from typing import Any

import numpy as np

from ..generator.errors import AnalysisError


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


def _bare(value: Any) -> Any:
    """Return a numpy scalar as the Python value that it shows."""
    return value.item() if isinstance(value, np.generic) else value
