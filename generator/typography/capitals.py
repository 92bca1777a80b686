"""Cap heights at any place of a font's design space."""

import functools

from .fontbook import Axes
from .outline import glyph_outline
from .shape import Face, shape, units_per_em


@functools.lru_cache(maxsize=4096)
def cap_height(slug: str, axes: Axes) -> float:
    """Return the height of "H" in em, measured from its outline at these axes.

    Examples
    --------
    >>> from .fontbook import font
    >>> cap_height("eb-garamond", font("eb-garamond").location({}))
    0.653
    """
    face = Face(font=slug, axes=axes, features=(), tracking=0.0)
    (glyph,) = shape("H", face).glyphs
    top = glyph_outline(slug, axes, glyph.index).bounds()[3]
    return top / units_per_em(slug)
