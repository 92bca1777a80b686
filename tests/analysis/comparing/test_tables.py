"""Comparisons and sensitivities of whole audits."""

import csv
import math

import pandas as pd
import pytest
from click.testing import CliRunner

from eyechart.analysis.comparing.compare import TABLES, Comparisons, compare
from eyechart.analysis.sensitivity.table import Sensitivity, sensitivity
from eyechart.cli import cli
from eyechart.commands.compare import command
from eyechart.generator.errors import AnalysisError


def stimuli_rows():
    rows = [
        {
            "stimulus_id": f"{role}-{i}",
            "kind": "degraded",
            "dimension": "blur",
            "role": role,
            "magnitude": 1.3**i,
            "unit": "px σ",
            "series_id": f"{role}-{i}",
        }
        for role in ("incidental", "instructed")
        for i in range(24)
    ]
    rows += [
        {"stimulus_id": f"{kind}-{i}", "kind": kind, "magnitude": 0.0}
        for kind in ("flawless", "unedited")
        for i in range(20)
    ]
    return rows


def judgement_rows(stimuli, judge, onset, overall):
    """Penalise from `onset` on; detect one and a half as early; miss a few."""
    for row in stimuli:
        name, kind = row["stimulus_id"], row["kind"]
        i = int(name.split("-")[1])
        late = onset * (2 if row.get("role") == "incidental" else 1)
        noisy = 1.5 if i % 3 == 0 else 1.0
        wrong = kind == "unedited" or row["magnitude"] * noisy > late
        wrong = wrong or (kind == "flawless" and i < 2)
        seen = wrong or row["magnitude"] * 1.5 * noisy > late
        score = 2 if wrong else 5
        whole = overall if kind == "unedited" else score
        for criterion, value in (("text", score), ("layout", 5), ("overall", whole)):
            refused = criterion == "layout" and name == "instructed-3"
            yield {
                "stimulus_id": name,
                "judge": judge,
                "framing": "instruction",
                "criterion": criterion,
                "score": None if refused else value,
                "status": "refusal" if refused else "ok",
                "scale_min": 1,
                "scale_max": 5,
            }
        if kind != "unedited":
            yield {
                "stimulus_id": name,
                "judge": judge,
                "framing": "reference",
                "criterion": "difference",
                "score": seen,
                "status": "ok",
            }


@pytest.fixture(scope="module")
def given():
    stimuli = stimuli_rows()
    said = [
        *judgement_rows(stimuli, "alpha", 12.0, 2),
        *judgement_rows(stimuli, "beta", 30.0, 5),
    ]
    return pd.DataFrame(said).astype({"score": object}), pd.DataFrame(stimuli)


@pytest.fixture(scope="module")
def compared(given):
    return compare(*given, replicates=99)


def test_roles_are_compared_within_each_judge(compared):
    assert [(r.judge, r.framing) for r in compared.roles] == [
        ("alpha", "instruction"),
        ("alpha", "reference"),
        ("beta", "instruction"),
        ("beta", "reference"),
    ]
    row = compared.roles[0]
    assert (row.first_role, row.second_role) == ("instructed", "incidental")
    assert row.low < math.log(2) < row.high
    assert (row.low > 0) == (row.p < 0.05)
    assert (row.family_size, row.q) == (1, row.p)


def test_judges_are_compared_on_what_both_answered(compared):
    rows = {(r.framing, r.role): r for r in compared.judges}
    row = rows["instruction", "instructed"]
    assert (row.first_judge, row.second_judge, row.n) == ("alpha", "beta", 23)
    assert row.second_only == 0
    assert row.first_only >= 3
    assert row.share_difference == pytest.approx(row.first_only / 23)
    assert row.low <= math.log(30 / 12) <= row.high
    assert {r.family_size for r in compared.judges} == {2}


