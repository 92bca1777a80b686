"""Cochran and Armitage's trend of below ceiling over log magnitude."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, norm

from eyechart.analysis.armitage import trend_p
from eyechart.analysis.audit import fit


def p_of(magnitude, below, seed):
    return trend_p([float(m) for m in magnitude], [float(k) for k in below], None, seed)


def enumerated(magnitude, below):
    """The p over every allotment of the answers below ceiling, one by one."""
    x, k = np.log(magnitude), int(sum(below))
    sums = np.array(
        [x[list(chosen)].sum() for chosen in combinations(range(len(x)), k)]
    )
    away = abs(float(np.dot(x, below)) - k * x.mean())
    return float((abs(sums - k * x.mean()) >= away - 1e-9).mean())


@pytest.mark.parametrize("seed", range(6))
def test_p_is_that_of_all_allotments(seed):
    rng = np.random.default_rng(seed)
    magnitude = np.exp(rng.uniform(0, 3, 12))
    below = rng.random(12) < (0.3 if seed % 2 else np.log(magnitude) / 3)
    p = enumerated(magnitude, below)
    found = p_of(magnitude, below, 0)
    # 1999 draws, seen once in ten thousand beyond.
    band = binomtest(round(p * 1999), 1999).proportion_ci(0.9999)
    assert band.low - 1e-3 <= found <= band.high + 1e-3


def test_large_tables_agree_with_the_normal_score():
    tiers, total = np.arange(6), np.full(6, 40)
    below = np.array([5, 6, 6, 9, 9, 12])
    share = below.sum() / total.sum()
    x = tiers - tiers.mean()
    n = total.sum()
    variance = share * (1 - share) * (total * x**2).sum() * n / (n - 1)
    p = 2 * norm.sf(abs((below * x).sum()) / np.sqrt(variance))
    magnitude = np.repeat(2.0**tiers, total)
    said = np.concatenate([np.arange(40) < k for k in below])
    assert p_of(magnitude, said, 0) == pytest.approx(p, abs=0.02)


def test_a_fall_counts_as_a_trend_and_the_unit_does_not():
    magnitude = np.repeat([1.0, 2.0, 4.0, 8.0], 8)
    below = np.concatenate([np.arange(8) < k for k in (1, 2, 5, 8)])
    rising = p_of(magnitude, below, 3)
    assert rising < 0.01
    assert p_of(25.4 * magnitude, below, 3) == rising
    assert p_of(magnitude, below[::-1], 3) < 0.01


@pytest.mark.parametrize(
    ("magnitude", "below"),
    [([], []), ([2], [1]), ([1, 2, 4], [1, 1, 1]), ([3, 3, 3], [0, 1, 1])],
)
def test_nothing_to_test_is_one(magnitude, below):
    assert p_of(magnitude, below, 0) == 1.0


def test_flat_cells_are_called_a_trend_as_often_as_the_level_says():
    rng = np.random.default_rng(8)
    magnitude = np.repeat(np.exp(np.arange(6)), 10)
    hits = sum(p_of(magnitude, rng.random(60) < 0.3, i) < 0.05 for i in range(400))
    assert binomtest(hits, 400, 0.05).pvalue > 1e-3


def test_onsets_state_both_tests_and_their_family(stimuli, judgements):
    silent = [
        row | {"stimulus_id": f"x{i}", "dimension": "blur"}
        for i, row in enumerate(stimuli)
        if row["kind"] == "degraded" and i < 12
    ]
    said = [row for row in judgements if row["framing"] == "instruction"]
    refused = [
        said[0]
        | {"stimulus_id": row["stimulus_id"], "status": "refusal", "score": None}
        for row in silent
    ]
    audit = fit(
        pd.DataFrame([*said, *refused]).astype({"score": object}),
        pd.DataFrame([*stimuli, *silent]),
        interval="profile",
    )
    blur, position = audit.onsets
    assert (blur.n, blur.n_missing, blur.trend_p, blur.trend_q) == (0, 12, 1.0, 1.0)
    assert position.trend_p == 1 / 2000
    assert position.trend_q == 2 * position.trend_p
    assert {o.family_size for o in audit.onsets} == {2}
    frame = audit.to_frame()
    assert frame["family_size"].dtype == "int64"
