"""The command: tables on disk, a readable table on the screen."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from eyechart.commands.fit import command
from eyechart.generator.errors import CorpusError
from eyechart.generator.files import FileWriteError


@pytest.fixture
def files(tmp_path, stimuli, judgements):
    rows = [
        row | {"unit": "ΔE00"} if row["kind"] == "degraded" else row for row in stimuli
    ]
    pd.DataFrame(rows).to_csv(tmp_path / "s.csv", index=False)
    lines = [json.dumps(row) for row in judgements if row["framing"] == "instruction"]
    (tmp_path / "j.jsonl").write_text("\n".join(lines))
    return str(tmp_path / "s.csv"), str(tmp_path / "j.jsonl"), str(tmp_path / "out")


def test_it_prints_a_table_and_the_path(files):
    corpus, judged, out = files
    result = CliRunner().invoke(command, [corpus, judged, "-o", out])
    assert result.exit_code == 0, result.output
    header, line, origin, criteria, missing, path = result.stdout.splitlines()
    assert header.split()[:4] == ["judge", "framing", "dimension", "role"]
    assert line.split()[:4] == ["alpha", "instruction", "position", "instructed"]
    assert "ΔE00" in line
    assert header.index("onset") == line.index(line.split()[4])
    assert origin.startswith("Corpus: s.csv, table ")
    assert criteria == "Criteria: following, layout, text."
    assert missing == "No answer is missing."
    assert path.endswith("onsets.csv")
    assert pd.read_csv(path).loc[0, "status"] == "located"


def test_options_reach_the_fit(files):
    corpus, judged, out = files
    options = ["--criterion", "0.6", "--level", "0.9", "--score", "text", "--seed", "4"]
    result = CliRunner().invoke(command, [corpus, judged, "-o", out, *options])
    assert result.exit_code == 0, result.output
    settings = json.loads((Path(out) / "settings.json").read_text())
    assert settings["criterion"] == 0.6
    assert (settings["level"], settings["score"], settings["seed"]) == (0.9, "text", 4)


def test_a_judge_without_onsets_is_told_of(files):
    corpus, judged, out = files
    options = ["--score", "overall_quality", "--interval", "profile"]
    result = CliRunner().invoke(command, [corpus, judged, "-o", out, *options])
    assert result.exit_code == 0, result.output
    assert "alpha, instruction: no onsets, because 100 % of flawless" in result.stdout


def test_errors_pass_through(files, tmp_path):
    _, judged, out = files
    with pytest.raises(CorpusError, match="does not exist"):
        CliRunner().invoke(
            command,
            [str(tmp_path / "gone.csv"), judged, "-o", out],
            catch_exceptions=False,
        )


def test_a_file_in_place_of_the_folder_is_refused_before_fitting(files):
    corpus, _, out = files
    Path(out).write_text("mine")
    with pytest.raises(FileWriteError, match="out: is a file; allowed: a folder"):
        CliRunner().invoke(
            command, [corpus, "gone.csv", "-o", out], catch_exceptions=False
        )
    assert Path(out).read_text() == "mine"


def test_an_ascii_terminal_gets_ascii(files):
    corpus, judged, out = files
    arguments = [corpus, judged, "-o", out]
    call = f"from eyechart.commands.fit import command; command({arguments!r})"
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
        "PYTHONIOENCODING": "ascii",
        "LC_ALL": "C",
    }
    done = subprocess.run(
        [sys.executable, "-c", call], env=environment, capture_output=True, check=False
    )
    assert done.stderr == b""
    assert b"dE00" in done.stdout


def test_loading_the_command_loads_nothing_heavy():
    call = (
        "import sys; import eyechart.commands.fit; "
        "heavy = {'scipy', 'pandas', 'statsmodels', 'matplotlib', 'rich'}; "
        "print(heavy & set(sys.modules))"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run(
        [sys.executable, "-c", call],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "set()\n"
