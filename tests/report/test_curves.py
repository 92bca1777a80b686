import math

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection

from eyechart.analysis.figures.curves import draw_cell, draw_curves
from eyechart.analysis.figures.lanes import NO_ONSET
from eyechart.analysis.figures.style import looks
from eyechart.analysis.figures.svg import inline_svg


def words_of(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def lanes_of(figure):
    return figure.axes[0]


def markers(axes):
    """Return how many corners each scattered marker has, with its place."""
    return [
        (len(piece.get_paths()[0].vertices), float(piece.get_offsets()[0][0]))
        for piece in axes.collections
    ]


def points_of(axes):
    (found,) = (c for c in axes.collections if isinstance(c, PathCollection))
    return found


def one(row, make_cell, **more):
    return draw_cell(make_cell(row, **more), looks([row.judge]))


def test_the_curve_crosses_the_criterion_at_the_onset(make_judged, make_cell):
    main = one(make_judged(), make_cell).axes[1]
    curve = max((line for line in main.lines), key=lambda line: len(line.get_xdata()))
    x, y = np.asarray(curve.get_xdata()), np.asarray(curve.get_ydata())
    crossing = math.exp(np.interp(0.75, y, np.log(x)))
    assert crossing == pytest.approx(8.5, rel=1e-3)


def test_no_curve_is_drawn_where_none_is_reported(make_judged, make_cell):
    main = one(make_judged(status="flat"), make_cell).axes[1]
    assert max(len(line.get_xdata()) for line in main.lines) == 2


def test_points_have_areas_in_proportion_to_n(make_judged, make_cell, make_points):
    few, many = make_points((0.2, 0.5), n=10), make_points((0.2, 0.5), n=40)
    row = make_judged(points=(few[0], many[1]))
    main = one(row, make_cell).axes[1]
    assert list(points_of(main).get_sizes()) == [16.0, 64.0]


def test_a_tier_without_answers_shows_its_zero_and_no_point(
    make_judged, make_cell, make_points
):
    row = make_judged(points=(*make_points((0.2,)), make_points((0.2, 0.5), n=0)[1]))
    figure = one(row, make_cell)
    assert "0" in words_of(figure)
    assert len(points_of(figure.axes[1]).get_offsets()) == 1


def test_counts_are_written_once_when_all_judges_answered_alike(make_judged, make_cell):
    rows = make_judged("alpha"), make_judged("beta")
    figure = draw_cell(make_cell(*rows), looks(["alpha", "beta"]))
    assert words_of(figure).count("20") == 6


def test_counts_are_written_for_every_judge_when_they_differ(
    make_judged, make_cell, make_points
):
    rows = make_judged("alpha"), make_judged("beta", points=make_points((0.5,), n=7))
    figure = draw_cell(make_cell(*rows), looks(["alpha", "beta"]))
    assert words_of(figure).count("n") == 2
    assert "7" in words_of(figure)


def test_an_infinite_limit_is_an_arrow_at_the_edge(make_judged, make_cell):
    finite = markers(lanes_of(one(make_judged(), make_cell)))
    lanes = lanes_of(one(make_judged(high=math.inf), make_cell))
    right = lanes.get_xlim()[1]
    assert all(x < right for _, x in finite)
    assert [x for corners, x in markers(lanes) if corners == 4] == [
        pytest.approx(right)
    ]


def test_a_limit_of_zero_is_an_arrow_at_the_left(make_judged, make_cell):
    lanes = lanes_of(one(make_judged(low=0.0), make_cell))
    left = lanes.get_xlim()[0]
    assert [x for corners, x in markers(lanes) if corners == 4] == [pytest.approx(left)]


@pytest.mark.parametrize(
    ("status", "low", "high"),
    [
        ("right_censored", 118.0, math.inf),
        ("left_censored", 0.0, 0.26),
        ("separated", 3.0, 5.0),
    ],
)
def test_an_onset_known_as_a_range_is_a_pale_bar(
    status, low, high, make_judged, make_cell
):
    row = make_judged(status=status, low=low, high=high)
    lanes = lanes_of(one(row, make_cell))
    left, right = lanes.get_xlim()
    (bar,) = lanes.lines
    assert bar.get_alpha() == 0.35
    assert list(bar.get_xdata()) == [max(low, left), min(high, right)]


@pytest.mark.parametrize("status", sorted(NO_ONSET))
def test_a_cell_without_onset_says_why(status, make_judged, make_cell):
    assert NO_ONSET[status] in words_of(one(make_judged(status=status), make_cell))


def test_bars_span_the_wilson_limits(make_judged, make_cell, make_points):
    row = make_judged(points=make_points((0.5, 0.75)))
    main = one(row, make_cell).axes[1]
    (bars,) = (c for c in main.collections if isinstance(c, LineCollection))
    ends = [[float(y) for _, y in line] for line in bars.get_segments()]
    assert ends == [[0.35, 0.65], [0.6, 0.9]]


def test_the_floor_is_a_band_with_its_interval(make_judged, make_cell):
    main = one(make_judged(), make_cell).axes[1]
    (band,) = main.patches
    box = band.get_bbox()
    assert (box.y0, box.y1) == (0.04, 0.2)


def test_the_axis_holds_everything_tested_and_the_anchor(make_cell):
    figure = draw_cell(make_cell(visible_anchor=400.0), looks(["alpha"]))
    left, right = figure.axes[1].get_xlim()
    assert left < 0.26
    assert right > 400


def test_judges_look_the_same_in_every_cell(make_onset, make_audit):
    found = make_audit(
        make_onset("alpha", dimension="position"),
        make_onset("beta", dimension="position"),
        make_onset("beta", dimension="colour"),
    )
    panels = [axes for axes in draw_curves(found).axes if axes.get_xlabel()]
    shades = [
        {line.get_color() for line in axes.lines if len(line.get_xdata()) > 2}
        for axes in reversed(panels)
    ]
    assert len(shades[0]) == 2
    assert shades[1] < shades[0]


def test_the_figure_becomes_the_same_svg_twice(make_cell):
    first, second = (
        inline_svg(draw_cell(make_cell(), looks(["alpha"])), "c", "x") for _ in "ab"
    )
    assert first == second


def test_all_cells_stand_in_one_figure_without_touching(make_onset, make_audit):
    names = ("blur", "colour", "noise", "position", "scale")
    found = make_audit(*(make_onset(dimension=name) for name in names))
    figure = found.plot()
    panels = [axes for axes in figure.axes if axes.get_xlabel()]
    boxes = [axes.get_position() for axes in panels]
    assert len(boxes) == 5
    assert not any(
        one.overlaps(other) for i, one in enumerate(boxes) for other in boxes[i + 1 :]
    )
    titles = {text.get_text() for axes in figure.axes for text in axes.texts}
    assert {f"{name}, instructed" for name in names} <= titles


def test_framings_are_told_apart_in_one_figure(make_onset, make_audit):
    found = make_audit(make_onset(), make_onset(framing="reference"))
    titles = {text.get_text() for a in draw_curves(found).axes for text in a.texts}
    assert "position, instructed (reference)" in titles


def test_a_judge_without_any_answer_still_has_a_figure(make_judged, make_cell):
    row = make_judged(status="too_few", points=(), n=0, curve=None)
    assert "too few answers" in words_of(one(row, make_cell))
