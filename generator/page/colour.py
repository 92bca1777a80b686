"""sRGB colours, their differences and contrasts."""

import functools
import re

from coloraide import Color

from ..errors import SpecError

Rgb = tuple[int, int, int]
"""8-bit sRGB red, green, blue."""

Levels = tuple[float, float, float]
"""sRGB red, green, blue from 0 to 255, not rounded."""

_HEX = re.compile(r"#[0-9A-Fa-f]{6}")


def parse_hex(text: str, place: str) -> Rgb:
    """Read ``#RRGGBB``.

    Raises
    ------
    SpecError
        When `text` is not a hash sign and six hexadecimal digits.
    """
    if not _HEX.fullmatch(text):
        raise SpecError(
            f"{place}: {text!r} is not a colour; "
            "allowed: '#' and six hexadecimal digits, such as '#1F6FEB'"
        )
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def to_hex(colour: Rgb) -> str:
    """Write ``#RRGGBB``.

    Examples
    --------
    >>> to_hex((31, 111, 235))
    '#1F6FEB'
    """
    return "#{:02X}{:02X}{:02X}".format(*colour)


def _srgb(colour: Levels) -> Color:
    return Color("srgb", [channel / 255 for channel in colour])


@functools.lru_cache(maxsize=1 << 14)
def difference(first: Levels, second: Levels) -> float:
    """Return the CIEDE2000 difference of two sRGB colours, white point D65.

    Formula: CIE 142-2001 as laid out by Sharma, Wu and Dalal (2005),
    doi:10.1002/col.20070, with kL = kC = kH = 1; computed by coloraide.

    Examples
    --------
    >>> round(difference((255, 0, 0), (0, 0, 255)), 6)
    52.878195
    """
    return float(_srgb(first).delta_e(_srgb(second), method="2000", space="lab-d65"))


def to_lch(colour: Rgb) -> tuple[float, float, float]:
    """Return CIE L*, C*ab and hue angle (degrees, 0 for greys), D65."""
    lch = _srgb(colour).convert("lch-d65")
    lightness, chroma, hue = lch.coords(nans=False)
    return float(lightness), float(chroma), float(hue)


def from_lch(lightness: float, chroma: float, hue: float) -> Rgb | None:
    """Return the nearest 8-bit sRGB colour, or None outside the sRGB gamut."""
    colour = Color("lch-d65", [lightness, chroma, hue]).convert("srgb")
    channels = [255 * float(channel) for channel in colour.coords(nans=False)]
    if not all(-0.5 <= channel <= 255.5 for channel in channels):
        return None
    red, green, blue = (min(255, max(0, round(channel))) for channel in channels)
    return red, green, blue


@functools.lru_cache(maxsize=1 << 14)
def contrast(first: Rgb, second: Rgb) -> float:
    """Return the WCAG 2.1 contrast ratio, 1 to 21.

    Examples
    --------
    >>> round(contrast((0, 0, 0), (255, 255, 255)), 9)
    21.0
    """
    return float(_srgb(first).contrast(_srgb(second), method="wcag21"))
