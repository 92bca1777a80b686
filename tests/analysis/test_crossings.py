"""Where functions pass a cut: smooth ones to the last digit, and jumps."""

import numpy as np
import pytest
from scipy.optimize import brentq

from eyechart.analysis.intervals.crossings import crossings

CLOSE = 1e-11


class Asked:
    """A function of one position that counts in how many rounds it is asked."""

    def __init__(self, function):
        self.function, self.rounds = function, 0

    def __call__(self, position, guess, others):
        self.rounds += 1
        return self.function(position), np.zeros((len(position), 1))


def crossed(function, cut, inside, outside):
    asked = Asked(np.vectorize(function))
    ends = np.array([[inside, outside]])
    values = asked.function(ends)
    found = crossings(asked, np.array([cut]), ends, values, np.zeros((1, 2, 1)))
    return float(found[0]), asked.rounds


@pytest.mark.parametrize(
    ("function", "cut", "inside", "outside"),
    [
        (lambda x: -(x**2), -2.0, 0.0, 3.0),
        (lambda x: -np.exp(3 * x), -7.0, 0.0, 1.2),
        (lambda x: -np.sinh(4 * x) - x, -1.0, -0.1, 0.9),
        (lambda x: np.log1p(-x), -1.92, 0.3, 0.999),
        (lambda x: -(x**2), -2.0, 0.0, -3.0),
        (lambda x: -np.arctan(40 * (x - 0.3)), 0.2, 0.1, 1.0),
    ],
)
def test_a_smooth_crossing_is_found_in_few_rounds(function, cut, inside, outside):
    found, rounds = crossed(function, cut, inside, outside)
    expected = brentq(lambda x: function(x) - cut, inside, outside, xtol=1e-15)
    assert found == pytest.approx(expected, abs=1e-13)
    assert rounds <= 5


def test_what_a_profile_looks_like_takes_three_rounds():
    found, rounds = crossed(lambda x: -8 * x**2 + x**3, -1.92, 0.45, 0.55)
    assert -8 * found**2 + found**3 == pytest.approx(-1.92, abs=1e-12)
    assert rounds == 3


@pytest.mark.parametrize("at", [0.111, 0.5, 0.98765])
@pytest.mark.parametrize("slope", [0.0, 0.3])
def test_a_jump_is_found(at, slope):
    found, _ = crossed(lambda x: -slope * x - 5.0 * (x > at), -2.0, 0.0, 1.0)
    assert found == pytest.approx(at, abs=3 * CLOSE)


def test_a_kink_is_found():
    found, _ = crossed(lambda x: -x if x < 0.4 else -0.4 - 1e3 * (x - 0.4), -2, 0, 1)
    assert found == pytest.approx(0.4016, abs=1e-12)


def test_functions_side_by_side_do_not_mix():
    """A jump beside a smooth function: both end at their own crossing."""

    def height(position, guess, others):
        smooth = guess[:, 0, 0] == 0
        jumps = -5.0 * (position > 0.37)
        return np.where(smooth, -(position**2), jumps), guess[:, 0]

    guesses = np.array([[[0.0], [0.0]], [[1.0], [1.0]]])
    ends = np.array([[0.0, 3.0], [0.0, 1.0]])
    values = np.array([[0.0, -9.0], [0.0, -5.0]])
    found = crossings(height, np.array([-2.0, -1.0]), ends, values, guesses)
    assert found == pytest.approx([np.sqrt(2), 0.37], abs=3 * CLOSE)
