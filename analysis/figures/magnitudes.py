"""The logarithmic axis of magnitudes: its range, ticks and plain numbers."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import FixedFormatter, FixedLocator, NullFormatter, NullLocator

_MANTISSAS = ((1,), (1, 3), (1, 2, 5))
_MOST_TICKS = 7


def plain(value: float, digits: int = 3) -> str:
    """Return a number with `digits` significant digits and no exponent.

    Examples
    --------
    >>> plain(0.01234), plain(12.0), plain(1234.5), plain(math.inf)
    ('0.0123', '12.0', '1234', '∞')
    """
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if round(abs(value), digits - 1 - exponent) >= 10 ** (exponent + 1):
        exponent += 1
    return f"{value:.{max(0, digits - 1 - exponent)}f}"


def bare(value: float) -> str:
    """Return a number without trailing zeros, as tick labels and tiers show it.

    Examples
    --------
    >>> bare(0.5), bare(40.0), bare(0.002)
    ('0.5', '40', '0.002')
    """
    text = plain(value, 3)
    return text.rstrip("0").rstrip(".") if "." in text else text


def with_unit(number: str, unit: str) -> str:
    r"""Put a number and its unit together; degrees close, formulas in brackets.

    Examples
    --------
    >>> with_unit("3", "°"), with_unit("12", "px"), with_unit("2", "")
    ('3°', '12\xa0px', '2')
    >>> with_unit(".2", "1-a")
    '.2\xa0(1-a)'
    """
    if not unit or unit.startswith("°"):
        return f"{number}{unit}"
    said = f"({unit})" if unit[0].isdigit() else unit
    return f"{number}\N{NO-BREAK SPACE}{said}"


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers inside [low, high], at most seven, evenly spread.

    Examples
    --------
    >>> ticks(0.25, 120)
    [0.3, 1.0, 3.0, 10.0, 30.0, 100.0]
    """
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    chosen: list[float] = []
    for mantissas in _MANTISSAS:
        found = [float(f"{m}e{d}") for d in decades for m in mantissas]
        inside = [value for value in found if low <= value <= high]
        if len(inside) > _MOST_TICKS:
            chosen = chosen or inside[:: math.ceil(len(inside) / _MOST_TICKS)]
            break
        chosen = inside
    return chosen or [low, high]


def log_axis(axes: Axes, low: float, high: float, marks: Sequence[float] = ()) -> None:
    """Make x logarithmic over [low, high] with plain numbers at `marks`."""
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    at = list(marks) or ticks(low, high)
    axes.xaxis.set_major_locator(FixedLocator(at))
    axes.xaxis.set_major_formatter(FixedFormatter([bare(value) for value in at]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
