"""The whole path: rows to tables and back."""

import json
import math
import os
import subprocess
import sys
from dataclasses import fields, replace

import numpy as np
import pandas as pd
import pytest

from eyechart.analysis.audit import Audit, fit
from eyechart.analysis.onset import fit_onset
from eyechart.analysis.results.records import Onset
from eyechart.analysis.results.summary import (
    criteria_sentence,
    excluded_sentences,
    missing_sentence,
    onset_lines,
    onset_text,
)
from eyechart.generator.errors import AnalysisError, JudgementError, UnknownNameError

FILES = (
    "diagnostics.csv",
    "floors.csv",
    "missing.csv",
    "onsets.csv",
    "onsets.json",
    "residuals.csv",
    "settings.json",
    "tiers.csv",
)


@pytest.fixture(scope="module")
def audit(stimuli, judgements):
    return fit(
        pd.DataFrame(judgements).astype({"score": object}), pd.DataFrame(stimuli)
    )


def test_planted_onset_is_inside_both_intervals(audit):
    assert [(o.framing, o.status) for o in audit.onsets] == [
        ("instruction", "located"),
        ("reference", "located"),
    ]
    for onset in audit.onsets:
        assert onset.onset_low < math.exp(3.0) < onset.onset_high
        assert onset.spearman > 0.5
        assert onset.q < 1e-6
        assert onset.n == 90
        assert onset.n_missing == 0


def test_floor_controls_of_each_framing(audit):
    assert [o.floor_n for o in audit.onsets] == [40, 80]
    floors = {(f.framing, f.criterion, f.kind): f for f in audit.floors}
    reference = floors["reference", "difference", "floor"]
    assert reference.n == 80
    assert reference.below == sum(
        floors["reference", "difference", kind].below
        for kind in ("flawless", "identity")
    )
    assert floors["instruction", "any", "unedited"].share > 0.8
    assert floors["instruction", "overall_quality", "floor"].mean_score == 3.0


def test_tier_of_onset_holds_the_onset(audit):
    for onset, tiers in audit.cells.values():
        assert len(tiers) == 6
        assert sum(t.n for t in tiers) == onset.n
        home = next(t for t in tiers if t.tier == onset.tier_of_onset)
        assert home.magnitude_low * 0.8 < onset.onset < home.magnitude_high * 1.2


def test_frame_has_the_fields_of_an_onset(audit):
    frame = audit.to_frame()
    assert list(frame.columns) == [f.name for f in fields(Onset)]
    assert frame["onset"].dtype == "float64"
    assert frame.loc[0, "unit"] == "px"


def test_saved_and_loaded_is_equal(audit, tmp_path):
    path = audit.save(tmp_path / "a")
    assert path.name == "onsets.csv"
    assert sorted(p.name for p in path.parent.iterdir()) == list(FILES)
    loaded = Audit.load(tmp_path / "a")
    assert loaded == audit
    loaded.save(tmp_path / "b")
    for name in FILES:
        assert (tmp_path / "a" / name).read_bytes() == (
            tmp_path / "b" / name
        ).read_bytes()


def test_infinite_limits_and_absent_numbers_survive(audit, tmp_path):
    odd = replace(
        audit.onsets[0],
        onset=None,
        onset_high=math.inf,
        spearman=None,
        unit=None,
        status="right_censored",
    )
    changed = replace(audit, onsets=(odd,))
    changed.save(tmp_path)
    assert Audit.load(tmp_path) == changed
    row = json.loads((tmp_path / "onsets.json").read_text())[0]
    assert (row["onset_high"], row["onset"]) == ("inf", None)
    line = (tmp_path / "onsets.csv").read_text().splitlines()[1]
    assert ",inf," in line
    assert "nan" not in line


def test_nothing_of_the_machine_is_written(audit, tmp_path, stimuli, judgements):
    source = tmp_path / "in"
    source.mkdir()
    pd.DataFrame(stimuli).to_csv(source / "s.csv", index=False)
    pd.DataFrame(judgements).to_csv(source / "j.csv", index=False)
    again = fit([source / "j.csv"], source / "s.csv")
    assert again.onsets == audit.onsets
    assert again.floors == audit.floors
    again.save(tmp_path / "out")
    for name in FILES:
        assert str(tmp_path) not in (tmp_path / "out" / name).read_text()
    settings = json.loads((tmp_path / "out" / "settings.json").read_text())
    assert (settings["judgements"], settings["stimuli"]) == (["j.csv"], "s.csv")


