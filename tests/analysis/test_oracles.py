"""Published fits are reproduced, and an independent GLM agrees to 1e-6."""

import math
import tomllib
import warnings
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.special import xlog1py, xlogy
from statsmodels.genmod.families import links
from statsmodels.tools.sm_exceptions import DomainWarning

from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.model.ascent import ascend
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.climb import trace
from eyechart.analysis.model.likelihood import Ascent, Counts
from eyechart.analysis.onset import fit_onset

ORACLES = tomllib.loads((Path(__file__).parent / "oracles.toml").read_text("utf-8"))
BEETLE = ORACLES["beetle"]
LINKS = {"logistic": links.Logit, "normal": links.Probit, "gumbel": links.CLogLog}
FAMILIES = sorted(LINKS)


class Floored(links.Link):
    """P = g + (1 - g) F(z) as a link, from one without a floor."""

    def __init__(self, link, floor):
        self.link, self.floor = link, floor

    def _share(self, p):
        return np.clip((p - self.floor) / (1 - self.floor), 1e-10, 1 - 1e-10)

    def __call__(self, p):
        return self.link(self._share(p))

    def inverse(self, z):
        return self.floor + (1 - self.floor) * self.link.inverse(z)

    def deriv(self, p):
        return self.link.deriv(self._share(p)) / (1 - self.floor)

    def inverse_deriv(self, z):
        return (1 - self.floor) * self.link.inverse_deriv(z)


def glm(link, x, below, total, start=None):
    below, total = np.array(below, float), np.array(total, float)
    family = sm.families.Binomial(link=link, check_link=False)
    counts = np.column_stack([below, total - below])
    with warnings.catch_warnings():
        # A link with a floor is outside what statsmodels knows to be safe.
        warnings.simplefilter("ignore", DomainWarning)
        model = sm.GLM(counts, sm.add_constant(np.asarray(x)), family=family)
    return model.fit(tol=1e-12, maxiter=300, start_params=start)


def fitted(family, x, below, total, floor, criterion=0.5):
    cell = make_cell(np.exp(x), below, total, controls=None, floor=floor)
    return fit_curve(cell, get_family(family), criterion)


@pytest.mark.parametrize("family", FAMILIES)
def test_beetles(family):
    printed = BEETLE[family]
    x, k, n = (BEETLE[name] for name in ("log10_dose", "below", "total"))
    fit = fitted(family, x, k, n, 0.0)
    found = glm(LINKS[family](), x, k, n)
    assert [fit.intercept, fit.rate] == pytest.approx(found.params, rel=1e-6)
    assert fit.intercept == pytest.approx(printed["intercept"], abs=6e-4)
    assert fit.rate == pytest.approx(printed["slope"], abs=6e-4)
    onset = fit_onset(
        np.exp(x), k, n, floor=0.0, criterion=0.5, family=family, interval="profile"
    )
    assert onset.deviance == pytest.approx(found.deviance, rel=1e-7)
    assert onset.deviance == pytest.approx(printed["deviance"], abs=6e-4)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(5))
def test_a_glm_at_floor_0(family, seed):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(-1, 3, 40))
    below = (rng.random(40) < 1 / (1 + np.exp(-1.5 * (x - 1)))).astype(float)
    fit = fitted(family, x, below, np.ones(40), 0.0)
    found = glm(LINKS[family](), x, below, np.ones(40))
    assert [fit.intercept, fit.rate] == pytest.approx(found.params, rel=1e-6)
    assert fit.loglik == pytest.approx(found.llf, abs=1e-9)


def information(family, x, below, total, curve):
    """Return the observed information in intercept and rate at a curve."""
    counts = Counts(
        below=np.array([below], float),
        total=np.array(total, float),
        controls_below=np.zeros(1),
        controls_total=0.0,
    )
    theta = np.array([[curve.intercept, curve.rate, 0.0]])
    at = trace(get_family(family), np.asarray(x), theta, counts)
    return at.observed[0, :2, :2]


