"""Calibrated limits: what they hold, and the refits that they are simulated with."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import chi2

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.intervals import calibrated, profile
from eyechart.analysis.intervals.condensed import condensed, places
from eyechart.analysis.intervals.landscape import Landscape
from eyechart.analysis.intervals.limits import Fitted
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.climb import climb
from eyechart.analysis.model.likelihood import Counts
from eyechart.analysis.model.pinned import Pinned
from eyechart.analysis.model.problems import PinnedModel
from eyechart.analysis.model.refit import refit, refit_pinned
from eyechart.analysis.model.scaled import Axis
from eyechart.analysis.onset import fit_onset

LOGISTIC = get_family("logistic")
M = (1.0, 2.0, 4.0, 8.0, 16.0)
K = (1, 1, 4, 8, 10)


def fitted(below=K, total=10, controls=(2, 40), level=0.95, magnitude=M, **more):
    totals = [total] * len(magnitude)
    cell = make_cell(magnitude, below, totals, controls=controls, floor=None)
    curve = fit_curve(cell, LOGISTIC, 0.75)
    return Fitted(cell=cell, curve=curve, criterion=0.75, level=level, **more)


@pytest.mark.parametrize("level", [0.6, 0.95, 0.999])
def test_they_contain_the_plain_limits(level):
    data = fitted(level=level)
    plain, own = profile.limits(data), calibrated.limits(data)
    assert own.low <= plain.low < plain.high <= own.high
    assert math.log(own.high / own.low) < 1.3 * math.log(plain.high / plain.low)


def test_many_answers_need_no_calibration():
    data = fitted([100, 110, 400, 800, 980], 1000, (200, 4000))
    plain, own = profile.limits(data), calibrated.limits(data)
    width = math.log(plain.high / plain.low)
    assert math.log(own.high / own.low) == pytest.approx(width, rel=0.08)


def test_drops_of_many_answers_are_chi_squared():
    data = fitted([100, 110, 400, 800, 980], 1000, (200, 4000))
    axis = Axis.of(data.cell.log_magnitude)
    onset = axis.scaled(np.array([data.curve.log_onset(0.75)] * 4))
    drops = calibrated.simulated_drops(data, [onset])[0]
    assert len(drops) == 4 * calibrated.SIMULATIONS
    # Standard errors are .04, .008 and .2.
    assert drops.mean() == pytest.approx(1.0, abs=0.16)
    assert (drops <= chi2.ppf(0.9, 1)).mean() == pytest.approx(0.9, abs=0.035)
    assert np.quantile(drops, 0.95) == pytest.approx(chi2.ppf(0.95, 1), abs=0.8)


def test_drops_of_few_answers_are_larger_than_chi_squared():
    data = fitted([3, 2, 4, 6, 8], controls=(17, 85))
    axis = Axis.of(data.cell.log_magnitude)
    onset = axis.scaled(np.array([data.curve.log_onset(0.75)] * 6))
    drops = calibrated.simulated_drops(data, [onset])[0]
    # 1800 drops of a judge with floor .2 and 10 stimuli a tier.
    assert 0.052 < (drops > chi2.ppf(0.95, 1)).mean() < 0.1


@pytest.mark.parametrize(("drop", "expected"), [(9.0, 9.0), (0.5, 3.841458820694124)])
def test_the_cut_off_is_the_simulated_one_but_never_under_the_plain(
    monkeypatch, drop, expected
):
    def constant(data, sides):
        return [np.full(100, drop)] * 2

    monkeypatch.setattr(calibrated, "simulated_drops", constant)
    data = fitted()
    own = calibrated.limits(data)
    low, high = Landscape.of(data.cell, data.curve, 0.75, [12.0]).borders(
        [expected], [expected]
    )
    axis = Axis.of(data.cell.log_magnitude)
    assert own.low == pytest.approx(axis.magnitude(float(low[0])), rel=1e-8)
    assert own.high == pytest.approx(axis.magnitude(float(high[0])), rel=1e-8)


def test_beyond_98_percent_the_ratio_to_chi_squared_stays(monkeypatch):
    drops = np.linspace(0, 2 * chi2.ppf(0.98, 1) / 0.98, 201)

    def given(data, sides):
        return [drops, np.array([])]

    monkeypatch.setattr(calibrated, "simulated_drops", given)
    sides = (np.array([-0.5]), np.array([np.inf]))
    low, high = calibrated._cut_offs(fitted(level=0.9999), sides, 15.0)
    # Rank 198 of the 201 drops: ceil(.98 * 202).
    assert low == pytest.approx(15.0 * drops[197] / chi2.ppf(0.98, 1))
    assert high == 15.0


def test_no_limit_where_flat_lines_are_not_rejected():
    over = fit_onset(M, [2, 2, 3, 4, 6], [10] * 5, controls=(2, 40))
    assert over.interval == "calibrated"
    assert 0 < over.low <= 16
    assert over.high == math.inf
    both = calibrated.limits(fitted([8] * 5, controls=(25, 40)))
    assert (both.low, both.high) == (0.0, math.inf)


def test_a_cut_off_over_the_drop_of_flat_lines_leaves_no_limit(monkeypatch):
    def huge(data, sides):
        return [np.full(100, 1e6)] * 2

    monkeypatch.setattr(calibrated, "simulated_drops", huge)
    own = calibrated.limits(fitted())
    assert (own.low, own.high) == (0.0, math.inf)


def test_the_seed_decides():
    one, two = calibrated.limits(fitted(seed=1)), calibrated.limits(fitted(seed=1))
    other = calibrated.limits(fitted(seed=2))
    assert one == two
    assert other != one
    assert other.low == pytest.approx(one.low, rel=0.05)
    assert other.high == pytest.approx(one.high, rel=0.1)


@pytest.mark.parametrize("unit", [1e-4, 25.4])
def test_the_unit_does_not_matter(unit):
    one = calibrated.limits(fitted())
    two = calibrated.limits(fitted(magnitude=tuple(m * unit for m in M)))
    assert two.low == pytest.approx(one.low * unit, rel=1e-7)
    assert two.high == pytest.approx(one.high * unit, rel=1e-7)


def test_steps_have_limits_around_their_gap():
    own = calibrated.limits(fitted([0, 0, 10, 10, 10], controls=(0, 40)))
    assert 1.5 < own.low <= 2.0
    assert 4.0 <= own.high < 5.0


def random_draws(rows, floor):
    rng = np.random.default_rng(4)
    x = np.linspace(-1, 1, 6)
    p = floor + (1 - floor) / (1 + np.exp(-(1 + 4 * (x - 0.2))))
    return x, Counts(
        below=rng.binomial(12, p, (rows, 6)).astype(float),
        total=np.full(6, 12.0),
        controls_below=rng.binomial(85, floor, rows).astype(float),
        controls_total=85.0,
    )


@pytest.mark.parametrize("floor", [0.02, 0.5])
def test_refits_reach_what_the_careful_climb_reaches(floor):
    (x, counts), bounds = random_draws(60, floor), (0.0, 0.74)
    model = PinnedModel(
        family=LOGISTIC, criterion=0.75, bounds=bounds, largest_rate=15.0
    )
    start = np.repeat([[0.2], [4.0], [floor]], 60, axis=1)
    theta, value = refit(model, x, counts, start, enough=1e-9)
    careful, best = climb(LOGISTIC, x, counts, bounds, starts=6, largest_rate=15.0)
    assert np.all(value <= best + 1e-7)
    same = value > best - 1e-6
    assert same.mean() >= 0.95
    assert theta.T[same] == pytest.approx(careful[same], abs=2e-2)


def test_pinned_refits_are_the_profile():
    x, counts = random_draws(20, 0.2)
    bounds = (0.0, 0.75 * (1 - 1e-6))
    model = PinnedModel(
        family=LOGISTIC, criterion=0.75, bounds=bounds, largest_rate=1e4
    )
    position = np.linspace(-0.8, 1.4, 20)
    start = np.repeat([[3.0], [0.2]], 20, axis=1)
    theta, value = refit_pinned(model, x, counts, position, start, enough=1e-9)
    onset = model.intercept(theta[0], theta[1], position) + theta[0] * position
    reached = theta[1] + (1 - theta[1]) / (1 + np.exp(-onset))
    assert reached == pytest.approx(0.75, abs=1e-9)
    for row in range(20):
        cell = make_cell(
            np.exp(x),
            counts.below[row],
            counts.total,
            controls=(float(counts.controls_below[row]), 85.0),
            floor=None,
        )
        pinned = Pinned(family=LOGISTIC, cell=cell, x=x, criterion=0.75, bounds=bounds)
        best = pinned.profile(position[row : row + 1], enough=1e-10)[0][0]
        # The profile's own flat lines and steps may be higher than any climb.
        assert value[row] == pytest.approx(best, abs=1e-5) or value[row] < best


def test_condensed_cells_keep_all_answers():
    rng = np.random.default_rng(0)
    m = np.exp(rng.random(57))
    cell = make_cell(m, rng.random(57) < 0.5, [1] * 57, controls=(1, 9), floor=None)
    small = condensed(cell, places(cell, 10))
    assert len(small.total) == 10
    assert (small.total.sum(), small.below.sum()) == (57, cell.below.sum())
    assert small.total.max() - small.total.min() <= 1
    weighted = (small.total * small.log_magnitude).sum()
    assert weighted == pytest.approx(cell.log_magnitude.sum())
    assert condensed(cell, places(cell, 57)) is cell


def test_places_keep_tiers_apart():
    cell = make_cell(
        np.arange(1.0, 41), [0] * 40, [1] * 40, controls=(1, 9), floor=None
    )
    tiers = np.repeat([0, 1, 2, 3], 10)
    place = places(cell, 7, tiers)
    for one in np.unique(place):
        assert len(np.unique(tiers[place == one])) == 1


def test_a_fitted_record_can_be_asked_again_at_another_level():
    data = fitted()
    narrow = calibrated.limits(replace(data, level=0.5))
    wide = calibrated.limits(replace(data, level=0.99))
    assert wide.low < narrow.low < narrow.high < wide.high
