"""Cluster bootstrap limits: whole series drawn again.

Answers of one series depend on each other. Drawing series keeps what they have in
common (Field and Welsh 2007, JRSS B 69, 369-390).
"""

import numpy as np
from numpy.typing import NDArray

from ...generator.errors import AnalysisError
from ..model.chance import generator
from .condensed import condensed, places
from .limits import Fitted, Limits, Series
from .replicates import MOST_MAGNITUDES, percentiles

NO_SERIES = (
    "interval 'cluster' needs the series of every answer (series= of one fit, the "
    "column series_id of stimuli); allowed without: any other interval"
)
_AT_ONCE = 10_000_000
"""Draws held in memory at a time."""


def limits(fitted: Fitted) -> Limits:
    """Return percentile limits over series drawn with replacement.

    Parameters
    ----------
    fitted : Fitted
        Cell, curve, criterion, level, series, replicates, seed and stream.

    Returns
    -------
    Limits

    Raises
    ------
    AnalysisError
        When the answers do not state their series.
    """
    if fitted.series is None:
        raise AnalysisError(NO_SERIES)
    place = places(fitted.cell, MOST_MAGNITUDES)
    cell = condensed(fitted.cell, place)
    below, total = _by_series(fitted, fitted.series, place)
    rng = generator(fitted.seed, "cluster")
    number = len(below)
    share = np.full(number, 1 / number)
    drawn_below, drawn_total = [], []
    rows = max(1, _AT_ONCE // number)
    for start in range(0, fitted.replicates, rows):
        size = min(rows, fitted.replicates - start)
        times = rng.multinomial(number, share, size).astype(np.float64)
        drawn_below.append(times @ below)
        drawn_total.append(times @ total)
    return percentiles(
        fitted, cell, np.concatenate(drawn_below), np.concatenate(drawn_total)
    )


def _by_series(
    fitted: Fitted, series: Series, place: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return answers below ceiling and all answers, a row a series."""
    answered = series.total > 0
    code = np.unique(np.asarray(series.names)[answered], return_inverse=True)[1]
    at = place[np.searchsorted(fitted.cell.magnitude, series.magnitude[answered])]
    shape = (int(code.max()) + 1, int(place.max()) + 1)
    below, total = np.zeros(shape), np.zeros(shape)
    np.add.at(below, (code, at), series.below[answered])
    np.add.at(total, (code, at), series.total[answered])
    return below, total
