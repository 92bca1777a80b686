"""Colour spaces of FLIP."""

import numpy as np
from numpy.typing import NDArray

from ..drawing.canvas import Pixels

Values = NDArray[np.float64]

QC = 0.7
"""Exponent of colour differences."""

# IEC 61966-2-1 primaries to CIE XYZ, white point D65, as FLIP rounds them.
_TO_XYZ = np.array(
    [
        [10135552 / 24577794, 8788810 / 24577794, 4435075 / 24577794],
        [2613072 / 12288897, 8788810 / 12288897, 887015 / 12288897],
        [1425312 / 73733382, 8788810 / 73733382, 70074185 / 73733382],
    ]
)
_RELATIVE = _TO_XYZ / _TO_XYZ.sum(axis=1, keepdims=True)
"""To XYZ over that of white."""

_BACK = np.linalg.inv(_RELATIVE)

_LEVELS = np.arange(256) / 255.0
_LINEAR = np.where(
    _LEVELS > 0.04045, ((_LEVELS + 0.055) / 1.055) ** 2.4, _LEVELS / 12.92
)
_DELTA = 6 / 29


def _mixed(matrix: Values, channels: list[Values]) -> list[Values]:
    """Multiply without BLAS, whose order of summing differs between machines."""
    first, second, third = channels
    return [a * first + b * second + c * third for a, b, c in matrix.tolist()]


def to_opponent(pixels: Pixels) -> list[Values]:
    """Return lightness, red-green and blue-yellow (YCxCz) of a page.

    Parameters
    ----------
    pixels : (height, width, 3) uint8
        sRGB.

    Returns
    -------
    list of (height, width) float64
        Linear in light: Y from -16 + 0 to 100, Cx, Cz.
    """
    linear = [_LINEAR[channel] for channel in np.moveaxis(pixels, 2, 0)]
    x, y, z = _mixed(_RELATIVE, linear)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def from_opponent(y: Values, cx: Values, cz: Values) -> list[Values]:
    """Return linear red, green and blue, cut off at 0 and 1."""
    level = (y + 16) / 116
    back = _mixed(_BACK, [level + cx / 500, level, level - cz / 200])
    return [np.clip(channel, 0.0, 1.0) for channel in back]


def perceived(linear: list[Values]) -> list[Values]:
    """Return CIE L* and the Hunt-adjusted a*, b* of linear sRGB."""
    f = [
        np.where(part > _DELTA**3, np.cbrt(part), part / (3 * _DELTA**2) + 4 / 29)
        for part in _mixed(_RELATIVE, linear)
    ]
    lightness = 116 * f[1] - 16
    # Colours look less colourful in the dark.
    hunt = 0.01 * lightness
    return [lightness, hunt * 500 * (f[0] - f[1]), hunt * 200 * (f[1] - f[2])]


def distance(first: list[Values], second: list[Values]) -> Values:
    """Return the HyAB distance: city-block in lightness, Euclidean in chroma."""
    lightness, a, b = (one - other for one, other in zip(first, second, strict=True))
    found: Values = np.abs(lightness) + np.hypot(a, b)
    return found


def _greatest() -> float:
    green, blue = (
        perceived([np.array(float(level)) for level in colour])
        for colour in ((0, 1, 0), (0, 0, 1))
    )
    return float(distance(green, blue) ** QC)


CMAX = _greatest()
"""Greatest colour difference inside sRGB, that of green and blue, to the power QC."""
