"""The cut-off of a likelihood ratio by theory."""

from scipy.special import gammaincinv


def chi_squared(level: float) -> float:
    """Return the quantile of chi-squared with one degree of freedom.

    Examples
    --------
    >>> round(chi_squared(0.95), 6)
    3.841459
    """
    return 2 * float(gammaincinv(0.5, level))
