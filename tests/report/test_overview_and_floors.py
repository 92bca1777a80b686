import math

import pytest

from eyechart.analysis.figures.floors import Share, draw_floors
from eyechart.analysis.figures.overview import anchors, draw_overview
from eyechart.analysis.figures.style import looks


def share(**more):
    fields = {
        "judge": "alpha",
        "framing": "instruction",
        "kind": "flawless",
        "n": 40,
        "share": 0.1,
        "low": 0.028,
        "high": 0.237,
    }
    return Share(**(fields | more))


def test_onsets_are_divided_by_their_anchor(make_judged, make_cell):
    axes = draw_overview([make_cell()], looks(["alpha"])).axes[0]
    at = [float(piece.get_offsets()[0][0]) for piece in axes.collections]
    assert sorted(at) == pytest.approx([5 / 4, 8.5 / 4, 15 / 4])


def test_every_cell_is_named_and_one_line_marks_the_anchor(make_judged, make_cell):
    cells = [make_cell(), make_cell(dimension="colour", role="bystander")]
    axes = draw_overview(cells, looks(["alpha"])).axes[0]
    words = [text.get_text() for text in axes.texts]
    assert {"position, instructed", "colour, bystander"} <= set(words)
    uprights = [line for line in axes.lines if list(line.get_xdata()) == [1, 1]]
    assert len(uprights) == 1


def test_the_judges_are_named_below(make_judged, make_cell):
    rows = make_judged("alpha"), make_judged("beta")
    figure = draw_overview([make_cell(*rows)], looks(["alpha", "beta"]))
    assert [text.get_text() for text in figure.axes[1].texts] == ["alpha", "beta"]


def test_infinite_limits_leave_the_axis_finite(make_judged, make_cell):
    row = make_judged(status="right_censored", low=118.0)
    axes = draw_overview([make_cell(row)], looks(["alpha"])).axes[0]
    left, right = axes.get_xlim()
    assert 0 < left < 1
    assert 118 / 4 < right < math.inf


def test_statuses_without_onset_do_not_stretch_the_axis(make_judged, make_cell):
    row = make_judged("beta", "flat", low=0.0, high=math.inf)
    looks_of = looks(["alpha", "beta"])
    alone = draw_overview([make_cell(make_judged())], looks_of).axes[0].get_xlim()
    both = draw_overview([make_cell(make_judged(), row)], looks_of).axes[0].get_xlim()
    assert both == alone


def test_the_caption_names_each_anchor_once(make_cell):
    cells = [
        make_cell(),
        make_cell(role="incidental"),
        make_cell(dimension="rotation", unit="°", visible_anchor=2.5),
        make_cell(dimension="family", visible_anchor=None),
    ]
    assert anchors(cells) == "position 4\N{NO-BREAK SPACE}px, rotation 2.5°"


def test_bars_have_the_length_of_the_share_and_carry_their_interval():
    axes = draw_floors([share()], looks(["alpha"])).axes[0]
    (bar,) = axes.patches
    assert bar.get_width() == 0.1
    assert [0.028, 0.237] in [list(line.get_xdata()) for line in axes.lines]


def test_correct_controls_are_filled_and_others_hollow():
    rows = [share(), share(kind="unedited", share=0.9, low=0.76, high=0.97)]
    axes = draw_floors(rows, looks(["alpha"])).axes[0]
    filled, hollow = axes.patches
    assert filled.get_facecolor()[3] > 0
    assert hollow.get_facecolor()[3] == 0


def test_every_judge_and_control_is_named_with_its_count():
    rows = [share(), share(judge="beta", n=33, share=1 / 3, low=0.18, high=0.52)]
    axes = draw_floors(rows, looks(["alpha", "beta"])).axes[0]
    words = [text.get_text() for text in axes.texts]
    assert {"alpha", "beta", "flawless", "10.0% of 40", "33.3% of 33"} <= set(words)
