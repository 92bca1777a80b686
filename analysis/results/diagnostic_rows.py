"""The rows of an audit's tables of diagnostics."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnosticsRow:
    """How the curve of one cell sits on its data, and what other methods find.

    Attributes
    ----------
    onset, isotonic_onset : float or None
        The onset of the curve, and where a rise of no particular form passes the
        criterion: 0 when before the smallest tier, inf when never.
    threshold, spearman_karber, trim : float or None
        Where the curve without its floor is one half; the trimmed Spearman-Kaerber
        estimate of the same; and the share trimmed from each tail.
    residual_correlation : float or None
        Correlation of deviance residuals with predicted shares.
    largest_influence, influential_tier : float or None, int or None
        Largest change of the log onset when one tier is left out, and which tier.
    dispersion, dispersion_df, dispersion_by : float or None, int or None, str
        Pearson's chi-squared over its degrees of freedom, over tiers or series.
    aic : float or None
        Akaike's information criterion, for fits of the same data.
    """

    judge: str
    framing: str
    dimension: str
    role: str
    unit: str | None
    onset: float | None
    isotonic_onset: float | None
    threshold: float | None
    spearman_karber: float | None
    trim: float | None
    residual_correlation: float | None
    largest_influence: float | None
    influential_tier: int | None
    dispersion: float | None
    dispersion_df: int | None
    dispersion_by: str
    aic: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidualRow:
    """One tier of one cell against the curve.

    Attributes
    ----------
    tier : int or None
        None when the stimuli state no tiers: groups of neighbouring magnitudes.
    predicted : float or None
        Mean probability below ceiling of the curve.
    residual : float or None
        Deviance residual; infinite when the curve rules the answers out.
    influence : float or None
        Change of the log onset when the tier is left out; infinite when the rest has
        none in its range.
    """

    judge: str
    framing: str
    dimension: str
    role: str
    unit: str | None
    tier: int | None
    magnitude_mean: float
    n: int
    below: int
    predicted: float | None
    residual: float | None
    influence: float | None