def test_detected_but_not_penalised(compared):
    rows = {(r.judge, r.dimension, r.role): r for r in compared.framings}
    row = rows["alpha", "blur", "incidental"]
    assert (row.penalised_only, row.n) == (0, 24)
    assert row.detected_only >= 1
    assert row.p == pytest.approx(min(1.0, 2 * 0.5**row.detected_only))
    pooled = rows["alpha", None, "incidental"]
    assert (row.scope, pooled.scope, pooled.both) == ("cell", "role", row.both)
    assert ("alpha", "blur", "instructed") in rows


def test_a_dimension_named_all_is_a_dimension(given):
    said, stimuli = given[0], given[1].replace({"dimension": {"blur": "all"}})
    framings = compare(said, stimuli, replicates=99).framings
    keys = [(r.judge, r.scope, r.dimension, r.role) for r in framings]
    assert len(set(keys)) == len(keys)
    assert {r.dimension for r in framings if r.scope == "cell"} == {"all"}
    assert {r.dimension for r in framings if r.scope == "role"} == {None}
    assert {r.family_size for r in framings} == {2}


def test_holistic_scores_spread_where_decomposed_agree(compared):
    rows = {r.criterion: r for r in compared.spread}
    assert rows["overall"].holistic
    assert rows["overall"].spread == pytest.approx(0.75)
    assert (rows["overall"].lowest_judge, rows["overall"].highest_judge) == (
        "alpha",
        "beta",
    )
    assert rows["decomposed"].spread == 0.0
    merits = {(r.judge, r.criterion): r.mean_merit for r in compared.unedited}
    assert merits["alpha", "text"] == 0.25
    assert merits["beta", "decomposed"] == pytest.approx(0.625)


def test_missing_by_criterion_and_reason(compared):
    assert [
        (r.judge, r.criterion, r.kind, r.status, r.n) for r in compared.missing
    ] == [
        ("alpha", "layout", "degraded", "refusal", 1),
        ("beta", "layout", "degraded", "refusal", 1),
    ]


