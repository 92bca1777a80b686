"""Series of the answers of one cell, for intervals that draw them whole."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..generator.errors import AnalysisError
from .interval import Series
from .intervals.cluster import NO_SERIES


def series_of(
    series: Sequence[str] | None,
    magnitude: ArrayLike,
    below: ArrayLike,
    total: ArrayLike,
    interval: str,
) -> Series | None:
    """Return the series of each entry, for the interval that draws them.

    Raises
    ------
    AnalysisError
        When that interval is asked for and not every entry has one.
    """
    if interval != "cluster":
        return None
    if series is None:
        raise AnalysisError(NO_SERIES)
    sizes = np.asarray(magnitude, dtype=np.float64)
    if len(series) != sizes.size:
        raise AnalysisError(
            f"series has {len(series)} values for {sizes.size} magnitudes; allowed: "
            "one for each"
        )
    return Series(
        names=[str(name) for name in series],
        magnitude=sizes,
        below=np.asarray(below, dtype=np.float64),
        total=np.asarray(total, dtype=np.float64),
    )


def count_series(series: Series | None) -> int | None:
    """Return how many series have an answer."""
    if series is None:
        return None
    return len({n for n, t in zip(series.names, series.total, strict=True) if t > 0})
