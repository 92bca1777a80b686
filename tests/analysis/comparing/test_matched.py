"""Matched answers, and families of p values."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import xlogy
from scipy.stats import norm
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from eyechart.analysis.comparing.matched import matched, mcnemar_p, tango_limits
from eyechart.analysis.inference.adjusting import adjust
from eyechart.generator.errors import AnalysisError


def test_mcnemar_of_the_published_counts():
    assert mcnemar_p(96, 61) == pytest.approx(0.006472872563071097, rel=1e-12)
    assert mcnemar_p(53, 37) == pytest.approx(0.11334435404342058, rel=1e-12)


@pytest.mark.parametrize(("b", "c"), [(96, 61), (53, 37), (3, 0), (0, 7), (4, 4)])
def test_mcnemar_is_that_of_statsmodels(b, c):
    known = mcnemar([[10, b], [c, 10]], exact=True).pvalue
    assert mcnemar_p(b, c) == pytest.approx(min(known, 1.0), rel=1e-9)
    assert mcnemar_p(b, c) == mcnemar_p(c, b)


def test_mcnemar_without_discord():
    assert mcnemar_p(0, 0) == 1.0


def score(b, c, n, d):
    """Tango's statistic, its nuisance parameter by search over the likelihood."""
    found = minimize_scalar(
        lambda q: -(xlogy(b, q + d) + xlogy(c, q) + xlogy(n - b - c, 1 - 2 * q - d)),
        bounds=(max(0.0, -d), (1 - d) / 2),
        method="bounded",
        options={"xatol": 1e-13},
    )
    return (b - c - n * d) / math.sqrt(n * (2 * found.x + d * (1 - d)))


@pytest.mark.parametrize(
    ("b", "c", "n"), [(40, 20, 160), (1, 0, 44), (96, 61, 500), (2, 9, 30)]
)
def test_tango_limits_are_where_the_score_is_z(b, c, n):
    low, high = tango_limits(b, c, n, 0.9)
    assert score(b, c, n, low) == pytest.approx(norm.ppf(0.95), abs=1e-4)
    assert score(b, c, n, high) == pytest.approx(-norm.ppf(0.95), abs=1e-4)


def test_tango_at_the_edges():
    z2 = norm.ppf(0.975) ** 2
    assert tango_limits(0, 0, 20) == pytest.approx((-z2 / (20 + z2), z2 / (20 + z2)))
    assert tango_limits(5, 0, 5)[1] == 1.0
    low, high = tango_limits(3, 8, 40)
    assert tango_limits(8, 3, 40) == (-high, -low)


def test_matched_counts():
    first = [True] * 5 + [False] * 4
    second = [True, True, False, False, False, True, False, False, False]
    found = matched(first, second)
    assert (found.both, found.first_only) == (2, 3)
    assert (found.second_only, found.neither) == (1, 3)
    assert found.difference == pytest.approx(2 / 9)
    assert found.p == pytest.approx(0.625)
    nothing = matched([], [])
    assert (nothing.p, nothing.difference, nothing.low) == (None, None, None)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: mcnemar_p(-1, 2), "discordant counts -1 and 2"),
        (lambda: tango_limits(3, 3, 5), "3 and 3 discordant of 5 pairs"),
        (lambda: matched([True], [True, False]), "have 1 and 2 answers"),
        (lambda: adjust([0.1, 0.2], size=1), "smaller than the 2 p values"),
        (lambda: adjust([1.5]), "p = 1.5 is no probability"),
    ],
)
def test_refused(asked, message):
    with pytest.raises(AnalysisError, match=message):
        asked()


def test_adjusted_are_those_of_statsmodels():
    p = np.random.default_rng(0).random(20) ** 3
    assert adjust(p.tolist()) == pytest.approx(multipletests(p, method="fdr_bh")[1])


def test_missing_p_neither_vanish_nor_poison():
    assert adjust([0.01, math.nan, 0.04, None]) == (0.04, None, 0.08, None)
    assert adjust([0.01, 0.04]) == (0.02, 0.04)
    assert adjust([0.01, 0.04], size=4) == (0.04, 0.08)
    assert adjust([None, math.nan]) == (None, None)
    assert adjust([]) == ()
