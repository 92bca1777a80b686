"""The rows of an audit's tables."""

from dataclasses import dataclass

from .onset_fit import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Onset:
    """The onset of one judge, framing, dimension and role.

    Attributes
    ----------
    n, n_missing : int
        Stimuli with and without a usable answer.
    floor : float or None
        Fitted floor, or the observed one when no curve applies.
    floor_n : int
        Answered controls that the floor rests on.
    spearman, p, q : float or None, float, float
        Rank correlation of magnitude and penalty (None when undefined), its p, and
        the p adjusted over the cells of the judge and framing.
    trend_p, trend_q : float
        Cochran and Armitage's trend of below ceiling over log magnitude: p, and p
        adjusted over the same cells.
    family_size : int
        Number of those cells: every one counts, answered or not.
    onset, onset_low, onset_high : float or None
        In `unit`; limits may be 0 and inf.
    slope, width : float or None
        dF / d ln m at the threshold; natural-log distance between F = .05 and .95.
    rise_p, deviance_p : float or None
        Monte Carlo p of a rise over the floor, which decides `flat`, and of misfit.
    tier_of_onset : int or None
        Tier in which the onset lies.
    visible_anchor : float or None
        Magnitude that counts as clearly visible.
    unidentified : float or None
        Of a bootstrap: share of replicates without a finite onset above 0.
    series : int or None
        Series that a cluster bootstrap draws.
    """

    judge: str
    framing: str
    dimension: str
    role: str
    unit: str | None
    n: int
    n_missing: int
    floor: float | None
    floor_n: int
    spearman: float | None
    p: float
    q: float
    trend_p: float
    trend_q: float
    family_size: int
    status: Status
    onset: float | None
    onset_low: float | None
    onset_high: float | None
    slope: float | None
    width: float | None
    lapse: float | None
    rise_p: float | None
    deviance_p: float | None
    criterion: float
    level: float
    ci_method: str
    tier_of_onset: int | None
    visible_anchor: float | None
    unidentified: float | None = None
    series: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorRow:
    """How one judge scores one kind of stimulus on one criterion.

    Attributes
    ----------
    criterion : str
        A criterion, or the score of the audit ("any", "mean") over several.
    kind : str
        A kind of stimulus; "floor" for the controls that make the floor together;
        "all" for every answered stimulus.
    n, below : int
        Answered stimuli, and those below ceiling.
    share, wilson_low, wilson_high, exact_low, exact_high : float or None
        Share below ceiling with Wilson and Clopper-Pearson limits; None for n = 0.
    mean_score : float or None
        In points of the criterion's own scale; None over several criteria.
    entropy_bits : float or None
        Entropy of the distribution over score levels; None over several criteria.
    """

    judge: str
    framing: str
    criterion: str
    kind: str
    n: int
    below: int
    share: float | None
    wilson_low: float | None
    wilson_high: float | None
    exact_low: float | None
    exact_high: float | None
    mean_score: float | None
    entropy_bits: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TierRow:
    """Share below ceiling in one tier of one cell.

    Attributes
    ----------
    tier : int or None
        None when the stimuli state no tiers: groups of neighbouring magnitudes.
    magnitude_low, magnitude_high, magnitude_mean : float
        Smallest, largest and geometric mean magnitude of the answered stimuli; of
        all stimuli when none is answered.
    share, wilson_low, wilson_high : float or None
        None for n = 0.
    """

    judge: str
    framing: str
    dimension: str
    role: str
    unit: str | None
    tier: int | None
    magnitude_low: float
    magnitude_high: float
    magnitude_mean: float
    n: int
    below: int
    share: float | None
    wilson_low: float | None
    wilson_high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingRow:
    """How many stimuli lack a usable answer of one judge, and why."""

    judge: str
    framing: str
    status: str
    n: int
