"""Differences of onsets as ratios: a line each, on one logarithmic axis."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .lanes import draw_interval, draw_note
from .magnitudes import log_axis, plain, ticks
from .panel import PAPER
from .ratios import Ratio, Section, judge_sections, role_sections
from .style import (
    INK,
    NORMAL,
    QUIET,
    RULE,
    Look,
    looks,
    new_figure,
    place,
    say_nothing,
    shown,
    write,
)

if TYPE_CHECKING:
    from ..comparing.compare import Comparisons

LEFT, WIDTH, RIGHT, MARGIN = 190.0, 220.0, 140.0, 16.0
TITLE, ROW, GAP, AXIS = 19.0, 14.0, 6.0, 36.0
ACROSS, TALL = 3, 620.0
LEAST_PLAIN, MOST_PLAIN = 1e-3, 1e5
LEAST_SPAN, MOST_LIMIT = 16.0, math.log(1e3)


def draw_forest(found: "Comparisons") -> Figure:
    """Draw the ratios of onsets: two roles of each judge, then two judges.

    The line at 1 is "no difference"; an open side ends in an arrow, and a bar without
    a point is a range of ratios without a likeliest one. Up to three columns, which
    share one axis.

    Parameters
    ----------
    found : Comparisons
        Of any number of rows.

    Returns
    -------
    Figure
        `Figure.savefig` writes it.
    """
    sections = [*role_sections(found.roles), *judge_sections(found.judges)]
    if not sections:
        return say_nothing("No onsets were compared.")
    looks_of = looks(one.judge for one in sections if one.judge is not None)
    columns = list(_columns(sections))
    height = max(sum(map(_height, column)) for column in columns)
    across = LEFT + WIDTH + RIGHT + MARGIN
    figure = new_figure(across * len(columns) + MARGIN, height + AXIS + 2 * MARGIN)
    low, high = _range(row for one in sections for row in one.rows)
    for i, column in enumerate(columns):
        own = sum(map(_height, column))
        axes = place(figure, MARGIN + across * i + LEFT, MARGIN, WIDTH, own)
        log_axis(axes, low, high, ticks(low, high))
        axes.set(ylim=(own, 0), yticks=[])
        axes.spines["bottom"].set_visible(True)
        axes.spines["bottom"].set_linewidth(0.7)
        axes.axvline(1, color=QUIET, linewidth=0.9, zorder=1)
        axes.set_xlabel("ratio of onsets", fontsize=NORMAL, color=INK)
        top = 0.0
        for section in column:
            top = _draw_section(axes, section, top, _look(section, looks_of))
    return figure


def _look(section: Section, looks_of: dict[str, Look]) -> Look:
    if section.judge is None:
        return Look(colour=INK, marker="o", dash="-")
    return looks_of[section.judge]


def _height(section: Section) -> float:
    return TITLE + ROW * len(section.rows) + GAP


def _columns(sections: Sequence[Section]) -> Iterator[list[Section]]:
    """Yield the sections in columns of about equal height, in their order."""
    total = sum(map(_height, sections))
    number = min(ACROSS, len(sections), math.ceil(total / TALL))
    column: list[Section] = []
    done = 0.0
    for i, section in enumerate(sections):
        column.append(section)
        done += _height(section)
        left = len(sections) - i - 1
        if number > 1 and (done >= total / number or left < number):
            yield column
            column, total, done, number = [], total - done, 0.0, number - 1
    if column:
        yield column


def _draw_section(axes: Axes, section: Section, top: float, look: Look) -> float:
    across = axes.get_yaxis_transform()
    left = -LEFT / WIDTH
    write(
        axes,
        left,
        top + TITLE * 0.55,
        shown(section.title, 60),
        size=NORMAL,
        bold=True,
        va="center",
        transform=across,
    )
    for line, row in enumerate(section.rows):
        y = top + TITLE + ROW * (line + 0.5)
        label = shown(row.label)
        write(axes, -0.03, y, label, ha="right", va="center", transform=across)
        if row.note:
            draw_note(axes, shown(row.note, 40), y, look, bbox=PAPER)
            continue
        low, high = _ratio(row.low), _ratio(row.high)
        point = None if row.point is None else _ratio(row.point)
        draw_interval(axes, y, look, low, point, high)
        words = f"{_words(low)} to {_words(high)}"
        if point is not None:
            words = f"{_words(point)} ({words})"
        write(axes, 1.03, y, words, colour=QUIET, va="center", transform=across)
    bottom = top + _height(section)
    axes.axhline(bottom - GAP / 2, color=RULE, linewidth=0.5, zorder=0)
    return bottom


def _words(ratio: float) -> str:
    """Return a ratio to three digits, or two and an exponent where it would be long."""
    if ratio == 0 or math.isinf(ratio) or LEAST_PLAIN <= ratio < MOST_PLAIN:
        return plain(ratio)
    return f"{ratio:.1e}"


def _ratio(difference: float) -> float:
    """Return the ratio of a difference of logs; 0 and inf where it has no number."""
    with np.errstate(over="ignore", under="ignore"):
        return float(np.exp(difference))


def _range(rows: Iterable[Ratio]) -> tuple[float, float]:
    """Return x limits that hold 1, every point, and limits that are not far off."""
    seen = [0.0]
    for row in rows:
        if row.note:
            continue
        seen += [end for end in (row.low, row.high) if abs(end) <= MOST_LIMIT]
        if row.point is not None and abs(row.point) <= 2 * MOST_LIMIT:
            seen.append(row.point)
    low, high = _ratio(min(seen)) / 1.25, _ratio(max(seen)) * 1.25
    widen = max(1.0, math.sqrt(LEAST_SPAN * low / high))
    return low / widen, high * widen
