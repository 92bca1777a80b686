"""The survey of a profile finds the summit at every position."""

import numpy as np
import pytest
from scipy.special import expit, logit

from eyechart.analysis.families import family_names, get_family
from eyechart.analysis.intervals.landscape import surveyed
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.pinned import Pinned
from eyechart.analysis.model.scaled import Axis

POSITIONS = np.linspace(-1.4, 1.4, 29)
RATES, FLOORS = np.geomspace(0.1, 200, 12), (0.02, 0.1, 0.3)


def pinned_cell(rng, family):
    floor, rate, onset = rng.choice([0.02, 0.2]), rng.choice([2, 8]), rng.uniform(0, 6)
    x = np.sort(rng.uniform(0, 6, 60))
    below = (rng.random(60) < floor + (1 - floor) * expit(rate * (x - onset))) * 1.0
    cell = make_cell(np.exp(x), below, np.ones(60), controls=(8, 85), floor=None)
    scaled = Axis.of(cell.log_magnitude).scaled(cell.log_magnitude)
    return Pinned(family=family, cell=cell, x=scaled, criterion=0.75, bounds=(0, 0.74))


def highest(pinned):
    """Return the best of 36 climbs at each position."""
    starts = np.array([(rate, floor) for rate in RATES for floor in FLOORS])
    everywhere = np.tile(starts, (len(POSITIONS), 1, 1))
    return pinned.profile(POSITIONS, everywhere, enough=1e-9)[0]


@pytest.mark.parametrize("name", family_names())
def test_the_survey_misses_hardly_a_summit(name):
    rng, short = np.random.default_rng(0), []
    for _ in range(30):
        pinned = pinned_cell(rng, get_family(name))
        short.append(highest(pinned) - surveyed(pinned, POSITIONS)[0])
    assert (np.concatenate(short) > 1e-4).sum() <= 2  # of 870


def test_summits_with_the_upper_end_near_the_criterion_are_found():
    x, total = np.linspace(-1, 1, 6), np.full(6, 10.0)
    cell = make_cell(
        np.exp(x),
        [1, 1, 2, 9, 8, 7],
        total,
        controls=(4, 20),
        floor=None,
        lapse=None,
    )
    family = get_family("normal")
    pinned = Pinned(family=family, cell=cell, x=x, criterion=0.75, bounds=(0, 0.7499))
    ends = [(floor, lapse) for floor in FLOORS for lapse in (0.01, 0.1, 0.2, 0.249)]
    starts = np.array([(rate, *end) for rate in RATES for end in ends])
    everywhere = np.tile(starts, (len(POSITIONS), 1, 1))
    best = pinned.profile(POSITIONS, everywhere, enough=1e-9)[0]
    assert surveyed(pinned, POSITIONS)[0] == pytest.approx(best, abs=1e-4)


def test_starts_go_from_slow_to_steep_and_leave_out_the_hopeless():
    pinned = pinned_cell(np.random.default_rng(1), get_family("logistic"))
    starts = pinned.starts(POSITIONS)
    rate = starts[:, :, 0] * np.maximum(1, np.abs(POSITIONS))[:, None]
    assert starts.shape == (len(POSITIONS), 4, 2)
    given = ~np.isnan(rate)
    assert given.any(axis=1).all()
    assert 0 < (~given).sum() < given.sum()
    for part, (low, high) in enumerate([(0, 2), (3, 8), (16, 40), (80, 300)]):
        some = rate[given[:, part], part]
        assert ((some > low) & (some < high)).all()


def test_curves_beside_an_onset_pass_the_next_answers():
    x = np.array([-1.0, 0.0, 1.0])
    cell = make_cell(np.exp(x), [1, 4, 9], [10] * 3, controls=(0, 40), floor=None)
    family = get_family("logistic")
    pinned = Pinned(family=family, cell=cell, x=x, criterion=0.75, bounds=(0, 0.74))
    found = pinned.beside(np.array([-0.5, 0.25]))
    floor = 0.5 / 41 * 1.2
    assert found[:, :, 1] == pytest.approx(floor)

    def z(p):
        return logit((p - floor) / (1 - floor))

    expected = [
        [(z(0.75) - z(0.1)) / 0.5, np.nan],
        [(z(0.75) - z(0.4)) / 0.25, (z(0.9) - z(0.75)) / 0.75],
    ]
    assert found[:, :, 0] == pytest.approx(np.array(expected), nan_ok=True)
