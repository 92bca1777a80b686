"""Climbs of mixed curves, free or with an onset, and the limits of their onset."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, logit

from ..model.extremes import binomial
from ..model.sigmoid import Array
from .likelihood import LARGEST_SD, Mixture

LEAST_FLOOR = 1e-7
_UNDER_CRITERION = 1 - 1e-6
_LOG_RATE = (-9.0, 6.0)
_LOG_SD = (-5.0, math.log(LARGEST_SD))
_PLACE = (-50.0, 50.0)
_REACH = np.array([0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 40.0])
_CLOSE = 1e-4
_FAR = 0.3
_PLACE_AT, LOG_SD_AT, _FLOOR_AT = 0, 2, 3
# Rates and thresholds that curves whose floor is the criterion are climbed from.
_RATES, _THRESHOLDS = (1.0, 4.0), (-0.5, 0.5)

Theta = tuple[float, float, float, float]
"""Onset, log rate, log sd and floor."""
Best = tuple[float, Theta]
"""A log likelihood, and where it is reached."""


def climbed(
    mixture: Mixture,
    start: Sequence[float],
    held: Sequence[int] = (),
    largest_log_rate: float = _LOG_RATE[1],
) -> Best:
    """Return a maximum near `start`; the parameters `held` stay."""
    given = mixture.controls.floor
    # The logit of the floor is on one scale with the other parameters.
    full = np.array([*start[:3], logit(start[3])])
    rates = (_LOG_RATE[0], largest_log_rate)
    top = mixture.criterion * _UNDER_CRITERION
    floors = (float(logit(LEAST_FLOOR)), float(logit(top)))
    bounds = np.array([_PLACE, rates, _LOG_SD, floors])
    free = [i for i in range(4) if i not in held]
    if given is not None:
        free.remove(_FLOOR_AT)

    def floor() -> float:
        return float(expit(full[_FLOOR_AT])) if given is None else given

    def loss(theta: Array) -> tuple[float, Array]:
        full[free] = theta
        value, gradient = mixture.value(full[0], full[1], full[2], floor())
        gradient[_FLOOR_AT] *= floor() * (1 - floor())
        return -value, -gradient[free]

    done = minimize(
        loss,
        np.clip(full[free], bounds[free, 0], bounds[free, 1]),
        jac=True,
        method="L-BFGS-B",
        bounds=[(float(low), float(high)) for low, high in bounds[free]],
        options={"ftol": 1e-12, "gtol": 1e-6},
    )
    full[free] = done.x
    xi, log_rate, log_sd = full[:3].tolist()
    return -float(done.fun), (xi, log_rate, log_sd, floor())


def limits(mixture: Mixture, best: Best, cut: float) -> tuple[float, float]:
    """Return where the profile falls under the cut below and above its maximum.

    Infinite where it never does. Where the floor may be the criterion, the onset may
    lie anywhere below the rise.
    """
    high = _limit(mixture, best, cut, 1.0)
    if _may_start_at_the_criterion(mixture, best, cut):
        return -math.inf, high
    return _limit(mixture, best, cut, -1.0), high


def _may_start_at_the_criterion(mixture: Mixture, best: Best, cut: float) -> bool:
    """Tell whether a curve whose floor is the criterion is not under the cut."""
    controls, criterion = mixture.controls, mixture.criterion
    if controls.floor is not None:
        return False
    floor = criterion * _UNDER_CRITERION
    alone = binomial(controls.controls_below, controls.controls_total, floor)
    passed = float((1 - mixture.below).sum())
    if alone + passed * math.log1p(-floor) < cut:
        return False
    share = np.array((criterion - floor) / (1 - floor))
    start = float(mixture.family.quantile(share))
    return any(
        climbed(
            mixture,
            (threshold + start / rate, math.log(rate), best[1][LOG_SD_AT], floor),
            (_FLOOR_AT,),
        )[0]
        >= cut
        for rate in _RATES
        for threshold in _THRESHOLDS
    )


def _limit(mixture: Mixture, best: Best, cut: float, side: float) -> float:
    """Return where the profile falls under the cut on one side, maybe never."""
    centre = best[1][0]
    state = {"near": best[1]}

    def drop(place: float) -> float:
        _, log_rate, log_sd, g = state["near"]
        away = math.log1p(abs(place))
        # Far away only a curve that is nearly flat can pass through the data.
        starts = [(log_rate, log_sd)]
        if abs(place - centre) > _FAR:
            starts += [(log_rate - away, log_sd), (-away, 0.0)]
        value, state["near"] = max(
            climbed(mixture, [place, rate, max(sd, _LOG_SD[0]), g], (_PLACE_AT,))
            for rate, sd in starts
        )
        return value - cut

    inner = centre
    for reach in _REACH:
        outer = centre + side * float(reach)
        if drop(outer) < 0:
            return _halved(drop, inner, outer)
        inner = outer
    return side * math.inf


def _halved(drop: Callable[[float], float], inner: float, outer: float) -> float:
    """Return where `drop` changes from 0 or above, inside, to below 0."""
    while abs(outer - inner) > _CLOSE:
        middle_ = (inner + outer) / 2
        if drop(middle_) < 0:
            outer = middle_
        else:
            inner = middle_
    return (inner + outer) / 2
