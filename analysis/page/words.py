"""How results are said: onsets, limits, statuses and small probabilities."""

import math

from ..figures.cells import Cell, Judged
from ..figures.magnitudes import plain, with_unit

NONE = "\N{EN DASH}"
NO_INTERVAL = frozenset({"floor_above_criterion", "too_few"})
LEAST_Q = 0.001
MISFIT = 0.05

STATUS = {
    "located": "located",
    "left_censored": "over the criterion from the smallest error on",
    "right_censored": "criterion not reached in the tested range",
    "separated": "a step inside this range; no slope",
    "flat": "no evidence of a rise with the error",
    "decreasing": "falls as the error grows",
    "floor_above_criterion": "false alarms alone exceed the criterion",
    "too_few": "too few answers to say",
}
MISSING = {
    "absent": "never asked, or not on every criterion",
    "out_of_range": "score outside the stated scale",
    "refusal": "the judge declined to answer",
    "truncated": "answer cut off before its end",
    "unparsed": "answer held no readable score",
    "api_error": "the service returned an error",
}


def onset_words(row: Judged, cell: Cell) -> str:
    """Return the onset as a number or, when it is not one, as an interval."""
    if row.onset is not None:
        return with_unit(plain(row.onset), cell.unit)
    if row.status == "right_censored" and row.low > 0:
        return f"> {with_unit(plain(row.low), cell.unit)}"
    if row.status == "left_censored" and math.isfinite(row.high):
        return f"< {with_unit(plain(row.high), cell.unit)}"
    if row.status == "separated":
        return f"{plain(row.low)} to {with_unit(plain(row.high), cell.unit)}"
    return NONE


def finding(row: Judged, cell: Cell) -> str:
    """Return the onset, or why there is none."""
    words = onset_words(row, cell)
    return status_words(row) if words == NONE else words


def interval_words(row: Judged, cell: Cell) -> str:
    """Return the interval of the onset; an open side is said in words."""
    if row.status in NO_INTERVAL:
        return NONE
    if row.low <= 0 and math.isinf(row.high):
        return "unbounded"
    if math.isinf(row.high):
        return f"{with_unit(plain(row.low), cell.unit)} to ∞"
    return f"{plain(row.low)} to {with_unit(plain(row.high), cell.unit)}"


def status_words(row: Judged) -> str:
    """Return what the status means, and whether the curve fits badly."""
    words = STATUS.get(row.status, row.status)
    if row.curve is None or row.deviance_p is None or row.deviance_p >= MISFIT:
        return words
    p = probability(row.deviance_p)
    sign = "" if p.startswith("<") else "= "
    return f"{words}; the curve fits badly (p {sign}{p})"


def missing_words(status: str) -> str:
    """Return why an answer is missing."""
    return MISSING.get(status, status)


def probability(value: float | None) -> str:
    """Return a probability to three decimals, small ones as a bound.

    Examples
    --------
    >>> probability(0.0312), probability(0.0001)
    ('.031', '< .001')
    """
    if value is None or math.isnan(value):
        return NONE
    if value < LEAST_Q:
        return "< .001"
    return f"{value:.3f}".removeprefix("0")


def percent(value: float | None) -> str:
    """Return a share as a percentage with three significant digits at most."""
    if value is None or math.isnan(value):
        return NONE
    return f"{100 * value:.1f}%"
