"""The record of a curve that differs from series to series."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas as pd

MixedStatus = Literal["located", "left_censored", "right_censored"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedFit:
    """What one mixed fit found.

    Attributes
    ----------
    onset : float or None
        Magnitude at which the median series reaches the criterion, when it is
        located.
    low, high : float
        Profile likelihood limits, 0 and inf possible.
    status : str
        Whether the onset lies in the tested range ("located"), over or under it.
    sd : float
        Standard deviation of the series' intercepts, on the sigmoid's own axis.
    sd_log_onset : float
        The same in natural-log units of magnitude: sd / rate; inf when flat.
    sd_p : float
        Of the likelihood ratio against sd = 0.
    floor : float
        Fitted, or given.
    rate, width, slope : float
        Of the median series, as of a curve without series.
    loglik : float
        Log likelihood, controls included.
    series, n, floor_n : int
        Series, answers on degraded stimuli, and answered controls.
    """

    onset: float | None
    low: float
    high: float
    status: MixedStatus
    sd: float
    sd_log_onset: float
    sd_p: float
    floor: float
    rate: float
    width: float
    slope: float
    loglik: float
    series: int
    n: int
    floor_n: int
    criterion: float
    level: float
    family: str

    def to_frame(self) -> "pd.DataFrame":
        """Return the record as a data frame of one row."""
        from .frames import frame_of

        return frame_of(type(self), [self])
