"""The record of one fitted onset."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas as pd

Status = Literal[
    "located",
    "left_censored",
    "right_censored",
    "separated",
    "flat",
    "decreasing",
    "floor_above_criterion",
    "too_few",
]
STATUSES: tuple[Status, ...] = (
    "located",
    "left_censored",
    "right_censored",
    "separated",
    "flat",
    "decreasing",
    "floor_above_criterion",
    "too_few",
)


LEAST_SERIES = 20
"""Series under which a cluster bootstrap is too narrow."""


def few_series(series: int | None) -> str | None:
    """Return a sentence when limits rest on fewer than 20 series, else None.

    With few clusters the bootstrap misses part of the variance between them
    (Cameron, Gelbach and Miller 2008, Rev. Econ. Stat. 90, 414-427).
    """
    if series is None or series >= LEAST_SERIES:
        return None
    return (
        f"limits by cluster rest on {series} series: under {LEAST_SERIES} they are "
        "too narrow"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OnsetFit:
    """What one fit found.

    Attributes
    ----------
    onset : float or None
        Magnitude at which P(below ceiling) reaches the criterion, when located; the
        middle of the gap when separated, if the limits reach beyond the gap; else
        None.
    low, high : float or None
        Confidence limits, 0 and inf possible; None when no curve applies.
    status : str
        One of `STATUSES`.
    floor : float or None
        Fitted floor; the observed or given one when no curve applies; None without
        controls.
    slope : float or None
        dF / d ln m at the threshold: a quarter of the logit's slope when logistic.
    width : float or None
        Natural-log distance between F = .05 and F = .95.
    threshold : float or None
        Magnitude at which F is one half; None for flat lines and steps.
    lapse : float or None
        Distance of the curve's upper end from 1; None without a curve.
    loglik : float or None
        Log likelihood, controls included, binomial coefficients left out; with the
        log prior of the lapse, over that of 0, when the lapse is estimated.
    deviance, deviance_p : float or None
        Misfit against free probabilities, and its Monte Carlo p.
    rise_p : float or None
        Monte Carlo p of the likelihood ratio of the curve against the floor.
    n : int
        Answers on degraded stimuli.
    floor_n : int
        Answers on controls.
    unidentified : float or None
        Of a bootstrap: share of replicates without a finite onset above 0, which
        count as 0 or inf.
    series : int or None
        Series that the cluster bootstrap draws.
    """

    onset: float | None
    low: float | None
    high: float | None
    status: Status
    floor: float | None
    slope: float | None
    width: float | None
    threshold: float | None
    lapse: float | None
    loglik: float | None
    deviance: float | None
    deviance_p: float | None
    rise_p: float | None
    n: int
    floor_n: int
    criterion: float
    level: float
    family: str
    interval: str
    unidentified: float | None = None
    series: int | None = None

    @property
    def caution(self) -> str | None:
        """What to know before citing the limits; None when there is nothing."""
        return few_series(self.series)

    def to_frame(self) -> "pd.DataFrame":
        """Return the record as a data frame of one row."""
        from .frames import frame_of

        return frame_of(type(self), [self])
