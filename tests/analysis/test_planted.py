"""Planted onsets come back."""

import math

import numpy as np
import pytest

from eyechart.analysis.onset import fit_onset


def judge(seed, floor, onset, rate=2.0, stimuli=60):
    rng = np.random.default_rng([seed, int(100 * floor)])
    x = np.repeat(np.arange(6), stimuli // 6) + rng.random(stimuli)
    z = math.log((0.75 - floor) / 0.25) + rate * (x - onset)
    below = rng.random(stimuli) < floor + (1 - floor) / (1 + np.exp(-z))
    controls = (int((rng.random(50) < floor).sum()), 50)
    return fit_onset(np.exp(x), below, np.ones(stimuli), controls=controls)


@pytest.mark.parametrize("floor", [0.02, 0.3])
def test_intervals_hold_what_was_planted(floor):
    fits = [judge(seed, floor, 3.0) for seed in range(15)]
    held = sum(fit.low <= math.exp(3.0) <= fit.high for fit in fits)
    assert held >= 12
    middle = np.median([math.log(fit.onset) for fit in fits if fit.onset is not None])
    assert middle == pytest.approx(3.0, abs=0.35)


def test_many_answers_locate_it_closely():
    fit = judge(0, 0.2, 3.0, stimuli=3000)
    assert math.log(fit.onset) == pytest.approx(3.0, abs=0.1)
    assert fit.width == pytest.approx(2 * math.log(19) / 2, rel=0.15)
    assert fit.floor == pytest.approx(0.2, abs=0.05)


def test_an_onset_beyond_the_tiers_is_not_claimed():
    fits = [judge(seed, 0.1, 8.0) for seed in range(6)]
    assert {fit.status for fit in fits} <= {"flat", "right_censored"}
    assert all(fit.onset is None and fit.high == math.inf for fit in fits)
