import math

import pytest

from eyechart.analysis.page import words
from eyechart.analysis.results.onset_fit import STATUSES


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"onset": 12.345}, "12.3 px"),
        ({"status": "right_censored", "low": 120.0}, "> 120 px"),
        ({"status": "left_censored", "high": 0.25}, "< 0.250 px"),
        ({"status": "separated", "low": 2.0, "high": 4.0}, "2.00 to 4.00 px"),
        ({"status": "flat"}, "–"),
    ],
)
def test_an_onset_is_a_number_only_when_located(fields, said, make_judged, make_cell):
    row = make_judged(**fields)
    spoken = words.onset_words(row, make_cell(row))
    assert spoken.replace("\N{NO-BREAK SPACE}", " ") == said


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (5.0, 15.0, "5.00 to 15.0 px"),
        (5.0, math.inf, "5.00 px to ∞"),
        (0.0, 15.0, "0 to 15.0 px"),
        (0.0, math.inf, "unbounded"),
    ],
)
def test_open_limits_are_said(low, high, said, make_judged, make_cell):
    row = make_judged(low=low, high=high)
    spoken = words.interval_words(row, make_cell(row))
    assert spoken.replace("\N{NO-BREAK SPACE}", " ") == said


def test_every_status_has_plain_words():
    assert set(words.STATUS) == set(STATUSES)


def test_limits_are_told_for_a_censored_onset_too(make_judged, make_cell):
    row = make_judged(status="right_censored", low=80.0)
    assert words.interval_words(row, make_cell(row)).endswith("to ∞")
    assert (
        words.interval_words(make_judged(status="too_few"), make_cell()) == words.NONE
    )


def test_a_bad_fit_is_told(make_judged):
    said = words.status_words(make_judged(deviance_p=0.0004))
    assert said == "located; the curve fits badly (p < .001)"
    assert words.status_words(make_judged(deviance_p=0.05)) == "located"


def test_small_probabilities_are_bounds():
    assert [words.probability(p) for p in (0.5, 0.0312, 1.0, 0.00099)] == [
        ".500",
        ".031",
        "1.000",
        "< .001",
    ]