def test_standard_errors_of_the_beetles():
    x, k, n = (BEETLE[name] for name in ("log10_dose", "below", "total"))
    fit = fitted("logistic", x, k, n, 0.0)
    covariance = np.linalg.inv(information("logistic", x, k, n, fit))
    se = BEETLE["logistic"]["se"]
    assert np.sqrt(np.diag(covariance)) == pytest.approx(se, rel=1e-5)
    found = glm(links.Logit(), x, k, n)
    assert covariance == pytest.approx(found.cov_params(), rel=1e-6)
    assert fit.log_onset(0.5) == pytest.approx(BEETLE["ld50"], abs=1e-8)
    slope = np.array([-1, fit.intercept / fit.rate]) / fit.rate
    delta = math.sqrt(slope @ covariance @ slope)
    assert delta == pytest.approx(BEETLE["ld50_se"], rel=1e-6)


def test_budworms_with_one_slope():
    data = ORACLES["budworm"]
    x, total = np.array(data["log2_dose"], float), np.full(6, float(data["total"]))
    logistic = get_family("logistic")
    # Female intercept, male intercept, and their one rate.
    maps = [np.array([[1, 0, 0], [0, 0, 1], [0, 0, 0.0]])]
    maps.append(np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0.0]]))
    sexes = [
        Counts(
            below=np.array([data[sex]], float),
            total=total,
            controls_below=np.zeros(1),
            controls_total=0.0,
        )
        for sex in ("female", "male")
    ]

    def evaluate(theta, rows):
        parts = [
            (trace(logistic, x, theta @ one.T, counts.take(rows)), one)
            for one, counts in zip(maps, sexes, strict=True)
        ]
        return Ascent(
            sum(t.value for t, _ in parts),
            sum(t.gradient @ one for t, one in parts),
            sum(one.T @ t.expected @ one for t, one in parts),
            sum(one.T @ t.observed @ one for t, one in parts),
        )

    free = np.full(3, np.inf)
    theta, _ = ascend(evaluate, np.array([[-3.0, -2.0, 1.0]]), -free, free)
    a, _, b = theta[0]
    found = evaluate(theta, np.array([0]))
    covariance = np.linalg.inv(found.observed[0])
    for share, printed, se in zip(
        data["share"], data["log2_ed"], data["se"], strict=True
    ):
        ed = (math.log(share / (1 - share)) - a) / b
        assert ed == pytest.approx(printed, abs=6e-7)
        slope = np.array([-1 / b, 0, -ed / b])
        delta = math.sqrt(slope @ covariance @ slope)
        assert delta == pytest.approx(se, abs=1e-7)


@pytest.mark.parametrize("name", ["forced", "yesno"])
def test_psignifit(name):
    data = ORACLES["psignifit"]
    own, x, total = data[name], data["x"], [data["total"]] * 10
    fit = fitted("logistic", x, own["below"], total, own["floor"], criterion=0.75)
    threshold = -fit.intercept / fit.rate
    assert threshold == pytest.approx(own["threshold"], rel=0.01)
    # The prior of the width favours narrow curves; the forced choice outweighs it.
    loose = 0.01 if name == "forced" else 0.04
    assert fit.width == pytest.approx(own["width"], rel=loose)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("index", range(8))
def test_four_alternatives(family, index):
    data = ORACLES["ecc2"][index]
    x, k, n = np.log(data["contrast"]), data["correct"], data["total"]
    fit = fitted(family, x, k, n, 0.25, criterion=0.625)
    found = glm(
        Floored(LINKS[family](), 0.25), x, k, n, start=[fit.intercept, fit.rate]
    )
    # Scoring that starts at the fit would leave it, were it no maximum.
    assert [fit.intercept, fit.rate] == pytest.approx(found.params, rel=1e-5)
    assert fit.loglik == pytest.approx(likelihood(fit, x, k, n), abs=1e-9)
    assert found.deviance == pytest.approx(deviance(fit, x, k, n), abs=1e-7)


def likelihood(fit, x, k, n):
    k, n, p = np.array(k), np.array(n), fit.probability(np.asarray(x))
    return float((xlogy(k, p) + xlog1py(n - k, -p)).sum())


def deviance(fit, x, k, n):
    k, n = np.array(k, float), np.array(n, float)
    best = xlogy(k, k / n) + xlogy(n - k, 1 - k / n)
    return 2 * (float(best.sum()) - likelihood(fit, x, k, n))