def test_order_of_rows_and_other_judges_change_nothing(audit, stimuli, judgements):
    other = [row | {"judge": "beta"} for row in judgements]
    rows = pd.DataFrame([*reversed(judgements), *other]).astype({"score": object})
    found = fit(rows, pd.DataFrame(stimuli).iloc[::-1])
    assert tuple(o for o in found.onsets if o.judge == "alpha") == audit.onsets
    twins = tuple(replace(o, judge="alpha") for o in found.onsets if o.judge == "beta")
    assert twins == audit.onsets


def test_missing_answers_are_counted(stimuli, judgements):
    rows = [
        row | {"score": None, "status": "refusal"}
        if row["stimulus_id"].startswith("position-instructed-1-")
        and row["criterion"] == "text"
        else row
        for row in judgements
        if row["framing"] == "instruction"
    ]
    found = fit(pd.DataFrame(rows), pd.DataFrame(stimuli))
    assert (found.onsets[0].n, found.onsets[0].n_missing) == (75, 15)
    assert [(m.status, m.n) for m in found.missing] == [("refusal", 15)]
    assert missing_sentence(found) == "Missing answers: 15 (15 refusal)."
    assert found.tiers[0].n == 0


def test_a_judge_that_never_answered(stimuli, judgements):
    rows = [
        row | {"score": None, "status": "api_error"}
        for row in judgements
        if row["framing"] == "instruction"
    ]
    found = fit(pd.DataFrame(rows), pd.DataFrame(stimuli))
    onset = found.onsets[0]
    assert (onset.status, onset.n, onset.n_missing) == ("too_few", 0, 90)
    assert (onset.onset, onset.floor, onset.p, onset.q) == (None, None, 1.0, 1.0)


def test_cells_are_never_pooled(stimuli, judgements):
    half = [
        row | {"role": "bystander"}
        if row["stimulus_id"].endswith(("1", "3", "5"))
        else row
        for row in stimuli
        if row["kind"] == "degraded"
    ]
    rest = [row for row in stimuli if row["kind"] != "degraded"]
    found = fit(
        pd.DataFrame(judgements).astype({"score": object}), pd.DataFrame(half + rest)
    )
    assert [(o.framing, o.role) for o in found.onsets] == [
        ("instruction", "bystander"),
        ("instruction", "instructed"),
        ("reference", "bystander"),
        ("reference", "instructed"),
    ]


def test_units_must_agree_within_a_cell(stimuli, judgements):
    changed = [dict(row) for row in stimuli]
    changed[0]["unit"] = "pt"
    with pytest.raises(
        AnalysisError, match=r"unit is 'pt' \(\S+\) and 'px' \(\S+\); allowed: the same"
    ):
        fit(pd.DataFrame(judgements).astype({"score": object}), pd.DataFrame(changed))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"criterion": 0}, AnalysisError),
        ({"level": 2.0}, AnalysisError),
        ({"family": "normale"}, UnknownNameError),
        ({"interval": "exact"}, AnalysisError),
        ({"score": "txet"}, AnalysisError),
        ({"scale": "five"}, AnalysisError),
    ],
)
def test_refused_arguments(frames, arguments, error):
    with pytest.raises(error):
        fit(*frames, **arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed = -1 is no seed; allowed: whole numbers from 0"),
        ({"seed": 1.5}, "seed = 1.5 is no seed"),
        ({"seed": True}, "seed = True is no seed"),
        ({"level": "0.95"}, "level = '0.95' is no share"),
        ({"criterion": None}, "criterion = None is no share; allowed: above 0"),
        ({"criterion": np.float64(2)}, "criterion = 2.0 is no share"),
    ],
)
def test_arguments_of_another_kind(frames, arguments, message):
    with pytest.raises(AnalysisError) as caught:
        fit(*frames, **arguments)
    assert str(caught.value).startswith(message)


def test_numpy_arguments_can_be_saved(frames, tmp_path):
    found = fit(*frames, level=np.float32(0.5), seed=np.int64(3))
    found.save(tmp_path)
    assert Audit.load(tmp_path) == found


def test_nothing_degraded_is_refused(frames):
    judged, shown = frames
    controls = shown[shown["kind"] != "degraded"]
    of_controls = judged[judged["stimulus_id"].isin(controls["stimulus_id"])]
    with pytest.raises(AnalysisError, match="stimuli: none of the 160 is of the kind"):
        fit(of_controls, controls)
    with pytest.raises(AnalysisError, match="none of the 160 judged stimuli is of"):
        fit(of_controls, shown)


