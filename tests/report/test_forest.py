"""Ratios of onsets, and areas under the ROC curve, as figures."""

import math

import numpy as np
import pytest
from matplotlib.collections import PathCollection

from eyechart.analysis.comparing.compare import TABLES, Comparisons
from eyechart.analysis.figures.svg import inline_svg
from eyechart.analysis.results.comparison_rows import JudgeRow, RoleRow
from eyechart.analysis.results.made_with import MadeWith
from eyechart.analysis.results.sensitivity_rows import CellSensitivity, TierSensitivity
from eyechart.analysis.sensitivity.table import Sensitivity

DOUBLE, LOW = math.log(2), math.log(1.2)

MADE = MadeWith(
    level=0.95,
    family="logistic",
    score="any",
    scale=None,
    replicates=99,
    seed=0,
    judgements=("a.jsonl",),
    stimuli="corpus",
    version="0",
)


def role(judge="alpha", difference=DOUBLE, low=LOW, high=1.5, **more):
    fields = {
        "judge": judge,
        "framing": "instruction",
        "dimension": "blur",
        "unit": "px",
        "first_role": "instructed",
        "second_role": "incidental",
        "first_onset": 2.0,
        "second_onset": 4.0,
        "first_status": "located",
        "second_status": "located",
        "difference": difference,
        "low": low,
        "high": high,
        "p": 0.01,
        "q": 0.02,
        "family_size": 2,
        "slope_ratio": 0.1,
        "slope_p": 0.7,
        "level": 0.95,
    }
    return RoleRow(**(fields | more))


def pair(**more):
    fields = {
        "framing": "instruction",
        "dimension": "blur",
        "role": "instructed",
        "first_judge": "alpha",
        "second_judge": "beta",
        "n": 40,
        "first_status": "located",
        "second_status": "located",
        "difference": -0.5,
        "low": -1.0,
        "high": 0.1,
        "unidentified": 0.0,
        "both": 10,
        "first_only": 3,
        "second_only": 2,
        "neither": 25,
        "share_difference": 0.025,
        "share_low": -0.1,
        "share_high": 0.15,
        "p": 1.0,
        "q": 1.0,
        "family_size": 1,
        "level": 0.95,
    }
    return JudgeRow(**(fields | more))


def compared(roles=(), judges=()):
    tables = {"roles": tuple(roles), "judges": tuple(judges)}
    return Comparisons(**(dict.fromkeys(TABLES, ()) | tables), settings=MADE)


