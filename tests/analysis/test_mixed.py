"""Curves that differ from series to series."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit, logit, xlogy
from scipy.stats import norm

from eyechart.analysis.families import get_family
from eyechart.analysis.mixed.fit import fit_mixed
from eyechart.analysis.mixed.likelihood import Mixture, nodes_for
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.onset import fit_onset
from eyechart.generator.errors import AnalysisError


def planted(seed, sd, series=40, rate=2.0, place=3.0, floor=0.1):
    rng = np.random.default_rng(seed)
    x = np.arange(6) + rng.random((series, 1))
    z = logit((0.75 - floor) / (1 - floor)) + rate * (x - place)
    z = z + sd * rng.normal(size=(series, 1))
    below = rng.random(z.shape) < floor + (1 - floor) * expit(z)
    names = np.repeat(np.arange(series), 6).tolist()
    return np.exp(x).ravel(), below.ravel(), names


def mixture(magnitude, below, names, controls=(8, 85)):
    place = np.array(names, dtype=np.intp)
    x = np.log(magnitude) - 3
    ones = np.ones(len(x))
    return Mixture(
        family=get_family("logistic"),
        x=x,
        below=np.asarray(below, dtype=np.float64),
        place=place,
        count=int(place.max()) + 1,
        controls=make_cell(magnitude, below, ones, controls=controls, floor=None),
        criterion=0.75,
        node=nodes_for(place),
    )


def exact(magnitude, below, names, xi, rate, sd, floor, controls=(8, 85)):
    """Each series by adaptive integration."""
    total = xlogy(controls[0], floor) + xlogy(controls[1] - controls[0], 1 - floor)
    start = logit((0.75 - floor) / (1 - floor))
    for name in set(names):
        mine = np.array(names) == name
        line = start + rate * (np.log(magnitude[mine]) - 3 - xi)
        hit = np.array(below)[mine]

        def density(u, line=line, hit=hit):
            p = floor + (1 - floor) * expit(line + sd * u)
            return np.where(hit, p, 1 - p).prod() * norm.pdf(u)

        total += math.log(quad(density, -9, 9, limit=400, epsabs=1e-12)[0])
    return total


@pytest.mark.parametrize("sd", [0.3, 2.0, 6.0])
def test_integrals_are_those_of_adaptive_integration(sd):
    data = planted(2, 2.0, series=8)
    value, _ = mixture(*data).value(0.2, math.log(1.7), math.log(sd), 0.12)
    assert value == pytest.approx(exact(*data, 0.2, 1.7, sd, 0.12), abs=1e-6)


def test_gradient_is_that_of_differences():
    model = mixture(*planted(2, 2.0, series=8))
    theta = np.array([0.2, 0.5, 0.4, 0.12])
    gradient = model.value(*theta)[1]
    for i in range(4):
        step = 1e-6 * np.eye(4)[i]
        up, down = model.value(*(theta + step))[0], model.value(*(theta - step))[0]
        assert gradient[i] == pytest.approx((up - down) / 2e-6, rel=1e-5, abs=1e-5)


def test_planted_series_come_back():
    found = fit_mixed(*planted(0, 2.0, series=60), controls=(8, 85))
    assert found.low < math.exp(3.0) < found.high
    assert found.sd == pytest.approx(2.0, abs=0.9)
    assert found.rate == pytest.approx(2.0, abs=0.8)
    assert found.sd_log_onset == pytest.approx(found.sd / found.rate)
    assert found.sd_p < 0.01


def test_without_differences_it_is_the_plain_curve():
    magnitude, below, names = planted(3, 0.0, series=20)
    found = fit_mixed(magnitude, below, names, controls=(8, 85))
    plain = fit_onset(
        magnitude, below, np.ones(120), controls=(8, 85), interval="profile"
    )
    if found.sd == 0:
        assert found.onset == pytest.approx(plain.onset, rel=1e-3)
        assert found.loglik == pytest.approx(plain.loglik, abs=1e-4)
    assert found.sd_p > 0.1
    assert found.loglik >= plain.loglik - 1e-4


def test_the_unit_does_not_matter():
    magnitude, below, names = planted(1, 1.5, series=15)
    one = fit_mixed(magnitude, below, names, floor=0.1)
    other = fit_mixed(25.4 * magnitude, below, names, floor=0.1)
    assert other.onset == pytest.approx(25.4 * one.onset, rel=1e-4)
    assert other.floor == one.floor == 0.1


def test_a_late_onset_has_no_upper_limit():
    found = fit_mixed(*planted(5, 1.0, series=20, place=9.0), controls=(8, 85))
    assert found.high == math.inf


def test_a_floor_that_may_be_the_criterion_leaves_no_lower_limit():
    answers = planted(3, 1.0, series=12, place=5.0, floor=0.72)
    open_below = fit_mixed(*answers, controls=(14, 20))
    assert open_below.status == "located"
    assert open_below.low == 0
    rejected = fit_mixed(*planted(3, 1.0, series=12), controls=(14, 20))
    assert rejected.low > 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"series": [1, 2]}, "series has 2 values for 30 answers"),
        ({"series": [1, 2, 3] * 10}, "only 3 different"),
        ({"below": [1] * 30}, "30 of 30 answers"),
        ({"controls": (9, 10)}, "floor 0.9 reaches the criterion 0.75"),
    ],
)
def test_refused(changed, message):
    given = {
        "magnitude": np.geomspace(1, 9, 30),
        "below": [0, 1] * 15,
        "series": list(range(6)) * 5,
        "controls": (1, 10),
    }
    with pytest.raises(AnalysisError, match=message):
        fit_mixed(**{**given, **changed})


def test_no_onset_or_limit_is_extrapolated():
    # 12 answers at each of five magnitudes, too easy and too hard to have an onset.
    magnitude = np.repeat([1.0, 2, 4, 8, 16], 24)
    series = [i % 12 for i in range(120)]
    rng = np.random.default_rng(0)
    p = 1 / (1 + np.exp(-(np.log(magnitude) - 3.6)))
    late = fit_mixed(magnitude, rng.random(120) < p, series, floor=0.0)
    assert (late.status, late.onset, late.high) == ("right_censored", None, math.inf)
    assert late.low <= 16
    p = 1 / (1 + np.exp(-(np.log(magnitude) + 3)))
    early = fit_mixed(magnitude, rng.random(120) < p, series, floor=0.0)
    assert (early.status, early.onset, early.low) == ("left_censored", None, 0.0)
    assert early.high >= 1
