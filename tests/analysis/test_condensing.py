"""Neighbours put together: sums stay, and little of the likelihood is lost."""

import numpy as np
import pytest
from scipy.special import expit

from eyechart.analysis.inference.condensing import condense
from eyechart.analysis.sensitivity.area_onset import area_onset


def test_few_places_are_kept_and_sums_are_those_of_a_loop():
    x = np.array([0.5, -1.0, 0.5, 1.0, -1.0, 0.25])
    values = np.arange(12.0).reshape(2, 6)
    near = condense(x)
    assert near.x.tolist() == [-1.0, 0.25, 0.5, 1.0]
    for row, sums in zip(values, near.summed(values), strict=True):
        assert sums.tolist() == [row[x == place].sum() for place in near.x]


def test_many_places_become_groups_of_about_equal_size():
    x = np.random.default_rng(0).uniform(-1, 1, 3000)
    near = condense(x)
    size = near.summed(np.ones((1, 3000)))[0]
    assert len(near.x) == 128
    assert size.sum() == 3000
    assert size.max() - size.min() <= 2
    assert (np.diff(near.x) > 0).all()
    assert near.summed(x[None])[0] == pytest.approx(size * near.x)


def test_limits_do_not_move_with_it(monkeypatch):
    rng = np.random.default_rng(2)
    x = rng.uniform(0, 6, 400)
    scores = rng.normal(size=400) - 3 * expit(2 * (x - 3))
    given = np.exp(x), scores, rng.normal(size=60)
    found = area_onset(*given, replicates=99)
    monkeypatch.setattr(
        "eyechart.analysis.sensitivity.area_onset.condense",
        lambda places: condense(places, most=1000),
    )
    exact = area_onset(*given, replicates=99)
    assert found.onset == exact.onset
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high), rel=5e-3)
