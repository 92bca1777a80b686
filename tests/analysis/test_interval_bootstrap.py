"""Bootstrap limits: what is drawn, how it is refitted, what is not identified."""

import math

import numpy as np
import pandas as pd
import pytest

from eyechart.analysis.audit import Audit, fit
from eyechart.analysis.curve import fit_curve
from eyechart.analysis.families import get_family
from eyechart.analysis.intervals import cluster, parametric, percentile, replicates
from eyechart.analysis.intervals.limits import Fitted, Limits, Series
from eyechart.analysis.model.cell import make_cell
from eyechart.analysis.model.likelihood import Counts
from eyechart.analysis.model.scaled import Axis
from eyechart.analysis.onset import fit_onset
from eyechart.analysis.presets import PRESETS
from eyechart.analysis.results.onset_fit import few_series
from eyechart.analysis.results.summary import caution_sentences
from eyechart.generator.errors import AnalysisError

LOGISTIC = get_family("logistic")
M = (1.0, 2.0, 4.0, 8.0, 16.0)
K = (1, 1, 4, 8, 10)
BOOTSTRAPS = ("parametric", "percentile", "cluster")


def fitted(below=K, total=10, controls=(2, 40), magnitude=M, **more):
    totals = [total] * len(magnitude)
    cell = make_cell(magnitude, below, totals, controls=controls, floor=None)
    curve = fit_curve(cell, LOGISTIC, 0.75)
    return Fitted(cell=cell, curve=curve, criterion=0.75, level=0.95, **more)


def answers(below=K, total=10):
    """Return single answers at M: magnitudes, answers, series of one of each."""
    magnitude = np.repeat(M, total)
    hit = np.concatenate([np.arange(total) < k for k in below]).astype(float)
    return magnitude, hit, [f"s{i % total}" for i in range(len(magnitude))]


def test_refits_are_those_of_the_careful_fit():
    rng = np.random.default_rng(3)
    data = fitted()
    axis = Axis.of(data.cell.log_magnitude)
    p = data.curve.probability(data.cell.log_magnitude)
    below = rng.binomial(10, p, (40, 5)).astype(float)
    x = axis.scaled(data.cell.log_magnitude)
    counts = Counts(
        below=below,
        total=data.cell.total,
        controls_below=np.full(40, 2.0),
        controls_total=40.0,
    )
    found = replicates.refitted(data.curve, data.cell, 0.75, x, counts)
    curves = [
        fit_curve(
            make_cell(M, row, [10] * 5, controls=(2, 40), floor=None), LOGISTIC, 0.75
        )
        for row in below
    ]
    smooth = [i for i, c in enumerate(curves) if c.step is None]
    assert len(smooth) > 30
    for i in smooth:
        onset = axis.centre + axis.half * found[i]
        assert onset == pytest.approx(curves[i].log_onset(0.75), abs=2e-3)


def test_flat_replicates_have_their_onset_at_infinity_or_zero():
    data = fitted()
    axis = Axis.of(data.cell.log_magnitude)
    x = axis.scaled(data.cell.log_magnitude)
    counts = Counts(
        below=np.array([[3.0] * 5, [9, 9, 9, 9, 9], [9, 7, 4, 2, 1], K]),
        total=data.cell.total,
        controls_below=np.array([12.0, 2, 2, 2]),
        controls_total=40.0,
    )
    found = replicates.refitted(data.curve, data.cell, 0.75, x, counts)
    # Beyond any number: exp(1e6) overflows and exp(-1e6) is 0.
    assert found[0] > 1e6
    assert found[1] < -1e6
    assert found[2] > 1e6
    assert found[3] == pytest.approx(axis.scaled(data.curve.log_onset(0.75)), abs=1e-4)


def test_the_share_of_unidentified_replicates_is_that_of_the_limits():
    found = fit_onset(
        M, [2, 1, 2, 3, 5], [10] * 5, controls=(5, 40), interval="parametric"
    )
    assert 0 < found.unidentified < 0.5
    assert found.high == math.inf
    flat = parametric.limits(fitted([3] * 5, controls=(12, 40)))
    assert 0.35 < flat.unidentified < 0.75
    assert flat.high == math.inf


