"""The fitted curve against published figures and an independent optimiser."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import expit

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.model.cell import make_cell

LOGISTIC = get_family("logistic")
BAKER = ([2, 3, 4, 5, 6, 7, 8], [2, 6, 9, 12, 10, 12, 10], [12] * 7)
BEETLE_LOG_DOSE = [1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.861, 1.8839]
BEETLE = ([6, 13, 18, 28, 52, 53, 61, 60], [59, 60, 62, 56, 63, 59, 62, 60])


def curve(magnitude, below, total, criterion=0.75, **floor):
    cell = make_cell(
        magnitude, below, total, **({"controls": None, "floor": None} | floor)
    )
    return fit_curve(cell, LOGISTIC, criterion)


def test_joint_floor_agrees_with_bmds():
    # pybmds 25.2, model LogLogistic, on Baker et al. 2008 (84 controls, 2 seen).
    fit = curve(*BAKER, controls=(2, 84))
    assert fit.intercept == pytest.approx(-3.519293057341573, rel=5e-8)
    assert fit.rate == pytest.approx(3.185098109205479, rel=5e-8)
    assert fit.floor == pytest.approx(0.023187520421414413, rel=1e-7)
    assert fit.loglik == pytest.approx(-45.46547858967593, abs=1e-10)
    assert math.exp(fit.log_onset(0.75)) == pytest.approx(4.220642005, rel=1e-8)
    assert fit.width == pytest.approx(2 * math.log(19) / fit.rate)
    assert fit.slope == pytest.approx(fit.rate / 4)


def test_given_floor():
    fit = curve(*BAKER, floor=2 / 84)
    assert fit.intercept == pytest.approx(-3.52191426, rel=1e-8)
    assert fit.rate == pytest.approx(3.18619271, rel=1e-8)
    assert math.exp(fit.log_onset(0.75)) == pytest.approx(4.220892116, rel=1e-8)


def test_floor_zero_is_the_textbook_logit():
    # Bliss 1935; -60.72 and 34.27 in Dobson and in Agresti.
    fit = curve(np.exp(BEETLE_LOG_DOSE), *BEETLE, criterion=0.5, floor=0.0)
    assert fit.intercept == pytest.approx(-60.7174546, rel=1e-8)
    assert fit.rate == pytest.approx(34.2703257, rel=1e-8)
    assert fit.log_onset(0.5) == pytest.approx(1.77172096, rel=1e-8)


def test_joint_floor_of_twenty_a_tier():
    fit = curve([0.5, 1, 2, 4, 8], [2, 4, 11, 17, 20], [20] * 5, controls=(3, 40))
    assert math.exp(fit.log_onset(0.75)) == pytest.approx(2.850613092, rel=1e-9)


def test_single_answers_and_sums_are_one_data_set():
    m, k, n = BAKER
    singles = [
        (x, float(i < below)) for x, below in zip(m, k, strict=True) for i in range(12)
    ]
    fit = curve(*zip(*singles, strict=True), [1] * len(singles), controls=(2, 84))
    assert fit.loglik == curve(m, k, n, controls=(2, 84)).loglik


@pytest.mark.parametrize("seed", range(12))
def test_no_better_curve_is_found_by_another_optimiser(seed):
    rng = np.random.default_rng(seed)
    floor = (0.02, 0.2, 0.5)[seed % 3]
    x = rng.uniform(0, 4, 60)
    below = rng.random(60) < floor + (1 - floor) * expit(2 * (x - 2))
    controls = int(rng.binomial(40, floor))
    fit = curve(np.exp(x), below, np.ones(60), controls=(controls, 40))

    def loss(theta):
        g = expit(theta[2])
        p = g + (1 - g) * expit(math.exp(theta[1]) * (x - theta[0]))
        p = np.clip(p, 1e-300, 1 - 1e-16)
        points = np.where(below, np.log(p), np.log1p(-p)).sum()
        return -points - controls * math.log(g) - (40 - controls) * math.log1p(-g)

    found = min(
        minimize(loss, [start, rate, -1.0], method="Nelder-Mead").fun
        for start in (0.5, 1.5, 2.5, 3.5)
        for rate in (0.0, 1.0, 2.0)
    )
    assert fit.loglik >= -found - 1e-6
    if fit.step is None:
        own = [
            -fit.intercept / fit.rate,
            math.log(fit.rate),
            math.log(fit.floor + 1e-30),
        ]
        own[2] -= math.log1p(-fit.floor)
        assert -loss(own) == pytest.approx(fit.loglik, abs=1e-8)


@example(unit=57.0, below=[0, 0, 4, 2, 0], controls=2)
@given(
    unit=st.floats(1e-6, 1e6),
    below=st.lists(st.integers(0, 8), min_size=5, max_size=5),
    controls=st.integers(0, 20),
)
@settings(max_examples=25, deadline=None)
def test_a_unit_only_scales_the_onset(unit, below, controls):
    m = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    one = curve(m, below, [8] * 5, controls=(controls, 30))
    two = curve(m * unit, below, [8] * 5, controls=(controls, 30))
    assert two.loglik == pytest.approx(one.loglik, abs=1e-9)
    assert (one.step is None) == (two.step is None)
    if one.step is None and one.rate > 0:
        assert two.rate == pytest.approx(one.rate, rel=1e-6)
        shift = two.log_onset(0.75) - one.log_onset(0.75)
        # The flatter a curve, the less its likelihood fixes where it is.
        flatness = max(1.0, 1 / one.rate)
        assert shift == pytest.approx(math.log(unit), abs=1e-6 * flatness)


def test_onset_in_another_unit_is_exact():
    m, k, n = BAKER
    base = math.exp(curve(m, k, n, controls=(2, 84)).log_onset(0.75))
    inches = curve(np.array(m) / 25.4, k, n, controls=(2, 84))
    assert math.exp(inches.log_onset(0.75)) * 25.4 == pytest.approx(base, rel=1e-9)


def test_a_million_answers_do_not_overflow():
    total = 200_000
    below = [0, 2_000, 100_000, 198_000, total]
    fit = curve([1, 2, 4, 8, 16], below, [total] * 5, controls=(0, 1000))
    assert math.isfinite(fit.loglik)
    assert fit.rate == pytest.approx(math.log(99) / math.log(2), rel=0.05)
    assert fit.floor == pytest.approx(0, abs=1e-4)


def test_step_between_two_magnitudes():
    fit = curve([1, 2, 4, 8, 16], [0, 0, 10, 10, 10], [10] * 5, controls=(0, 40))
    assert fit.step is not None
    assert (fit.step.last_low, fit.step.first_high) == (math.log(2), math.log(4))
    assert (fit.slope, fit.width, fit.loglik) == (math.inf, 0.0, 0.0)


def test_upright_curve_on_one_magnitude():
    fit = curve([1, 2, 4, 8, 16], [0, 0, 5, 10, 10], [10] * 5, controls=(0, 40))
    assert fit.step is not None
    assert fit.step.last_low == fit.step.first_high == math.log(4)
    assert fit.loglik == pytest.approx(10 * math.log(0.5))


def test_step_on_a_given_floor():
    # A step over a free level, as in the limits of Palamedes' scenario -2.
    x = np.exp([-2.0, -1.0, 0.0, 1.0, 2.0])
    fit = curve(x, [7, 5, 10, 10, 10], [10] * 5, floor=0.5)
    assert fit.step is not None
    assert (fit.step.last_low, fit.step.first_high) == (-1.0, 0.0)
    assert fit.loglik == pytest.approx(20 * math.log(0.5))
    smooth = curve(x, [7, 7, 6, 10, 9], [10] * 5, floor=0.5)
    assert smooth.step is None
    assert 0 < smooth.rate < math.inf


def test_falling_data_give_a_flat_line():
    fit = curve([1, 2, 4, 8, 16], [9, 7, 4, 2, 1], [10] * 5, controls=(1, 40))
    assert fit.rate == 0
    assert fit.probability(np.array([0.0, 5.0])) == pytest.approx([0.46, 0.46])
    assert fit.log_onset(0.75) == math.inf
