"""The registry of sigmoids, and the contract of every sigmoid in it."""

import numpy as np
import pytest

from eyechart.analysis.families import family_names, get_family, unique_names
from eyechart.analysis.model.sigmoid import middle, spread
from eyechart.generator.errors import UnknownNameError

Z = np.linspace(-8, 8, 201)


def test_names_are_sorted():
    names = family_names()
    assert list(names) == sorted(names)
    assert "logistic" in names


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
        assert (np.diff(f) > 0).all()
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

    def test_survival_and_hazard(self, name):
        family = get_family(name)
        assert np.exp(family.log_survival(Z)) == pytest.approx(1 - family.cdf(Z))
        survival = np.exp(family.log_survival(Z))
        assert family.hazard(Z) * survival == pytest.approx(family.density(Z))

    def test_it_does_not_overflow(self, name):
        family = get_family(name)
        far = np.array([-700.0, 700.0])
        for method in (family.cdf, family.log_survival, family.density, family.hazard):
            assert np.isfinite(method(far)).all()

    def test_threshold_and_width(self, name):
        family = get_family(name)
        assert float(family.cdf(np.array(middle(family)))) == pytest.approx(0.5)
        low = family.quantile(np.array(0.05))
        assert float(family.cdf(low + spread(family))) == pytest.approx(0.95)
