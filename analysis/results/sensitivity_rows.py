"""Rows that tell how well a judge sees, apart from how readily it docks."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas as pd

SensitivityStatus = Literal[
    "located", "left_censored", "right_censored", "separated", "flat", "too_few"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TierSensitivity:
    """How well one judge tells one tier of one cell from flawless work.

    Attributes
    ----------
    tier : int or None
        None when the stimuli state no tiers: groups of neighbouring magnitudes.
    magnitude_mean : float
        Geometric mean magnitude of the tier's stimuli.
    n, controls : int
        Answered stimuli of the tier, and answered controls.
    area, area_low, area_high : float or None
        Chance that a control is scored above a stimulus, ties half.
    d_a : float or None
        sqrt(2) z(area), infinite at an area of 0 or 1.
    hits, false_alarms : int
        Stimuli, and controls, scored below ceiling.
    dprime, dprime_low, dprime_high : float or None
        From the log-linearly corrected rates below ceiling.
    strictness : float or None
        c = -(z(H) + z(F)) / 2: low for a judge that docks readily.
    """

    judge: str
    framing: str
    dimension: str
    role: str
    unit: str | None
    tier: int | None
    magnitude_mean: float
    n: int
    controls: int
    area: float | None
    area_low: float | None
    area_high: float | None
    d_a: float | None
    hits: int
    false_alarms: int
    dprime: float | None
    dprime_low: float | None
    dprime_high: float | None
    strictness: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaOnset:
    """The magnitude at which the area under the ROC curve reaches a target.

    Attributes
    ----------
    onset : float or None
        When located, or in the gap of a step; else None.
    low, high : float or None
        Bootstrap limits, 0 and inf possible; None when there is too little.
    status : str
        "too_few", "flat" (no evidence that larger errors are told apart better),
        "right_censored", "left_censored" or "located".
    rise_p : float or None
        Permutation p of the curve against scores that tell nothing.
    unidentified : float or None
        Share of replicates without an onset.
    n, controls : int
        Answered stimuli and controls.
    """

    onset: float | None
    low: float | None
    high: float | None
    status: SensitivityStatus
    rise_p: float | None
    unidentified: float | None
    n: int
    controls: int
    target: float
    level: float
    family: str
    replicates: int

    def to_frame(self) -> "pd.DataFrame":
        """Return the record as a data frame of one row."""
        from .frames import frame_of

        return frame_of(type(self), [self])


@dataclass(frozen=True, slots=True, kw_only=True)
class AbbottOnset:
    """The magnitude at which the share corrected for the floor reaches a criterion.

    Attributes
    ----------
    onset : float or None
        When located; else None.
    low, high : float or None
        Profile likelihood limits, 0 and inf possible; None when there is too little.
    status : str
        As of `AreaOnset`; "separated" when the likeliest curve is a step.
    floor : float or None
        Fitted floor.
    share : float
        Criterion: the share of the way from the floor to 1.
    rise_p : float or None
        Monte Carlo p of the curve against the floor.
    """

    onset: float | None
    low: float | None
    high: float | None
    status: SensitivityStatus
    floor: float | None
    share: float
    rise_p: float | None
    n: int
    floor_n: int
    level: float
    family: str

    def to_frame(self) -> "pd.DataFrame":
        """Return the record as a data frame of one row."""
        from .frames import frame_of

        return frame_of(type(self), [self])


@dataclass(frozen=True, slots=True, kw_only=True)
class CellSensitivity:
    """How well one judge sees one dimension in one role.

    Attributes
    ----------
    area_onset, area_onset_low, area_onset_high, area_status
        Of `AreaOnset`: whatever the judge does to flawless work.
    area_p, area_q : float or None
        Permutation p of the rise, and adjusted over the cells of judge and framing.
    family_size : int
        Number of those cells, with and without a p.
    unidentified : float or None
        Share of bootstrap replicates without an onset.
    abbott_onset, abbott_low, abbott_high, abbott_status
        Of `AbbottOnset`.
    floor : float or None
        Fitted floor.
    n, controls : int
        Answered stimuli and controls.
    target, share : float
        Area and corrected share at the two onsets.
    """

    judge: str
    framing: str
    dimension: str
    role: str
    unit: str | None
    n: int
    controls: int
    area_onset: float | None
    area_onset_low: float | None
    area_onset_high: float | None
    area_status: SensitivityStatus
    area_p: float | None
    area_q: float | None
    family_size: int
    unidentified: float | None
    abbott_onset: float | None
    abbott_low: float | None
    abbott_high: float | None
    abbott_status: SensitivityStatus
    floor: float | None
    target: float
    share: float
    level: float
