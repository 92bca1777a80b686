"""How every figure looks: colours, markers, type sizes, bare axes.

Figures are laid out in CSS pixels: a `Figure` of 72 dots an inch whose size in
inches is its size in pixels over 72, so that a type size of 10 is 10 px on a page.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

# Okabe & Ito (2008), "Color universal design", without yellow, which is too
# faint on white, and with black last so that it stays free for annotations.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p")
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)), (0, (9, 3)))

INK = "#1a1a1a"
QUIET = "#5c5c5c"
RULE = "#c9c9c9"
SMALL, NORMAL, TITLE = 9.5, 10.5, 12.0
PIXELS_AN_INCH = 72.0
LONGEST_NAME = 34


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How one judge is drawn in every figure of a page."""

    colour: str
    marker: str
    dash: str | tuple[float, tuple[float, ...]]


def looks(judges: Iterable[str]) -> dict[str, Look]:
    """Give every judge its own colour, marker and dash, by sorted name.

    Colours repeat after seven judges and markers after eight, so that the pair
    is unique for up to 56 judges.

    Examples
    --------
    >>> sorted(looks(["b", "a"]).items())[0][1].colour
    '#0072B2'
    """
    return {
        judge: Look(
            colour=COLOURS[i % len(COLOURS)],
            marker=MARKERS[i % len(MARKERS)],
            dash=DASHES[i % len(DASHES)],
        )
        for i, judge in enumerate(sorted(set(judges)))
    }


def shown(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name fit for a figure: no control characters, cut in the middle.

    Examples
    --------
    >>> shown("model" + chr(0))
    'model�'
    >>> shown("abcdefghij", 7)
    'abc…hij'
    """
    clean = "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in {"Cc", "Cs"} else c
        for c in name
    )
    if len(clean) <= longest:
        return clean
    tail = (longest - 1) // 2
    return f"{clean[: longest - 1 - tail]}…{clean[-tail:]}"


def new_figure(width: float, height: float) -> Figure:
    """Return an empty white figure of `width` by `height` CSS pixels."""
    return Figure(
        figsize=(width / PIXELS_AN_INCH, height / PIXELS_AN_INCH),
        dpi=PIXELS_AN_INCH,
        facecolor="white",
    )


def place(figure: Figure, left: float, top: float, width: float, height: float) -> Axes:
    """Add axes at a box given in CSS pixels from the top left corner."""
    across, down = figure.get_size_inches() * PIXELS_AN_INCH
    box = (left / across, 1 - (top + height) / down, width / across, height / down)
    axes = figure.add_axes(box)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=3, width=0.7, colors=INK, labelsize=SMALL)
    return axes


def say_nothing(words: str) -> Figure:
    """Return a figure that says in words why nothing is drawn."""
    figure = new_figure(320.0, 48.0)
    axes = place(figure, 12.0, 8.0, 296.0, 32.0)
    axes.set(xticks=[], yticks=[], xlim=(0, 1), ylim=(0, 1))
    write(axes, 0, 0.5, words, size=NORMAL, colour=QUIET, va="center")
    return figure


def write(
    axes: Axes,
    x: float,
    y: float,
    words: str,
    *,
    size: float = SMALL,
    colour: str = INK,
    bold: bool = False,
    **more: object,
) -> Text:
    """Write `words` literally: a dollar sign starts no formula."""
    weight = "bold" if bold else "normal"
    text = axes.text(x, y, words, fontsize=size, color=colour, fontweight=weight)
    text.set_parse_math(False)
    text.set(**more)
    return text
