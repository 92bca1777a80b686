"""The planted curve passes through the points that define it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.judging.simulation.psychometric import probability_below

PLANTED = {
    "onset": st.floats(1e-3, 1e3),
    "width": st.floats(0.1, 6.0),
    "floor": st.floats(0.0, 0.7),
    "lapse": st.floats(0.0, 0.2),
}


@given(**PLANTED)
def test_the_onset_is_at_three_quarters_of_all_answers(**planted: float) -> None:
    assert probability_below(planted["onset"], **planted) == pytest.approx(0.75)


@given(**PLANTED)
def test_the_width_spans_5_to_95_percent_of_the_rise(**planted: float) -> None:
    """Find both ends by bisection and compare their distance with the width."""
    floor, reach = planted["floor"], 1 - planted["floor"] - planted["lapse"]

    def ln_magnitude(share: float) -> float:
        low, high = -40.0, 40.0
        for _ in range(100):
            middle = (low + high) / 2
            p = probability_below(math.exp(middle), **planted)
            low, high = (middle, high) if p < floor + share * reach else (low, middle)
        return low

    distance = ln_magnitude(0.95) - ln_magnitude(0.05)
    assert distance == pytest.approx(planted["width"], rel=1e-6)


@given(a=st.floats(1e-9, 1e9), b=st.floats(1e-9, 1e9), **PLANTED)
def test_it_rises_from_floor_to_lapse(a: float, b: float, **planted: float) -> None:
    low, high = sorted([a, b])
    p, q = probability_below(low, **planted), probability_below(high, **planted)
    assert planted["floor"] <= p <= q <= 1 - planted["lapse"] + 1e-12


def test_a_curve_worked_by_hand() -> None:
    """With g = .2, lapse .1: q = .55/.7; two doublings up with a slope of 2 / ln 2."""
    width = math.log(19) * math.log(2)
    p = probability_below(4.0, onset=1.0, width=width, floor=0.2, lapse=0.1)
    q = 0.55 / 0.7
    odds = q / (1 - q) * math.exp(4.0)
    assert p == pytest.approx(0.2 + 0.7 * odds / (1 + odds))


@given(
    magnitude=st.floats(min_value=5e-324, allow_infinity=False),
    onset=st.floats(1e-27, 1e27),
    width=st.floats(min_value=5e-324, max_value=50.0),
    floor=st.floats(0.0, 0.7),
    lapse=st.floats(0.0, 0.2),
)
def test_no_size_is_too_large(magnitude: float, **planted: float) -> None:
    p = probability_below(magnitude, **planted)
    assert planted["floor"] <= p <= 1 - planted["lapse"] + 1e-12


def test_the_narrowest_curve_is_three_quarters_at_its_onset() -> None:
    planted = {"onset": 4.0, "width": 5e-324, "floor": 0.0, "lapse": 0.0}
    assert probability_below(4.0, **planted) == pytest.approx(0.75)
    assert probability_below(4.1, **planted) == 1.0
    assert probability_below(3.9, **planted) == 0.0
