"""What the numbers of an audit's tables may be."""

import math
from typing import Any

from ...generator.errors import AnalysisError

_SIZES = (
    "magnitude_low",
    "magnitude_high",
    "magnitude_mean",
    "onset",
    "visible_anchor",
    "spearman_karber",
    "first_onset",
    "second_onset",
    "area_onset",
    "abbott_onset",
)
_LIMITS = (
    "onset_low",
    "onset_high",
    "isotonic_onset",
    "threshold",
    "dispersion",
    "area_onset_low",
    "area_onset_high",
    "abbott_low",
    "abbott_high",
    "slope_ratio",
)
_SHARES = (
    "share",
    "wilson_low",
    "wilson_high",
    "exact_low",
    "exact_high",
    "floor",
    "p",
    "q",
    "trend_p",
    "trend_q",
    "slope_p",
    "area",
    "area_low",
    "area_high",
    "area_p",
    "area_q",
    "target",
    "mean_merit",
    "lowest",
    "highest",
    "spread",
    "rise_p",
    "deviance_p",
    "lapse",
    "level",
    "criterion",
    "predicted",
    "unidentified",
    "trim",
)
_COUNTS = (
    "n",
    "n_missing",
    "floor_n",
    "below",
    "dispersion_df",
    "series",
    "family_size",
    "controls",
    "hits",
    "false_alarms",
    "both",
    "first_only",
    "second_only",
    "detected_only",
    "penalised_only",
    "neither",
    "judges",
    "replicates",
    "seed",
)
_PAIRS = (
    ("magnitude_low", "magnitude_high"),
    ("onset_low", "onset_high"),
    ("wilson_low", "wilson_high"),
    ("exact_low", "exact_high"),
    ("below", "n"),
    ("low", "high"),
    ("share_low", "share_high"),
    ("area_low", "area_high"),
    ("area_onset_low", "area_onset_high"),
    ("abbott_low", "abbott_high"),
    ("dprime_low", "dprime_high"),
    ("hits", "n"),
    ("false_alarms", "controls"),
    ("lowest", "highest"),
)


def check_ranges(values: dict[str, Any], place: str) -> None:
    """Refuse a row with a number that no table of results can hold.

    Raises
    ------
    AnalysisError
        With place, column, value and what is allowed.
    """
    for name, value in values.items():
        allowed = _allowed(name, value)
        if allowed is not None:
            raise AnalysisError(f"{place}: {name} = {value!r}; allowed: {allowed}")
    for low, high in _PAIRS:
        first, second = values.get(low), values.get(high)
        if first is not None and second is not None and first > second:
            raise AnalysisError(
                f"{place}: {low} = {first!r} is above {high} = {second!r}; allowed: "
                "at most as large"
            )


def _allowed(name: str, value: Any) -> str | None:
    """Return what a column may hold, when `value` is something else."""
    # Such as the criterion of a floor: a name, where that of an onset is a share.
    if not isinstance(value, int | float):
        return None
    if name in _SIZES and not (math.isfinite(value) and value > 0):
        return "finite numbers above 0"
    if name in _LIMITS and not value >= 0:
        return "0 or above, or inf"
    if name in _COUNTS and value < 0:
        return "whole numbers from 0"
    if name in _SHARES and not 0 <= value <= 1:
        return "shares from 0 to 1"
    return "numbers" if math.isnan(value) else None
