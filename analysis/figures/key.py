"""Who is who: each judge's line and marker beside its name."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes

from .style import Look, shown, write

ROW = 13.0


def draw_key(
    axes: Axes, judges: Sequence[str], top: float, looks_of: Mapping[str, Look]
) -> None:
    """Name judges one below the other.

    Parameters
    ----------
    axes : Axes
        Its y axis counts rows of 13 pixels downwards.
    judges : sequence of str
        In the order of naming.
    top : float
        Upper end of the first row.
    looks_of : mapping of str to Look
        How each judge is drawn.
    """
    across = axes.get_yaxis_transform()
    for line, judge in enumerate(judges):
        y = top + line + 0.5
        look = looks_of[judge]
        axes.plot(
            [-0.01, 0.05],
            [y, y],
            color=look.colour,
            linestyle=look.dash,
            linewidth=1.5,
            transform=across,
            clip_on=False,
        )
        draw_mark(axes, 0.02, y, look)
        write(axes, 0.07, y, shown(judge), va="center", transform=across)


def draw_mark(axes: Axes, x: float, y: float, look: Look) -> None:
    """Draw a judge's marker at x in shares of the width, y in data."""
    axes.scatter(
        [x],
        [y],
        s=36,
        marker=look.marker,
        color=look.colour,
        edgecolor="white",
        linewidth=0.7,
        transform=axes.get_yaxis_transform(),
        clip_on=False,
        zorder=5,
    )