@pytest.mark.parametrize("interval", BOOTSTRAPS)
def test_limits_hold_the_onset_and_are_alike(interval):
    magnitude, hit, series = answers([10, 12, 40, 80, 98], 100)
    one = fit_onset(
        magnitude,
        hit,
        np.ones(len(hit)),
        controls=(20, 400),
        interval=interval,
        series=series,
    )
    like = fit_onset(
        magnitude, hit, np.ones(len(hit)), controls=(20, 400), interval="profile"
    )
    assert one.low < one.onset < one.high
    assert math.log(one.low) == pytest.approx(math.log(like.low), abs=0.12)
    assert math.log(one.high) == pytest.approx(math.log(like.high), abs=0.12)
    assert one.unidentified == 0


@pytest.mark.parametrize("interval", BOOTSTRAPS)
def test_seeds_and_replicates_decide(interval):
    magnitude, hit, series = answers()

    def once(**more):
        return fit_onset(
            magnitude,
            hit,
            np.ones(len(hit)),
            controls=(2, 40),
            interval=interval,
            series=series,
            **more,
        )

    assert once(replicates=199) == once(replicates=199)
    assert once(replicates=199, seed=1).low != once(replicates=199).low
    more, fewer = once(replicates=299), once(replicates=199)
    assert (more.low, more.high) != (fewer.low, fewer.high)


def captured(monkeypatch, module, data):
    """Return the replicates that a bootstrap draws."""
    kept = {}

    def keep(asked, cell, below, total):
        kept.update(cell=cell, below=below, total=total)
        return Limits(low=1.0, high=2.0, unidentified=0.0)

    monkeypatch.setattr(module, "percentiles", keep)
    module.limits(data)
    return kept


def test_answers_are_drawn_within_their_tier(monkeypatch):
    m = np.exp(np.linspace(0, 3, 30))
    below = (np.arange(30) % 3 == 0).astype(float)
    cell = make_cell(m, below, np.ones(30), controls=(2, 40), floor=None)
    tiers = np.repeat([1, 2, 3], (5, 10, 15))
    data = Fitted(
        cell=cell,
        curve=fit_curve(cell, LOGISTIC, 0.75),
        criterion=0.75,
        level=0.95,
        tier=tiers,
        replicates=400,
    )
    kept = captured(monkeypatch, percentile, data)
    total, drawn = kept["total"], kept["below"]
    for tier, size in ((1, 5), (2, 10), (3, 15)):
        assert set(total[:, tiers == tier].sum(axis=1)) == {size}
    # A stimulus that was below ceiling is so in every copy, any other in none.
    assert np.array_equal(drawn, total * below)
    assert total.mean() == pytest.approx(1.0)
    assert total.var() == pytest.approx(1 - 3 / 30, abs=0.05)


def test_without_tiers_neighbours_are_drawn_for_each_other(monkeypatch):
    kept = captured(monkeypatch, percentile, fitted(replicates=100))
    assert np.all(kept["total"] == 10)
    mean = kept["below"].mean(axis=0)
    assert mean == pytest.approx(np.array(K, dtype=float), abs=0.8)


def test_series_are_drawn_whole(monkeypatch):
    magnitude, hit, names = answers()
    data = fitted(
        series=Series(
            names=names, magnitude=magnitude, below=hit, total=np.ones(len(hit))
        ),
        replicates=300,
    )
    kept = captured(monkeypatch, cluster, data)
    # Every series has one answer at each magnitude.
    assert np.all(kept["total"] == 10)
    # Series s0 to s9 are below ceiling at 16, s0 to s7 at 8, s0 alone at 1 and 2.
    assert np.array_equal(kept["below"][:, 0], kept["below"][:, 1])
    assert np.all(np.diff(kept["below"][:, 1:], axis=1) >= 0)
    assert kept["below"][:, 0].var() == pytest.approx(0.9, abs=0.3)


