"""Colour differences of many pairs at once."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# IEC 61966-2-1 primaries to CIE XYZ, white point D65, as in CSS Color 4.
_TO_XYZ = np.array(
    [
        [506752 / 1228815, 87881 / 245763, 12673 / 70218],
        [87098 / 409605, 175762 / 245763, 12673 / 175545],
        [7918 / 409605, 87881 / 737289, 1001167 / 1053270],
    ]
)
_WHITE = _TO_XYZ.sum(axis=1)
_EPSILON, _KAPPA = 216 / 24389, 24389 / 27


def to_lab(colours: NDArray[np.uint8]) -> Floats:
    """Return CIE L*a*b*, white point D65, of 8-bit sRGB colours.

    Greys get a* = b* = 0 exactly. CIEDE2000 takes the root of a product of chromas,
    so what rounding leaves of a grey's chroma, 1e-14, would move a difference from
    another colour by 1e-6, and otherwise on every machine.

    Parameters
    ----------
    colours : (n, 3) uint8
        sRGB.

    Returns
    -------
    (n, 3) float64
        L*, a*, b*.
    """
    channels = colours / 255.0
    linear = np.where(
        channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
    )
    xyz = linear @ _TO_XYZ.T / _WHITE
    f = np.where(xyz > _EPSILON, np.cbrt(xyz), (_KAPPA * xyz + 16) / 116)
    x, y, z = f.T
    lab = np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)
    lab[(colours == colours[:, :1]).all(axis=1), 1:] = 0.0
    return lab


def ciede2000(first: Floats, second: Floats) -> Floats:
    """Return the CIEDE2000 difference of each pair of colours.

    Formula: CIE 142-2001 as laid out by Sharma, Wu and Dalal (2005),
    doi:10.1002/col.20070, with kL = kC = kH = 1.

    Parameters
    ----------
    first, second : (n, 3) float64
        CIE L*, a*, b*.

    Returns
    -------
    (n,) float64
        Differences.

    Examples
    --------
    >>> pair = np.array([[50, 2.6772, -79.7751], [50, 0, -82.7485]])
    >>> ciede2000(pair[:1], pair[1:]).round(4).tolist()
    [2.0425]
    """
    grey = _grey_gain(first, second)
    l1, c1, h1 = _polar(first, grey)
    l2, c2, h2 = _polar(second, grey)
    hueless = c1 * c2 == 0
    turn = np.where(hueless, 0.0, (h2 - h1 + 180) % 360 - 180)
    hue = np.where(hueless, h1 + h2, _mean_hue(h1, h2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    dark = (lightness - 50) ** 2
    s_l = 1 + 0.015 * dark / np.sqrt(20 + dark)
    s_c = 1 + 0.045 * chroma
    s_h = 1 + 0.015 * chroma * _hue_weight(hue)
    d_l = (l2 - l1) / s_l
    d_c = (c2 - c1) / s_c
    d_h = 2 * np.sqrt(c1 * c2) * _sin(turn / 2) / s_h
    rotation = -_sin(60 * np.exp(-(((hue - 275) / 25) ** 2))) * 2 * _chroma_gain(chroma)
    squared = d_l**2 + d_c**2 + d_h**2 + rotation * d_c * d_h
    return np.asarray(np.sqrt(np.maximum(squared, 0.0)))


def _sin(degrees: Floats) -> Floats:
    return np.asarray(np.sin(np.radians(degrees)))


def _cos(degrees: Floats) -> Floats:
    return np.asarray(np.cos(np.radians(degrees)))


def _chroma_gain(chroma: Floats) -> Floats:
    power = chroma**7
    return np.asarray(np.sqrt(power / (power + 25.0**7)))


def _grey_gain(first: Floats, second: Floats) -> Floats:
    chroma = np.hypot(first[:, 1], first[:, 2]) + np.hypot(second[:, 1], second[:, 2])
    return 1 + 0.5 * (1 - _chroma_gain(chroma / 2))


def _polar(lab: Floats, grey: Floats) -> tuple[Floats, Floats, Floats]:
    a = lab[:, 1] * grey
    b = lab[:, 2]
    return lab[:, 0], np.hypot(a, b), np.degrees(np.arctan2(b, a)) % 360


def _mean_hue(first: Floats, second: Floats) -> Floats:
    total = first + second
    apart = np.abs(first - second) > 180
    wrapped = np.where(total < 360, total + 360, total - 360)
    return np.where(apart, wrapped, total) / 2


def _hue_weight(hue: Floats) -> Floats:
    return (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
