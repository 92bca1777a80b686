"""What a picture costs in tokens, by the rules that providers publish."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ...generator.read import Table
from .resizing import Size

_TILE = 512
_SETTINGS = ("low", "medium", "high", "ultra_high")

KINDS = ("tile", "patch", "fixed")


class Price(Protocol):
    """Tokens of one picture."""

    def __call__(self, size: Size | None, setting: str) -> int | None:
        """Return them; None when they are not known.

        Parameters
        ----------
        size : tuple of int or None
            As the model sees it; None when that is not known.
        setting : str
            Detail or resolution that is asked for.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """A base and a price for each square of 512 px.

    Examples
    --------
    >>> Tiles(base=85, tile=170)((896, 672), "high")
    765
    """

    base: int
    tile: int

    def __call__(self, size: Size | None, setting: str) -> int | None:
        """Return the tokens of a picture; see `Price`."""
        if setting == "low":
            return self.base
        if size is None:
            return None
        wide, high = (math.ceil(side / _TILE) for side in size)
        return self.base + self.tile * wide * high


@dataclass(frozen=True, slots=True, kw_only=True)
class Patches:
    """A price for each patch that is needed to cover the picture.

    Examples
    --------
    >>> Patches(side=28, factor=1.0, extra=0)((896, 672), "")
    768
    """

    side: int
    factor: float
    extra: int

    def __call__(self, size: Size | None, setting: str) -> int | None:  # noqa: ARG002
        """Return the tokens of a picture; see `Price`."""
        if size is None:
            return None
        wide, high = (math.ceil(side / self.side) for side in size)
        # Decimals such as 1.2 must not push a whole product over the next integer.
        return math.ceil(round(wide * high * self.factor, 6)) + self.extra


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A price by setting, whatever the size."""

    tokens: Mapping[str, int]

    def __call__(self, size: Size | None, setting: str) -> int | None:  # noqa: ARG002
        """Return the tokens of a picture; see `Price`."""
        return self.tokens.get(setting)


def read_price(table: Table) -> Price:
    """Read what the pictures of a model cost.

    Raises
    ------
    SpecError
        When the table says something that is not allowed.
    """
    kind = table.text("kind", allowed=KINDS)
    price: Price
    if kind == "tile":
        price = Tiles(
            base=table.integer("base", low=0), tile=table.integer("tile", low=1)
        )
    elif kind == "patch":
        price = Patches(
            side=table.integer("side", low=1),
            factor=table.number("factor", low=0.0),
            extra=table.integer("extra", 0, low=0),
        )
    else:
        price = Fixed(tokens={name: table.integer(name, low=1) for name in _SETTINGS})
    table.done()
    return price
