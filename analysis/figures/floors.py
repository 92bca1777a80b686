"""False alarms: how often each judge scores below ceiling where nothing is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .style import (
    INK,
    NORMAL,
    QUIET,
    RULE,
    Look,
    new_figure,
    place,
    shown,
    write,
)

WIDTH, LEFT, RIGHT = 440.0, 12.0, 74.0
BAR, NAME, AXIS = 17.0, 19.0, 36.0
FLOOR_KINDS = frozenset({"flawless", "identity"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Share below ceiling of one judge on one kind of control, exact limits."""

    judge: str
    framing: str
    kind: str
    n: int
    share: float
    low: float
    high: float


def draw_floors(shares: Sequence[Share], looks_of: Mapping[str, Look]) -> Figure:
    """Draw the shares of one framing as bars, grouped by judge.

    Controls that show a correct result are filled; the others, where a judge
    should object, are hollow. Thin lines are exact (Clopper-Pearson) intervals.

    Parameters
    ----------
    shares : sequence of Share
        At least one, in the order of drawing within a judge.
    looks_of : mapping of str to Look
        How each judge is drawn.

    Returns
    -------
    Figure
        440 CSS pixels wide.
    """
    judges = sorted({share.judge for share in shares})
    height = NAME * len(judges) + BAR * len(shares) + 4
    figure = new_figure(WIDTH, height + AXIS)
    axes = place(figure, LEFT, 4, WIDTH - LEFT - RIGHT, height)
    axes.set(xlim=(0, 1), ylim=(height, 0), yticks=[])
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
    axes.spines["bottom"].set_visible(True)
    axes.spines["bottom"].set_linewidth(0.7)
    for x in (0.25, 0.5, 0.75, 1):
        axes.axvline(x, color=RULE, linewidth=0.5, zorder=0)
    axes.set_xlabel("share below ceiling", fontsize=NORMAL, color=INK)
    y = 0.0
    for judge in judges:
        write(axes, 0.004, y + NAME * 0.55, shown(judge, 48), bold=True, va="center")
        y += NAME
        for share in shares:
            if share.judge == judge:
                _draw_bar(axes, share, y + BAR / 2, looks_of[judge])
                y += BAR
    return figure


def _draw_bar(axes: Axes, share: Share, y: float, look: Look) -> None:
    filled = share.kind in FLOOR_KINDS
    axes.barh(
        y,
        share.share,
        BAR * 0.62,
        facecolor=look.colour if filled else "none",
        alpha=0.75 if filled else 1,
        edgecolor=look.colour,
        linewidth=0.9,
        zorder=2,
    )
    axes.plot([share.low, share.high], [y, y], color=INK, linewidth=0.9, zorder=3)
    for limit in (share.low, share.high):
        axes.plot([limit, limit], [y - 3, y + 3], color=INK, linewidth=0.9, zorder=3)
    count = f"{100 * share.share:.1f}% of {share.n}"
    outside: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "va": "center"}
    write(axes, 1.02, y, count, colour=QUIET, **outside)
    inside = share.high < 0.8
    write(
        axes,
        share.high + 0.012 if inside else share.low - 0.012,
        y,
        share.kind,
        colour=QUIET,
        va="center",
        ha="left" if inside else "right",
        zorder=4,
    )
