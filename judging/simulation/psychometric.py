"""How often a planted observer sees an error."""

import math

CRITERION = 0.75
"""Total probability of a score below ceiling that defines the onset."""

_HALF_WIDTH = math.log(19.0)  # logit(.95): F goes from .05 to .95 over `width`


def probability_below(
    magnitude: float, *, onset: float, width: float, floor: float, lapse: float
) -> float:
    """Return the probability that a score falls below the ceiling.

    ``P(m) = g + (1 - g - lapse) F(ln m)`` with the floor g and the logistic F.
    The onset is where P, all of it, is .75; from there follows the threshold t,
    the point at which F is one half:
    ``t = ln onset - width logit(q) / (2 ln 19)`` with
    ``q = (.75 - g) / (1 - g - lapse)``.

    Parameters
    ----------
    magnitude : float
        Size of the error, above 0, in the unit of `onset`.
    onset : float
        Magnitude at which the result is .75.
    width : float
        Distance in ln m between F = .05 and F = .95.
    floor : float
        Probability without an error, under .75.
    lapse : float
        Probability that the largest error is missed, under .25.

    Returns
    -------
    float
        Between `floor` and ``1 - lapse``.

    Examples
    --------
    >>> p = probability_below(4.0, onset=4.0, width=1.8, floor=0.05, lapse=0.0)
    >>> round(p, 12)
    0.75
    """
    reach = 1.0 - floor - lapse
    share = (CRITERION - floor) / reach
    logit = math.log(share / (1.0 - share))
    distance = math.log(magnitude) - math.log(onset)
    # Divided last: a slope could be infinite, and then zero times it is no number.
    z = 2.0 * _HALF_WIDTH * distance / width + logit
    return floor + reach * _logistic(z)


def _logistic(z: float) -> float:
    if z >= 0:
        return 1.0 / (1.0 + math.exp(-z))
    return math.exp(z) / (1.0 + math.exp(z))
