import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.analysis.figures.magnitudes import bare, plain, ticks, with_unit


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (12.345, "12.3"),
        (0.0123456, "0.0123"),
        (9.996, "10.0"),
        (99.96, "100"),
        (0.00099996, "0.00100"),
        (1234567.0, "1234567"),
        (0.0, "0"),
        (math.inf, "∞"),
    ],
)
def test_three_significant_digits(value, words):
    assert plain(value) == words


@given(st.floats(1e-6, 1e6))
def test_plain_numbers_keep_three_digits_of_the_value(value):
    words = plain(value)
    assert "e" not in words
    assert float(words) == pytest.approx(value, rel=5.001e-3)


def test_bare_drops_only_zeros_behind_the_point():
    assert [bare(v) for v in (40.0, 0.05, 100.0, 1.2)] == ["40", "0.05", "100", "1.2"]


def test_units_stand_apart_degrees_do_not():
    assert with_unit("3", "°") == "3°"
    assert with_unit("3", "px") == "3\N{NO-BREAK SPACE}px"
    assert with_unit("0.2", "1−α") == "0.2\N{NO-BREAK SPACE}(1−α)"


@given(st.floats(1e-4, 1e3), st.floats(1.5, 1e5))
def test_ticks_lie_inside_and_are_few(low, ratio):
    found = ticks(low, low * ratio)
    assert 1 <= len(found) <= 7
    assert all(low <= tick <= low * ratio for tick in found)
    assert found == sorted(set(found))
