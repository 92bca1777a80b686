"""Cells fitted together are those fitted alone, to the last bit."""

from functools import partial

import numpy as np
import pytest

from eyechart.analysis.diagnostics.diagnose import diagnose
from eyechart.analysis.families import family_names, get_family
from eyechart.analysis.model.climbs import Climb, climb_all
from eyechart.analysis.model.columns import Columns
from eyechart.analysis.model.likelihood import Counts
from eyechart.analysis.model.problems import FreeColumns, Model
from eyechart.analysis.model.together import climbed, together
from eyechart.analysis.onset import fit_onset
from eyechart.generator.errors import AnalysisError


def judged(seed):
    """Return magnitudes, answers and controls, with a length of their own."""
    rng = np.random.default_rng(seed)
    size = 20 + 7 * seed
    x = rng.uniform(0, 5, size)
    p = 0.1 + 0.9 / (1 + np.exp(-2 * (x - rng.uniform(1, 4))))
    below = (rng.random(size) < p).astype(float)
    return np.exp(x), below, np.ones(size), (int(rng.binomial(40, 0.1)), 40)


def whole(seed, **more):
    """Return fit and diagnostics of one cell."""
    *data, controls = judged(seed)
    found = fit_onset(*data, controls=controls, **more)
    lapse = more.get("lapse", 0.0)
    return found, diagnose(*data, found, controls=controls, lapse=lapse)


@pytest.mark.parametrize(
    "more",
    [
        {"interval": "profile"},
        {"interval": "calibrated"},
        {"interval": "parametric", "replicates": 99},
        {"interval": "percentile", "replicates": 99, "family": "gumbel"},
        {"interval": "profile", "family": "normal"},
        {"interval": "profile", "lapse": "estimated"},
        {"interval": "profile", "lapse": 0.03},
    ],
    ids=str,
)
def test_company_changes_nothing(more):
    alone = [whole(seed, **more) for seed in range(6)]
    assert together([partial(whole, seed, **more) for seed in range(6)]) == alone


def climb_of(seed, columns, starts, family, answers=10):
    rng = np.random.default_rng(seed)
    counts = Counts(
        below=rng.integers(0, answers + 1, (columns, 5 + seed)).astype(float),
        total=np.full(5 + seed, float(answers)),
        controls_below=rng.integers(0, 20, columns).astype(float),
        controls_total=40.0,
    )
    model = Model(family=get_family(family), bounds=(0.0, 0.7), largest_rate=1e3)
    return Climb(
        problems=FreeColumns(model, Columns.of(np.linspace(-1, 1, 5 + seed), counts)),
        start=rng.uniform(0.1, 2, (3, columns, starts)) * [[[1]], [[2]], [[0.2]]],
        bounds=np.array([(-np.inf, np.inf), (0.0, 1e3 / (1 + seed)), (0.0, 0.7)]),
        enough=1e-9,
        steps=40,
    )


@pytest.mark.parametrize("family", family_names())
@pytest.mark.parametrize("columns", [1, 2, 7])
@pytest.mark.parametrize("starts", [1, 3])
@pytest.mark.parametrize("answers", [1, 10])
def test_climbs_of_several_lengths_are_those_made_alone(
    answers, columns, starts, family
):
    climbs = [climb_of(seed, columns, starts, family, answers) for seed in range(3)]
    assert len({climb.kind for climb in climbs}) == 1
    for one, found in zip(climbs, climb_all(climbs), strict=True):
        alone = climb_all([one])[0]
        np.testing.assert_array_equal(found[0], alone[0])
        np.testing.assert_array_equal(found[1], alone[1])


def test_climbs_of_other_kinds_keep_their_places():
    climbs = [
        climb_of(0, 2, starts, "logistic", answers)
        for answers in (1, 10)
        for starts in (1, 2, 1)
    ]
    found = climb_all(climbs)
    for one, (theta, _) in zip(climbs, found, strict=True):
        np.testing.assert_array_equal(theta, climb_all([one])[0][0])


def test_answers_keep_the_order_of_their_tasks():
    def task(climbs, name):
        for seed in range(climbs):
            climbed(climb_of(seed, 1, 1, "logistic"))
        return name

    names = together([partial(task, n, f"{n}") for n in (2, 0, 3, 1)])
    assert names == ["2", "0", "3", "1"]
    assert together([]) == []


def test_a_task_may_have_tasks():
    def inner(seed):
        return float(climbed(climb_of(seed, 1, 1, "logistic"))[1][0])

    def outer():
        return together([partial(inner, seed) for seed in range(2)])

    assert together([outer, outer]) == [[inner(0), inner(1)]] * 2


def test_errors_come_through():
    def wrong():
        climbed(climb_of(0, 1, 1, "logistic"))
        raise AnalysisError("wrong")

    with pytest.raises(AnalysisError, match="wrong"):
        together([partial(climbed, climb_of(0, 1, 1, "logistic")), wrong])