def test_cells_of_one_stream_have_their_controls_redrawn_alike():
    one, two = fitted(stream="a"), fitted([2, 3, 4, 8, 9], stream="a")
    drawn = replicates.redrawn_controls(one)
    assert np.array_equal(drawn, replicates.redrawn_controls(two))
    assert not np.array_equal(drawn, replicates.redrawn_controls(fitted(stream="b")))
    assert drawn.mean() == pytest.approx(2.0, abs=0.15)
    assert drawn.var() == pytest.approx(40 * 0.05 * 0.95, rel=0.15)


def test_a_given_floor_is_not_redrawn():
    found = fit_onset(M, K, [10] * 5, floor=0.05, interval="percentile", replicates=199)
    assert found.floor == 0.05
    assert found.low < found.onset < found.high


def test_few_series_are_cautioned():
    magnitude, hit, series = answers()
    arguments = (magnitude, hit, np.ones(len(hit)))
    few = fit_onset(
        *arguments,
        controls=(2, 40),
        interval="cluster",
        series=series,
        replicates=199,
    )
    assert few.series == 10
    assert few.caution.startswith("limits by cluster rest on 10 series: under 20")
    many = [f"s{i}" for i in range(len(hit))]
    enough = fit_onset(
        *arguments, controls=(2, 40), interval="cluster", series=many, replicates=199
    )
    assert (enough.series, enough.caution) == (50, None)
    assert fit_onset(*arguments, controls=(2, 40), interval="profile").caution is None
    assert (few_series(19) is None, few_series(20) is None) == (False, True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"interval": "cluster"}, "interval 'cluster' needs the series of every"),
        ({"interval": "cluster", "series": ["a"]}, "series has 1 values for 5 magn"),
        ({"replicates": 98}, "replicates = 98 is not possible"),
        ({"interval": "bootstrap"}, "interval 'bootstrap' is unknown"),
    ],
)
def test_refusals(change, message):
    with pytest.raises(AnalysisError) as caught:
        fit_onset(M, K, [10] * 5, floor=0.1, **change)
    assert str(caught.value).startswith(message)


def test_the_preset_of_the_published_audit(frames, tmp_path):
    judged, shown = frames
    found = fit(judged, shown, preset="published-audit", replicates=199)
    settings = found.settings
    assert (settings.interval, settings.criterion) == ("percentile", 0.75)
    assert (settings.preset, settings.replicates) == ("published-audit", 199)
    plain = fit(judged, shown, interval="percentile", replicates=199)
    assert found.onsets == plain.onsets
    assert found.onsets[0].ci_method == "percentile"
    assert found.onsets[0].unidentified == 0
    found.save(tmp_path)
    assert Audit.load(tmp_path) == found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"preset": "published"}, "preset 'published' is unknown; did you mean"),
        (
            {"preset": "published-audit", "interval": "profile"},
            "interval = 'profile' contradicts the preset 'published-audit'; allowed "
            "with it: 'percentile'",
        ),
        (
            {"preset": "published-audit", "criterion": 0.5},
            "criterion = 0.5 contradicts the preset",
        ),
    ],
)
def test_refused_presets(frames, change, message):
    with pytest.raises(AnalysisError) as caught:
        fit(*frames, **change)
    assert str(caught.value).startswith(message)


def test_every_preset_can_be_asked_for():
    assert set(PRESETS) == {"published-audit"}


def test_series_of_stimuli_are_drawn_by_an_audit(frames):
    judged, shown = frames
    found = fit(judged, shown, interval="cluster", replicates=199)
    assert {onset.series for onset in found.onsets} == {15}
    sentences = caution_sentences(found)
    assert sentences[0] == (
        "alpha, instruction, position instructed: limits by cluster rest on 15 "
        "series: under 20 they are too narrow."
    )
    without = pd.DataFrame(shown).drop(columns="series_id")
    with pytest.raises(AnalysisError, match="column series_id of stimuli"):
        fit(judged, without, interval="cluster")
