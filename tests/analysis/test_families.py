"""The registry of sigmoids, and the contract of every sigmoid in it."""

import math

import numpy as np
import pytest

from eyechart.analysis.families import family_names, get_family, unique_names
from eyechart.analysis.model.sigmoid import middle, spread
from eyechart.analysis.onset import fit_onset
from eyechart.generator.errors import UnknownNameError

Z = np.linspace(-8, 8, 201)


def test_names_are_sorted():
    names = family_names()
    assert list(names) == sorted(names)
    assert {"gumbel", "logistic", "normal"} <= set(names)


@pytest.mark.parametrize("names", [["a", "a"], ["weibull", "Weibull"]])
def test_duplicates_are_refused(names):
    with pytest.raises(UnknownNameError, match="are one name twice"):
        unique_names(names)


def test_unknown_names_get_a_suggestion():
    with pytest.raises(
        LookupError, match=r"'logit' is unknown; did you mean 'logistic'"
    ):
        get_family("logit")


@pytest.mark.parametrize("name", family_names())
class TestContract:
    def test_it_rises_from_0_to_1(self, name):
        f = get_family(name).cdf(Z)
        assert (np.diff(f) >= 0).all()
        assert (np.diff(f)[(f[1:] > 0.001) & (f[1:] < 0.999)] > 0).all()
        assert f[0] < 0.02
        assert f[-1] > 0.98

    def test_quantile_inverts_it(self, name):
        family = get_family(name)
        p = np.linspace(0.01, 0.99, 99)
        assert family.cdf(family.quantile(p)) == pytest.approx(p, abs=1e-12)

    def test_density_is_its_derivative(self, name):
        family = get_family(name)
        step = 1e-6
        numeric = (family.cdf(Z + step) - family.cdf(Z - step)) / (2 * step)
        assert family.density(Z) == pytest.approx(numeric, abs=1e-9)

    def test_bend_is_the_derivative_of_the_log_density(self, name):
        family = get_family(name)
        z, step = np.linspace(-4, 3, 71), 1e-6
        ends = np.log(family.density(z + step)), np.log(family.density(z - step))
        numeric = (ends[0] - ends[1]) / (2 * step)
        assert family.bend(z) == pytest.approx(numeric, abs=1e-6)

    def test_survival_and_hazard(self, name):
        family = get_family(name)
        assert np.exp(family.log_survival(Z)) == pytest.approx(
            1 - family.cdf(Z), abs=1e-15
        )
        survival = np.exp(family.log_survival(Z))
        assert family.hazard(Z) * survival == pytest.approx(family.density(Z))

    def test_it_does_not_overflow(self, name):
        family = get_family(name)
        far = np.array(family.reach)
        for method in (family.cdf, family.log_survival, family.density, family.hazard):
            assert np.isfinite(method(far)).all()
        assert 0 < family.cdf(far)[0] < 1e-290
        assert family.log_survival(far)[1] < -680

    def test_threshold_and_width(self, name):
        family = get_family(name)
        assert float(family.cdf(np.array(middle(family)))) == pytest.approx(0.5)
        low = family.quantile(np.array(0.05))
        assert float(family.cdf(low + spread(family))) == pytest.approx(0.95)


M = np.array([1.0, 2.0, 4.0, 8.0, 16.0])


@pytest.mark.parametrize("name", family_names())
class TestFits:
    def test_the_planted_curve_comes_back(self, name):
        family = get_family(name)
        x = np.linspace(-1, 4, 11)
        z = family.quantile(np.array(0.5 / 0.75)) + 1.5 * (x - 1.2)
        p = 0.25 + 0.75 * family.cdf(z)
        total = np.full(11, 8000)
        below = np.round(total * p)
        fit = fit_onset(
            np.exp(x),
            below,
            total,
            controls=(2000, 8000),
            family=name,
            interval="profile",
        )
        assert math.log(fit.onset) == pytest.approx(1.2, abs=0.001)
        assert fit.floor == pytest.approx(0.25, abs=0.001)
        assert fit.width == pytest.approx(spread(family) / 1.5, rel=0.002)
        assert fit.threshold < fit.onset
        assert fit.deviance < 1
        assert fit.low < fit.onset < fit.high

    def test_limits_of_the_curve_are_of_no_family(self, name):
        for below in ([0, 0, 10, 10, 10], [2, 2, 2, 2, 2]):
            fits = [
                fit_onset(M, below, [10] * 5, floor=0.1, family=one, interval="profile")
                for one in ("logistic", name)
            ]
            assert fits[0].status == fits[1].status
            assert fits[0].loglik == pytest.approx(fits[1].loglik, abs=1e-9)
            assert fits[0].deviance == pytest.approx(fits[1].deviance, abs=1e-4)
