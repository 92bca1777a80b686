"""LDR-FLIP, the difference that is seen when two pictures alternate."""

import functools

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import correlate1d

from ..drawing.canvas import Pixels
from .changed import Box, changed_box, grown, inside
from .flip_colour import CMAX, QC, distance, from_opponent, perceived, to_opponent

Values = NDArray[np.float64]

PIXELS_PER_DEGREE = 3840 * np.pi / 180
"""Of the paper's default: a screen .7 m and 3840 px wide, seen from .7 m; 67.02."""

# Contrast sensitivity of each opponent channel as sums of Gaussians a, b (table 1).
_SENSITIVITY = (((1.0, 0.0047),), ((1.0, 0.0053),), ((34.1, 0.04), (13.5, 0.025)))
_WIDEST = 0.04

_FEATURE_SIGMA = 0.5 * 0.082 * PIXELS_PER_DEGREE
"""Half of the .082° from peak to trough of human edge detectors, px."""

_COLOUR_RADIUS = int(np.ceil(3 * np.sqrt(_WIDEST / (2 * np.pi**2)) * PIXELS_PER_DEGREE))
_FEATURE_RADIUS = int(np.ceil(3 * _FEATURE_SIGMA))

REACH = max(_COLOUR_RADIUS, _FEATURE_RADIUS)
"""How many px away from a changed pixel an error can be."""

_PC, _PT, _QF = 0.4, 0.95, 0.5


def _steps(radius: int) -> Values:
    return np.arange(-radius, radius + 1, dtype=np.float64)


@functools.cache
def _sensitivity(channel: int) -> tuple[tuple[float, Values], ...]:
    """Return weight and unit-sum kernel of each Gaussian of a channel.

    A Gaussian over the plane is the product of two over lines, so the sum over the
    plane, by which the paper normalises, is the square of that over a line.
    """
    squared = (_steps(_COLOUR_RADIUS) / PIXELS_PER_DEGREE) ** 2
    terms = []
    for a, b in _SENSITIVITY[channel]:
        line = np.exp(-(np.pi**2) * squared / b)
        terms.append((a * np.sqrt(np.pi / b) * line.sum() ** 2, line / line.sum()))
    total = sum(weight for weight, _ in terms)
    return tuple((float(weight / total), kernel) for weight, kernel in terms)


@functools.cache
def _detectors() -> tuple[Values, Values, Values]:
    """Return kernels along a line: smoothing, first and second derivative.

    Positive weights of a derivative sum to 1, negative ones to -1.
    """
    steps = _steps(_FEATURE_RADIUS)
    line = np.exp(-(steps**2) / (2 * _FEATURE_SIGMA**2))
    edge, point = -steps * line, (steps**2 / _FEATURE_SIGMA**2 - 1) * line
    first, second = (
        np.where(kernel > 0, kernel, 0) / kernel[kernel > 0].sum()
        - np.where(kernel < 0, kernel, 0) / kernel[kernel < 0].sum()
        for kernel in (edge, point)
    )
    return line / line.sum(), first, second


def _along(values: Values, kernel: Values, axis: int) -> Values:
    """Filter along an axis; beyond the page its last pixel goes on."""
    filtered: Values = correlate1d(values, kernel, axis=axis, mode="nearest")
    return filtered


def _blurred(channel: Values, number: int) -> Values:
    parts = [
        weight * _along(_along(channel, kernel, 0), kernel, 1)
        for weight, kernel in _sensitivity(number)
    ]
    return parts[0] if len(parts) == 1 else parts[0] + parts[1]


def _seen(channels: list[Values], part: Box) -> list[Values]:
    blurred = (_blurred(channel, i)[part] for i, channel in enumerate(channels))
    return perceived(from_opponent(*blurred))


def _colour_error(first: list[Values], second: list[Values], part: Box) -> Values:
    """Return the redistributed colour difference, 0 to 1 (section 4.1)."""
    seen = (_seen(channels, part) for channels in (first, second))
    power = distance(*seen) ** QC
    knee = _PC * CMAX
    low = _PT / knee * power
    high = _PT + (power - knee) / (CMAX - knee) * (1 - _PT)
    return np.where(power < knee, low, high)


def _features(luminance: Values, part: Box) -> tuple[Values, Values]:
    """Return the strengths of edges and of points."""
    smooth, edge, point = _detectors()
    down, across = _along(luminance, smooth, 0), _along(luminance, smooth, 1)
    edges, points = (
        np.hypot(_along(down, kernel, 1)[part], _along(across, kernel, 0)[part])
        for kernel in (edge, point)
    )
    return edges, points


def _feature_error(first: Values, second: Values, part: Box) -> Values:
    """Return the difference of edges or points, 0 to 1 (section 4.2)."""
    edges, points = (
        np.abs(one - other)
        for one, other in zip(
            _features(first, part), _features(second, part), strict=True
        )
    )
    error: Values = (np.maximum(edges, points) / np.sqrt(2)) ** _QF
    return error


def _errors(truth: Pixels, shown: Pixels, part: Box) -> Values:
    """Return the errors of a part of the page."""
    first, second = to_opponent(truth), to_opponent(shown)
    colour = _colour_error(first, second, part)
    feature = _feature_error((first[0] + 16) / 116, (second[0] + 16) / 116, part)
    error: Values = colour ** (1 - feature)
    return error


def flip_map(truth: Pixels, shown: Pixels) -> Values:
    """Return the error of every pixel of a page.

    Andersson, Nilsson, Akenine-Möller, Oskarsson, Åström and Fairchild (2020),
    "FLIP: A Difference Evaluator for Alternating Images", doi:10.1145/3406183, at
    67.02 px a degree.

    Parameters
    ----------
    truth, shown : (height, width, 3) uint8
        Pictures of one size.

    Returns
    -------
    (height, width) float64
        0 to 1; exactly 0 farther than `REACH` from every changed pixel.
    """
    height, width = truth.shape[:2]
    return _errors(truth, shown, (slice(0, height), slice(0, width)))


def flip(truth: Pixels, shown: Pixels) -> tuple[float, float]:
    """Return mean and maximum of the errors of `flip_map`.

    Only the neighbourhood of the change is computed: errors vanish outside of it,
    and those inside depend on nothing farther than `REACH` away.

    Parameters
    ----------
    truth, shown : (height, width, 3) uint8
        Pictures of one size.

    Returns
    -------
    tuple of float
        Mean over the whole page, and maximum; both 0 for equal pictures.

    Examples
    --------
    >>> page = np.full((60, 80, 3), 255, dtype=np.uint8)
    >>> other = page.copy()
    >>> other[30, 40] = 0
    >>> [round(error, 4) for error in flip(page, other)]
    [0.0006, 0.2833]
    """
    height, width = truth.shape[:2]
    box = changed_box(truth, shown)
    if box is None:
        return 0.0, 0.0
    affected = grown(box, REACH, height, width)
    needed = grown(affected, REACH, height, width)
    errors = _errors(truth[needed], shown[needed], inside(affected, needed))
    return float(errors.sum()) / (height * width), float(errors.max())