def test_an_unknown_stimulus(frames):
    judged, shown = frames
    judged.loc[0, "stimulus_id"] = "#"
    with pytest.raises(JudgementError, match=r"the stimuli; allowed: one of the 250"):
        fit(judged, shown)
    judged.loc[0, "stimulus_id"] = "flawless-00"
    with pytest.raises(
        JudgementError, match=r"did you mean 'flawless-\d+'\? \(allowed"
    ):
        fit(judged, shown)


def test_holistic_criteria_by_any_spelling(frames, audit):
    judged, shown = frames
    judged["criterion"] = judged["criterion"].replace(
        "overall_quality", "Overall-quality"
    )
    found = fit(judged, shown)
    assert found.onsets == audit.onsets
    assert criteria_sentence(found) == "Criteria: difference, following, layout, text."
    assert (
        criteria_sentence(fit(judged, shown, score="text"))
        == "Criteria: difference, text."
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("onsets.csv", "located", "somewhere", "'somewhere' is unknown"),
        ("onsets.csv", "0.75", "x", "is no float"),
        ("tiers.csv", "magnitude_low", "low", "has the columns"),
        ("settings.json", "criterion", "kriterion", "does not hold the settings"),
        ("settings.json", "{", "", "does not hold the settings"),
        ("settings.json", '"level": 0.95', '"level": 2', r"level = 2; allowed: shares"),
        ("settings.json", '"level": 0.95', '"level": "1"', "level = '1'; allowed: a n"),
        ("settings.json", '"level": 0.95', '"level": null', "level = None; allowed"),
        (
            "settings.json",
            '"level": 0.95',
            '"level": NaN',
            "does not hold the settings",
        ),
        ("settings.json", '"seed": 0', '"seed": -1', "seed = -1; allowed: whole"),
        ("settings.json", '"seed": 0', '"seed": true', "seed = True; allowed: a whole"),
        ("settings.json", '"logistic"', '"logistik"', "did you mean 'logistic'"),
        ("settings.json", '"calibrated"', '"calibrate"', "did you mean 'calibrated'"),
    ],
)
def test_damaged_folders(audit, tmp_path, name, old, new, message):
    audit.save(tmp_path)
    path = tmp_path / name
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(AnalysisError, match=message):
        Audit.load(tmp_path)


@pytest.mark.parametrize(
    ("table", "column", "value", "message"),
    [
        ("tiers", "magnitude_mean", "nan", "= nan; allowed: finite numbers above 0"),
        ("tiers", "magnitude_low", "-1", "= -1.0; allowed: finite numbers above 0"),
        ("tiers", "magnitude_low", "1e9", "= 1000000000.0 is above magnitude_high"),
        ("tiers", "share", "1.5", "= 1.5; allowed: shares from 0 to 1"),
        ("tiers", "n", "-1", "= -1; allowed: whole numbers from 0"),
        ("tiers", "below", "99", "= 99 is above n = 15; allowed: at most as large"),
        ("floors", "wilson_low", "nan", "= nan; allowed: shares from 0 to 1"),
        ("floors", "mean_score", "nan", "= nan; allowed: numbers"),
        ("onsets", "onset", "inf", "= inf; allowed: finite numbers above 0"),
        ("onsets", "onset_low", "nan", "= nan; allowed: 0 or above, or inf"),
        ("onsets", "criterion", "2", "= 2.0; allowed: shares from 0 to 1"),
    ],
)
def test_numbers_that_no_audit_holds(audit, tmp_path, table, column, value, message):
    audit.save(tmp_path)
    path = tmp_path / f"{table}.csv"
    rows = pd.read_csv(path, dtype=str, keep_default_na=False)
    rows.loc[0, column] = value
    rows.to_csv(path, index=False)
    with pytest.raises(AnalysisError) as caught:
        Audit.load(tmp_path)
    assert str(caught.value).startswith(f"{path}: line 2: {column} {message}")


def test_no_audit_there(tmp_path):
    with pytest.raises(AnalysisError, match="allowed: a folder written by"):
        Audit.load(tmp_path)


def test_words_of_an_onset(audit):
    located = audit.onsets[0]

    def said(**change):
        return onset_text(replace(located, **({"onset": None} | change)))

    assert onset_text(replace(located, onset=20.123)) == "20.1 px"
    assert said(status="right_censored", onset_low=120.0) == "> 120 px"
    assert said(status="left_censored", onset_high=0.25) == "< 0.25 px"
    assert said(status="separated", onset_low=2.0, onset_high=4.0) == "2 to 4 px"
    assert said(status="flat", onset_low=16.0) == "none (> 16 px)"
    assert said(status="flat", onset_low=0.0, onset_high=math.inf) == "none"
    assert said(status="decreasing", onset_low=0.0, onset_high=math.inf) == "none"
    assert said(status="too_few", onset_low=None, onset_high=None) == "none"
    assert said(status="right_censored", onset_low=1.5, unit=None) == "> 1.5"
    assert len(onset_lines(audit)) == 3
    assert missing_sentence(audit) == "No answer is missing."


