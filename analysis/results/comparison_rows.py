"""Rows that compare roles, judges, framings and kinds of criterion."""

from dataclasses import dataclass
from typing import Literal

from .onset_fit import Status

Scope = Literal["cell", "role"]
"""What a row is about: one dimension and role, or all dimensions of a role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnsetDifference:
    """How far apart two onsets of one judge are.

    Attributes
    ----------
    difference : float or None
        ln(second onset / first onset), when both are inside their tested range.
    low, high : float or None
        Profile likelihood limits, -inf and inf possible; None without two curves.
    p : float or None
        Of the likelihood ratio against equal onsets, each with a slope of its own.
    slope_ratio, slope_p : float or None
        Likelihood ratio of two slopes against one, 0 or above, and its p.
    first_status, second_status : str
        Status of each onset.
    """

    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    slope_ratio: float | None
    slope_p: float | None
    first_status: Status
    second_status: Status
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """The same things answered twice, by two judges or under two framings.

    Attributes
    ----------
    both, first_only, second_only, neither : int
        How often each was below ceiling.
    difference : float or None
        Share of the first less share of the second; None without pairs.
    low, high : float or None
        Tango's score limits.
    p : float or None
        McNemar's exact two-sided p; None without pairs.
    """

    both: int
    first_only: int
    second_only: int
    neither: int
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleRow:
    """One dimension in two roles, of one judge under one framing.

    Attributes
    ----------
    first_role, second_role : str
        Such as instructed and incidental.
    first_onset, second_onset : float or None
        In `unit`.
    difference, low, high, p, slope_ratio, slope_p
        As of `OnsetDifference`.
    q : float or None
        p adjusted over the comparisons of the judge and framing.
    family_size : int
        Number of those comparisons, with and without a p.
    """

    judge: str
    framing: str
    dimension: str
    unit: str | None
    first_role: str
    second_role: str
    first_onset: float | None
    second_onset: float | None
    first_status: Status
    second_status: Status
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    q: float | None
    family_size: int
    slope_ratio: float | None
    slope_p: float | None
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRow:
    """Two judges on the same stimuli of one framing, dimension and role.

    Attributes
    ----------
    n : int
        Stimuli that both answered.
    difference : float or None
        ln(second onset / first onset) over those stimuli, when both are located.
    low, high : float or None
        Percentile limits over series (or stimuli) and controls drawn in pairs.
    unidentified : float or None
        Share of replicates in which an onset does not exist.
    both, first_only, second_only, neither, share_difference, share_low, share_high, p
        As of `Matched`: below ceiling.
    q : float or None
        p adjusted over the comparisons of the framing.
    family_size : int
        Number of those comparisons, with and without a p.
    """

    framing: str
    dimension: str
    role: str
    first_judge: str
    second_judge: str
    n: int
    first_status: Status | None
    second_status: Status | None
    difference: float | None
    low: float | None
    high: float | None
    unidentified: float | None
    both: int
    first_only: int
    second_only: int
    neither: int
    share_difference: float | None
    share_low: float | None
    share_high: float | None
    p: float | None
    q: float | None
    family_size: int
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FramingRow:
    """One judge on the same stimuli under the reference and instruction framings.

    Attributes
    ----------
    scope : str
        "cell": one dimension and role; "role": all dimensions of a role together.
    dimension : str or None
        None when the scope is "role".
    n : int
        Stimuli answered under both framings.
    both, detected_only, penalised_only, neither : int
        Detected: different from the reference. Penalised: below ceiling.
    difference, low, high : float or None
        Share detected less share penalised, with Tango's score limits.
    p : float or None
        McNemar's exact two-sided p of detected against penalised.
    q : float or None
        p adjusted over the rows of the judge with the same scope.
    family_size : int
        Number of comparisons of that family, with and without a p.
    """

    judge: str
    scope: Scope
    dimension: str | None
    role: str
    n: int
    both: int
    detected_only: int
    penalised_only: int
    neither: int
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    q: float | None
    family_size: int
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class UneditedRow:
    """How one judge scores unedited work on one criterion.

    Attributes
    ----------
    criterion : str
        A criterion, or "decomposed" for the mean of all that are not holistic.
    holistic : bool
        Whether it sums up the others.
    n : int
        Answered unedited controls.
    mean_merit, sd_merit : float or None
        0 bottom of the scale, 1 top; the standard deviation over controls.
    """

    judge: str
    criterion: str
    holistic: bool
    n: int
    mean_merit: float | None
    sd_merit: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadRow:
    """How far judges are apart on unedited work, by kind of criterion.

    Attributes
    ----------
    criterion : str
        A holistic criterion, or "decomposed".
    judges, n : int
        Judges, and unedited controls that all of them answered.
    lowest, highest : float
        Smallest and largest mean merit; their judges are named beside them.
    spread : float
        Largest less smallest.
    low, high : float
        Percentile limits of the spread, controls drawn anew.
    sd : float
        Standard deviation of the judges' means.
    """

    criterion: str
    holistic: bool
    judges: int
    n: int
    lowest_judge: str
    lowest: float
    highest_judge: str
    highest: float
    spread: float
    low: float
    high: float
    sd: float
    level: float
