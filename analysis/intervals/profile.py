"""Profile likelihood limits of the onset.

The limits are where the log likelihood, maximised over the rate (>= 0) and the
floor, has dropped by half the chi-squared quantile (Venzon and Moolgavkar 1988).
A side on which it never drops that far has no limit: 0 or inf, decided by the
likelihood at infinity (`infinity.py`) and never by the end of a search.
"""

from .chi_squared import chi_squared
from .landscape import Landscape
from .limits import Fitted, Limits


def limits(fitted: Fitted) -> Limits:
    """Return the profile likelihood limits of the onset.

    Parameters
    ----------
    fitted : Fitted
        Cell, curve, criterion and level.

    Returns
    -------
    Limits
        The smallest interval that holds every onset not rejected.

    Notes
    -----
    Agrees with BMDS (pybmds 25.2) within 3e-4 on published data.
    """
    drop = chi_squared(fitted.level)
    landscape = Landscape.of(fitted.cell, fitted.curve, fitted.criterion, [drop])
    low, high = landscape.borders([drop], [drop])
    return Limits(
        low=landscape.magnitude(float(low[0])), high=landscape.magnitude(float(high[0]))
    )