def test_a_judge_that_penalises_flawless_work_is_excluded_in_words(audit):
    first = audit.onsets[0]
    cells = [
        replace(first, status="floor_above_criterion", floor=0.76, role=role)
        for role in ("incidental", "instructed")
    ]
    (sentence,) = excluded_sentences(replace(audit, onsets=tuple(cells)))
    assert sentence.startswith(f"{first.judge}, {first.framing}: no onsets, because")
    assert "76 % of flawless work is below ceiling" in sentence
    assert "the criterion is 75 %" in sentence
    assert excluded_sentences(audit) == []


BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked}:
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Blocker())
from eyechart.analysis.audit import fit
audit = fit([sys.argv[1]], sys.argv[2])
audit.save(sys.argv[3])
print(audit.onsets[0].status)
"""


def test_analysis_runs_without_renderer_and_clients(tmp_path, stimuli, judgements):
    pd.DataFrame(stimuli).to_csv(tmp_path / "s.csv", index=False)
    pd.DataFrame(judgements).to_csv(tmp_path / "j.csv", index=False)
    names = {
        "cairocffi",
        "fontTools",
        "uharfbuzz",
        "httpx",
        "httpx2",
        "PIL",
        "datasets",
        "huggingface_hub",
        "matplotlib",
    }
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
        "LC_ALL": "C",
        "HOME": "/nonexistent",
    }
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(blocked=names), "j.csv", "s.csv", "o"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("located\n", "")


def test_diagnostics_of_every_answered_cell(audit):
    cells = [(o.judge, o.framing, o.dimension, o.role) for o in audit.onsets]
    rows = [(d.judge, d.framing, d.dimension, d.role) for d in audit.diagnostics]
    assert rows == cells
    for onset, found in zip(audit.onsets, audit.diagnostics, strict=True):
        assert found.onset == onset.onset
        assert found.isotonic_onset == pytest.approx(onset.onset, rel=0.6)
        assert found.spearman_karber == pytest.approx(found.threshold, rel=0.5)
        own = [
            r
            for r in audit.residuals
            if (r.judge, r.framing) == (onset.judge, onset.framing)
        ]
        points = [
            t
            for t in audit.tiers
            if (t.judge, t.framing) == (onset.judge, onset.framing)
        ]
        assert [(r.tier, r.n, r.below) for r in own] == [
            (t.tier, t.n, t.below) for t in points
        ]
        assert [r.magnitude_mean for r in own] == pytest.approx(
            [t.magnitude_mean for t in points]
        )
        # Series of the audit hold six tiers: they are the blocks of the dispersion.
        assert (found.dispersion_by, found.dispersion_df) == ("series", 13)
        most = max(own, key=lambda r: abs(r.influence))
        assert found.largest_influence == most.influence
        assert found.influential_tier == most.tier


def test_the_number_of_processes_changes_nothing(audit, stimuli, judgements):
    told = []
    again = fit(
        pd.DataFrame(judgements).astype({"score": object}),
        pd.DataFrame(stimuli),
        workers=2,
        progress=lambda done, total: told.append((done, total)),
    )
    assert again == audit
    assert told == [(1, 2), (2, 2)]


def test_the_p_that_decides_flat_is_in_the_table(audit):
    frame = audit.to_frame()
    assert frame["rise_p"].tolist() == [1 / 200, 1 / 200]


def test_a_single_fit_is_a_row():
    found = fit_onset([1, 2, 4, 8], [1, 4, 9, 10], [10] * 4, controls=(2, 40))
    frame = found.to_frame()
    assert frame.shape == (1, len(fields(type(found))))
    assert frame.loc[0, "onset"] == found.onset
    assert frame.loc[0, "status"] == "located"
    assert str(frame["series"].dtype) == "Int64"


@pytest.mark.parametrize("workers", [0, -1, 1.5, True])
def test_a_number_of_processes_is_a_number(workers, stimuli, judgements):
    with pytest.raises(AnalysisError, match=r"workers = .*; allowed: whole numbers"):
        fit(pd.DataFrame(judgements), pd.DataFrame(stimuli), workers=workers)
