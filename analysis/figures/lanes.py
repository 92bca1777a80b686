"""A lane a judge: where its onset lies, limits that may be infinite."""

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from .cells import Cell, Judged, bounded
from .style import QUIET, SMALL, Look, write

ARROW = 5.0
WHOLE = 5.5
NO_ONSET = {
    "flat": "no rise with the error",
    "decreasing": "falls as the error grows",
    "floor_above_criterion": "floor above the criterion",
    "too_few": "too few answers",
}


def draw_lanes(axes: Axes, cell: Cell, looks_of: Mapping[str, Look]) -> None:
    """Draw one lane a judge, top to bottom in the order of the cell."""
    axes.set_ylim(len(cell.judged), 0)
    axes.set(yticks=[])
    axes.tick_params(bottom=False, labelbottom=False)
    write(
        axes,
        -0.025,
        len(cell.judged) / 2,
        "onset",
        colour=QUIET,
        ha="right",
        va="center",
        transform=axes.get_yaxis_transform(),
    )
    for line, row in enumerate(cell.judged):
        draw_lane(axes, row, line + 0.5, looks_of[row.judge])


def draw_lane(
    axes: Axes, row: Judged, y: float, look: Look, *, scale: float = 1.0
) -> None:
    """Draw one judge's onset on a logarithmic x axis whose limits are set.

    Parameters
    ----------
    axes : Axes
        With its final x limits.
    row : Judged
        The onset to draw.
    y : float
        Height in data coordinates.
    look : Look
        Colour and marker.
    scale : float
        Magnitudes are divided by it, for axes in multiples of an anchor.
    """
    if row.status in NO_ONSET or not bounded(row):
        words = NO_ONSET.get(row.status, "not bounded")
        draw_note(axes, words, y, look)
        return
    point = None if row.onset is None else row.onset / scale
    draw_interval(axes, y, look, row.low / scale, point, row.high / scale)


def draw_interval(
    axes: Axes, y: float, look: Look, low: float, point: float | None, high: float
) -> None:
    """Draw limits on an x axis whose own are set, and the point where there is one.

    Parameters
    ----------
    axes : Axes
        With its final x limits; limits beyond end in an arrow.
    y : float
        Height in data coordinates.
    look : Look
        Colour and marker.
    low, point, high : float, float or None, float
        Without a point the whole range is the finding.
    """
    left, right = axes.get_xlim()
    start, end = min(max(low, left), right), max(min(high, right), left)
    axes.plot(
        [start, end],
        [y, y],
        color=look.colour,
        linewidth=WHOLE if point is None else 1.3,
        alpha=0.35 if point is None else 1,
        solid_capstyle="butt",
        zorder=3,
    )
    _draw_end(axes, start, y, look, "<" if low < left else "|")
    _draw_end(axes, end, y, look, ">" if high > right else "|")
    if point is not None and left <= point <= right:
        axes.scatter(
            [point],
            [y],
            s=40,
            marker=look.marker,
            color=look.colour,
            edgecolor="white",
            linewidth=0.7,
            zorder=5,
        )


def draw_note(axes: Axes, words: str, y: float, look: Look, **more: object) -> None:
    """Say in words why a lane has no onset, behind the judge's marker."""
    across = axes.get_yaxis_transform()
    axes.scatter(
        [0.012],
        [y],
        s=26,
        marker=look.marker,
        color="white",
        linewidth=0.9,
        edgecolor=look.colour,
        transform=across,
        zorder=5,
    )
    style: dict[str, Any] = {"va": "center", "transform": across, **more}
    write(axes, 0.04, y, words, size=SMALL, colour=QUIET, **style)


def _draw_end(axes: Axes, x: float, y: float, look: Look, marker: str) -> None:
    axes.scatter(
        [x],
        [y],
        s=ARROW**2,
        marker=marker,
        color=look.colour,
        linewidth=1 if marker == "|" else 0,
        clip_on=False,
        zorder=4,
    )
