"""Does a judge respond at all: rank correlations, and Cochran and Armitage's test."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from scipy.stats import spearmanr

from .inference.cells import Told
from .model.cell import distinct_tiers, grouped, make_cell
from .model.chance import armitage_p, generator

_LEAST = 3


class Trend(NamedTuple):
    """Spearman's rho and its p."""

    rho: float | None
    p: float


def trend(magnitude: Sequence[float], penalty: Sequence[float]) -> Trend:
    """Return the rank correlation of magnitude and penalty.

    Positive when larger errors are penalised more.

    Parameters
    ----------
    magnitude, penalty : sequence of float, shape (n,)
        Sizes of the error, and how far each was penalised.

    Returns
    -------
    Trend
        Where there is no correlation (fewer than 3 pairs, or all magnitudes or all
        penalties alike) rho is None and p is 1: the cell shows no trend, stays in
        its family of tests and cannot turn the others into nan.

    Examples
    --------
    >>> trend([1, 2, 3, 4], [0, 0, 1, 1]).rho > 0
    True
    >>> trend([1, 2, 3, 4], [1, 1, 1, 1])
    Trend(rho=None, p=1.0)
    """
    if len(magnitude) < _LEAST or len(set(magnitude)) < 2 or len(set(penalty)) < 2:
        return Trend(None, 1.0)
    rho, p = spearmanr(magnitude, penalty)
    return Trend(float(rho), 1.0 if math.isnan(p) else float(p))


def trend_p(told: Told, seed: int) -> float:
    """Return the two-sided p of Cochran and Armitage's trend in the answers.

    Whether larger errors are below ceiling more, or less, often: the only columns
    that enter are the log magnitude and below ceiling or not.

    Parameters
    ----------
    told : Told
        Answered stimuli of one cell, grouped as for the test of a rise.
    seed : int
        Seed of the draws.

    Returns
    -------
    float
        1 without a trend to test: no answers, or all magnitudes or all answers
        alike. The cell then stays in its family of tests as one that found nothing.
    """
    if len(set(told.magnitude)) < 2 or len(set(told.below)) < 2:
        return 1.0
    ones = [1.0] * len(told.below)
    cell = make_cell(told.magnitude, told.below, ones, controls=None, floor=0.0)
    tiers = distinct_tiers(told.magnitude, ones, told.tier)
    return armitage_p(grouped(cell, tiers), generator(seed, "trend"))
