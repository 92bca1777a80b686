"""Signal detection from rates below ceiling: seeing apart from docking."""

import math
from typing import NamedTuple

from scipy.stats import norm

from ...generator.errors import AnalysisError
from ..arguments import check_share


class Detection(NamedTuple):
    """Sensitivity d' with its limits, and the strictness c."""

    dprime: float
    low: float
    high: float
    strictness: float


def detection(
    hits: int, n: int, false_alarms: int, m: int, level: float = 0.95
) -> Detection:
    """Return d' and c from the rates below ceiling of errors and of flawless work.

        H = (hits + .5) / (n + 1),   F = (false_alarms + .5) / (m + 1)
        d' = z(H) - z(F),            c = -(z(H) + z(F)) / 2

    Half an answer is added to every count (the log-linear correction: Hautus 1995,
    Behavior Research Methods 27, 46-51), so that rates of 0 and 1 have a z. It is
    added always, not only there. A strict judge has a low c, a lenient one a high c.

    Parameters
    ----------
    hits, n : int
        Errors scored below ceiling, and all errors.
    false_alarms, m : int
        Flawless controls scored below ceiling, and all of them.
    level : float
        Confidence level of d'.

    Returns
    -------
    Detection
        Limits are d' -+ z sqrt(H (1 - H) / (n phi(z(H))^2) + F (1 - F) / (m
        phi(z(F))^2)) with the corrected rates and sizes (Gourevitch and Galanter
        1967, Psychometrika 32, 25-33).

    Raises
    ------
    AnalysisError
        When counts are not 0 <= hits <= n and 0 <= false_alarms <= m, or `level` is
        no share.

    Examples
    --------
    >>> round(detection(9, 10, 2, 40).dprime, 4)
    2.6434
    """
    check_share("level", level)
    for name, k, size in (("hits", hits, n), ("false_alarms", false_alarms, m)):
        if not 0 <= k <= size:
            raise AnalysisError(
                f"{name} = {k} of {size} is no count; allowed: from 0 to {size}"
            )
    z_hit, var_hit = _normal_score(hits, n)
    z_false, var_false = _normal_score(false_alarms, m)
    dprime = z_hit - z_false
    half = float(norm.ppf((1 + level) / 2)) * math.sqrt(var_hit + var_false)
    strictness = -(z_hit + z_false) / 2
    return Detection(dprime, dprime - half, dprime + half, strictness)


def _normal_score(k: int, n: int) -> tuple[float, float]:
    """Return z of a corrected rate, and its variance by the delta method."""
    rate = (k + 0.5) / (n + 1)
    z = float(norm.ppf(rate))
    return z, rate * (1 - rate) / ((n + 1) * float(norm.pdf(z)) ** 2)