def test_frames_and_files_hold_every_row(compared, tmp_path):
    compared.save(tmp_path)
    for name in TABLES:
        frame = compared.to_frame(name)
        assert len(frame) == len(getattr(compared, name))
        with (tmp_path / f"comparison_{name}.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert list(rows[0]) == list(frame.columns)
        assert len(rows) == len(frame)
    assert compared.to_frame("roles")["low"].dtype == "float64"
    assert Comparisons.load(tmp_path) == compared


def test_what_was_not_saved_is_not_loaded(compared, tmp_path):
    with pytest.raises(AnalysisError, match=r"comparison_roles.csv: cannot be read"):
        Comparisons.load(tmp_path)
    compared.save(tmp_path)
    path = tmp_path / "comparison_framings.csv"
    path.write_text(path.read_text().replace(",cell,", ",sell,", 1))
    allowed = r"line 2: scope = 'sell' is unknown; allowed: cell, role"
    with pytest.raises(AnalysisError, match=allowed):
        Comparisons.load(tmp_path)
    compared.save(tmp_path)
    path = tmp_path / "comparison_spread.csv"
    path.write_text(path.read_text().replace(",True,", ",yes,", 1))
    with pytest.raises(AnalysisError, match="holistic = 'yes' is unknown; allowed: Tr"):
        Comparisons.load(tmp_path)
    empty = Comparisons(**dict.fromkeys(TABLES, ()), settings=compared.settings)
    empty.save(tmp_path)
    assert Comparisons.load(tmp_path) == empty
    (tmp_path / "comparison_settings.json").write_text("{}")
    with pytest.raises(AnalysisError, match=r"settings\.json: does not hold"):
        Comparisons.load(tmp_path)


def test_tables_say_what_they_were_made_with(given):
    settings = compare(*given, replicates=99, criterion=0.7, scale="1-5").settings
    assert (settings.criterion, settings.lapse, settings.area) == (0.7, 0.0, None)
    assert (settings.scale, settings.replicates) == ("1-5", 99)
    assert settings.stimuli == "data frame"
    assert len(settings.stimuli_sha256) == 64
    settings = sensitivity(*given, replicates=99, target=0.8).settings
    assert (settings.criterion, settings.lapse, settings.area) == (None, None, 0.8)


def test_sensitivity_by_cell_and_tier(given, tmp_path):
    found = sensitivity(*given, replicates=99)
    cells = {(c.judge, c.framing, c.role): c for c in found.cells}
    cell = cells["alpha", "instruction", "instructed"]
    assert (cell.n, cell.controls, cell.area_status) == (23, 20, "located")
    assert cell.area_onset_low < 12 < cell.area_onset_high
    assert cell.area_q == pytest.approx(cell.area_p)
    tiers = [t for t in found.tiers if t.judge == "beta"]
    last = max(tiers, key=lambda t: (t.framing == "instruction", t.magnitude_mean))
    assert (last.hits, last.n, last.false_alarms) == (1, 1, 2) or last.hits == last.n
    assert 0.9 < last.area <= 1
    assert found.to_frame().shape[0] == len(found.cells)
    assert found.tiers_frame()["tier"].isna().all()
    assert {c.family_size for c in found.cells} == {2}
    found.save(tmp_path)
    assert Sensitivity.load(tmp_path) == found
    path = tmp_path / "sensitivity_tiers.csv"
    path.write_text(path.read_text().replace("incidental,", "incidental,,", 1))
    with pytest.raises(AnalysisError, match="line 2: has 20 fields; allowed: 19"):
        Sensitivity.load(tmp_path)


def test_the_command(given, tmp_path):
    said, stimuli = tmp_path / "said.jsonl", tmp_path / "stimuli.jsonl"
    alone = given[0][given[0]["judge"] == "alpha"]
    alone.to_json(said, orient="records", lines=True)
    given[1].to_json(stimuli, orient="records", lines=True)
    out = tmp_path / "out"
    asked = ["compare", str(stimuli), str(said), "-o", str(out), "--replicates", "99"]
    # A criterion under .5 is a probability, and no area.
    asked += ["--criterion", "0.4", "--area", "0.8"]
    done = CliRunner().invoke(cli, asked)
    assert done.exit_code == 0, done.output
    names = {path.name for path in out.iterdir()}
    assert names == {
        *(f"comparison_{name}.csv" for name in TABLES),
        "comparison_settings.json",
        "sensitivity.csv",
        "sensitivity_tiers.csv",
        "sensitivity_settings.json",
    }
    assert "comparison_roles.csv" in done.output
    assert set(pd.read_csv(out / "sensitivity.csv")["target"]) == {0.8}


def test_the_command_fits_with_a_lapse_and_a_family(given, tmp_path):
    said, stimuli = tmp_path / "said.jsonl", tmp_path / "stimuli.jsonl"
    given[0][given[0]["framing"] == "instruction"].to_json(
        said, orient="records", lines=True
    )
    given[1].to_json(stimuli, orient="records", lines=True)
    rows = {}
    for name, more in {
        "plain": [],
        "lapse": ["--lapse", "0.1"],
        "family": ["--family", "gumbel"],
    }.items():
        out = str(tmp_path / name)
        asked = [str(stimuli), str(said), "-o", out, "--replicates", "99", *more]
        done = CliRunner().invoke(command, asked)
        assert done.exit_code == 0, done.output
        rows[name] = Comparisons.load(out)
    for name in ("lapse", "family"):
        assert rows[name].roles[0].low != rows["plain"].roles[0].low
        assert rows[name].judges != rows["plain"].judges
    with pytest.raises(AnalysisError, match=r"lapse = 0.5 with a criterion of 0.75"):
        compare(*given, lapse=0.5)


@pytest.mark.parametrize("area", ["0.5", "1", "nan"])
def test_an_area_of_chance_is_refused_before_anything_is_read(area, tmp_path):
    asked = ["gone.csv", "gone.jsonl", "-o", str(tmp_path / "out"), "--area", area]
    with pytest.raises(AnalysisError, match=r"^area = .* is no area"):
        CliRunner().invoke(command, asked, catch_exceptions=False)
