"""Kinds of resizing, each the size of a picture after it."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from ...generator.errors import GeometryError

Size = tuple[int, int]
"""Width and height in px."""


class Resizing(Protocol):
    """One kind of resizing with its limits."""

    def __call__(self, width: int, height: int) -> Size:
        """Return the size that a picture of width and height gets.

        Raises
        ------
        GeometryError
            When the provider refuses such a picture.
        """
        ...


def _fitted(width: int, height: int, side: int) -> Fraction:
    """Return the scale that brings the longer side down to `side`, at most 1."""
    return min(Fraction(1), Fraction(side, max(width, height)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """Fit a square; then bring the shorter side down, the other rounded down.

    Attributes
    ----------
    fit : int
        Side of the square.
    short_side : int or None
        Greatest shorter side; None for no limit.
    """

    fit: int
    short_side: int | None

    def __call__(self, width: int, height: int) -> Size:
        """Return the size after resizing; see `Resizing`."""
        scale = _fitted(width, height, self.fit)
        if self.short_side is not None:
            scale = min(scale, Fraction(self.short_side, min(width, height)))
        return math.floor(width * scale), math.floor(height * scale)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """Fit a square; then keep to a budget of square patches.

    Attributes
    ----------
    fit : int
        Side of the square.
    patches : int or None
        Greatest number of patches; None for no limit.
    patch : int
        Side of a patch.
    """

    fit: int
    patches: int | None
    patch: int = 32

    def __call__(self, width: int, height: int) -> Size:
        """Return the size after resizing; see `Resizing`."""
        scale = _fitted(width, height, self.fit)
        width, height = round(width * scale), round(height * scale)
        needed = math.ceil(width / self.patch) * math.ceil(height / self.patch)
        if self.patches is None or needed <= self.patches:
            return width, height
        # The published shrink factor, the root of budget over area, is lowered until
        # one side is whole patches: floor of a root of a ratio is a whole root.
        across = math.isqrt(self.patches * width // height)
        down = math.isqrt(self.patches * height // width)
        scale = self.patch * min(Fraction(across, width), Fraction(down, height))
        return math.floor(width * scale), math.floor(height * scale)


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """Take the largest size of the same shape within an edge and a patch budget.

    Attributes
    ----------
    edge : int
        Greatest longer side, counted in whole patches.
    patches : int
        Greatest number of patches.
    refused_edge : int
        Side above which a picture is refused.
    patch : int
        Side of a patch.
    """

    edge: int
    patches: int
    refused_edge: int
    patch: int = 28

    def _fits(self, width: int, height: int) -> bool:
        across, down = math.ceil(width / self.patch), math.ceil(height / self.patch)
        longer = max(across, down) * self.patch
        return longer <= self.edge and across * down <= self.patches

    def __call__(self, width: int, height: int) -> Size:
        """Return the size after resizing; see `Resizing`."""
        if max(width, height) > self.refused_edge:
            raise GeometryError(
                f"a picture of {width}x{height} px is refused by the provider; "
                f"allowed: up to {self.refused_edge} px a side"
            )
        longer = max(width, height)
        for edge in range(min(longer, self.edge), 0, -1):
            scale = Fraction(edge, longer)
            size = round(width * scale), round(height * scale)
            if self._fits(*size):
                return size
        return 0, 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SmartResize:
    """Bring each side to a multiple of a factor, within limits of the area.

    Attributes
    ----------
    factor : int
        Both sides become multiples of it.
    min_pixels, max_pixels : int
        Limits of width times height.
    """

    factor: int
    min_pixels: int
    max_pixels: int

    def __call__(self, width: int, height: int) -> Size:
        """Return the size after resizing; see `Resizing`.

        Step by step as in the published code, in floating point like it.
        """
        if max(width, height) > 200 * min(width, height):
            raise GeometryError(
                f"a picture of {width}x{height} px is refused by the provider; "
                "allowed: a longer side of up to 200 times the shorter"
            )
        factor, area = self.factor, width * height
        wide, high = (max(factor, round(s / factor) * factor) for s in (width, height))
        if wide * high > self.max_pixels:
            beta = math.sqrt(area / self.max_pixels)
            wide, high = (
                math.floor(side / beta / factor) * factor for side in (width, height)
            )
        elif wide * high < self.min_pixels:
            beta = math.sqrt(self.min_pixels / area)
            wide, high = (
                math.ceil(side * beta / factor) * factor for side in (width, height)
            )
        return wide, high


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpublished:
    """Resizing that its provider does not describe.

    Attributes
    ----------
    provider : str
        Whose.
    """

    provider: str

    def __call__(self, width: int, height: int) -> Size:
        """Refuse to guess; see `Resizing`."""
        raise GeometryError(
            f"what {self.provider} makes of a picture of {width}x{height} px is "
            "unpublished, so its seen size and effective magnitudes are unknown"
        )