def words_of(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def places(axes):
    """Return where the filled markers of points stand."""
    return [
        float(one.get_offsets()[0][0])
        for one in axes.collections
        if isinstance(one, PathCollection) and one.get_sizes()[0] == 40
    ]


def test_the_point_stands_at_the_ratio_and_the_limits_beside_it():
    figure = compared([role()]).plot()
    (axes,) = figure.axes
    assert places(axes) == [pytest.approx(2.0)]
    ends = [list(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2]
    assert [pytest.approx(1.2), pytest.approx(math.exp(1.5))] in ends
    assert axes.get_xscale() == "log"
    assert "blur: incidental ÷ instructed" in words_of(figure)
    assert "2.00 (1.20 to 4.48)" in words_of(figure)
    low, high = axes.get_xlim()
    assert low < 1 < high


def test_judge_by_judge_then_one_judge_against_another():
    figure = compared([role("alpha"), role("beta")], [pair()]).plot()
    headings = [w for w in words_of(figure) if w.endswith("(instruction)")]
    assert headings == [
        "alpha (instruction)",
        "beta (instruction)",
        "beta ÷ alpha (instruction)",
    ]
    assert [round(x, 3) for x in places(figure.axes[0])] == [2, 2, 0.607]


def test_what_is_open_or_absent_is_said():
    rows = [
        role(difference=None, low=0.3, high=math.inf, second_status="right_censored"),
        role(difference=None, low=None, high=None, second_status="too_few"),
        role(difference=None, low=-math.inf, high=math.inf, first_status="flat"),
        role(difference=None, low=-math.inf, high=math.inf),
    ]
    nothing = pair(
        difference=None, low=None, high=None, first_status=None, second_status=None
    )
    words = words_of(compared(rows, [nothing]).plot())
    assert "1.35 to ∞" in words
    assert "incidental: too few answers" in words
    assert "instructed: no rise with the error" in words
    assert "not bounded" in words
    assert "nothing in common" in words


@pytest.mark.parametrize(
    ("difference", "low", "high"),
    [(800.0, -math.inf, math.inf), (0.0, 0.0, 0.0), (-12.0, -900.0, 900.0)],
)
def test_extremes_are_drawn(difference, low, high):
    figure = compared([role(difference=difference, low=low, high=high)]).plot()
    limits = figure.axes[0].get_xlim()
    assert np.isfinite(limits).all()
    assert limits[0] < 1 < limits[1]
    assert inline_svg(figure, "forest", "ratios").startswith("<svg")


def test_many_sections_stand_in_three_columns_on_one_axis():
    rows = [role(f"judge {i}", dimension=f"d{j}") for i in range(9) for j in range(12)]
    figure = compared(rows).plot()
    assert len(figure.axes) == 3
    assert len({axes.get_xlim() for axes in figure.axes}) == 1
    assert len(places(figure.axes[0])) == len(places(figure.axes[2])) == 36


def test_empty_tables_say_so():
    assert words_of(compared().plot()) == ["No onsets were compared."]
    nothing = Sensitivity(cells=(), tiers=(), settings=MADE)
    assert words_of(nothing.plot()) == ["There is no cell to draw."]


def cell(judge="alpha", **more):
    fields = {
        "judge": judge,
        "framing": "instruction",
        "dimension": "blur",
        "role": "instructed",
        "unit": "px",
        "n": 20,
        "controls": 30,
        "area_onset": 3.0,
        "area_onset_low": 2.0,
        "area_onset_high": 5.0,
        "area_status": "located",
        "area_p": 0.005,
        "area_q": 0.01,
        "family_size": 2,
        "unidentified": 0.0,
        "abbott_onset": 3.0,
        "abbott_low": 2.0,
        "abbott_high": 5.0,
        "abbott_status": "located",
        "floor": 0.1,
        "target": 0.75,
        "share": 0.5,
        "level": 0.95,
    }
    return CellSensitivity(**(fields | more))


def tier(number, area, judge="alpha", **more):
    fields = {
        "judge": judge,
        "framing": "instruction",
        "dimension": "blur",
        "role": "instructed",
        "unit": "px",
        "tier": number,
        "magnitude_mean": 2.0**number,
        "n": 10,
        "controls": 30,
        "area": area,
        "area_low": None if area is None else area - 0.1,
        "area_high": None if area is None else min(area + 0.1, 1.0),
        "d_a": None,
        "hits": 5,
        "false_alarms": 3,
        "dprime": 1.0,
        "dprime_low": 0.5,
        "dprime_high": 1.5,
        "strictness": 0.1,
    }
    return TierSensitivity(**(fields | more))


def test_areas_of_tiers_and_the_target():
    tiers = (tier(1, 0.55), tier(2, 0.8), tier(3, 0.99))
    figure = Sensitivity(cells=(cell(),), tiers=tiers, settings=MADE).plot()
    main = figure.axes[1]
    points = np.asarray(main.collections[-1].get_offsets())
    assert points[:, 0] == pytest.approx([2, 4, 8])
    assert points[:, 1] == pytest.approx([0.55, 0.8, 0.99])
    across = [line.get_ydata()[0] for line in main.lines if len(line.get_xdata()) == 2]
    assert {0.75, 0.5} <= set(across)
    assert main.get_ylabel() == "area under the ROC curve"
    assert {" area 0.75", "chance "} <= set(words_of(figure))


def test_cells_and_tiers_without_answers():
    few = {
        "area_status": "too_few",
        "area_onset": None,
        "area_onset_low": None,
        "area_onset_high": None,
    }
    found = Sensitivity(
        cells=(cell(), cell("beta", n=0, **few), cell(dimension="jpeg", n=0, **few)),
        tiers=(tier(1, None, controls=0), tier(2, None, controls=0)),
        settings=MADE,
    )
    figure = found.plot()
    assert "too few answers" in words_of(figure)
    assert not any("jpeg" in words for words in words_of(figure))
    assert inline_svg(figure, "areas", "areas").startswith("<svg")
