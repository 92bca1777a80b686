import subprocess
import sys

import pytest
from click.testing import CliRunner

from eyechart.analysis.report import build_report
from eyechart.commands.report import command
from eyechart.generator.errors import AnalysisError, CorpusError


@pytest.fixture(scope="module")
def folder(tmp_path_factory, make_audit, make_onset):
    path = tmp_path_factory.mktemp("audit")
    make_audit(make_onset(), make_onset("beta", "right_censored")).save(path)
    return path


def test_the_page_stands_beside_its_tables(folder):
    path = build_report(folder)
    assert path == folder / "report.html"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "position, instructed" in text
    assert str(folder) not in text


def test_the_page_goes_where_it_is_told(folder, tmp_path):
    target = tmp_path / "new" / "page.html"
    assert build_report(folder, output=target) == target
    assert target.read_bytes() == build_report(folder).read_bytes()


def test_another_process_writes_the_same_bytes(folder, tmp_path):
    target = tmp_path / "other.html"
    program = (
        "import sys; from pathlib import Path;"
        "from eyechart.analysis.report import build_report;"
        "build_report(Path(sys.argv[1]), output=Path(sys.argv[2]))"
    )
    subprocess.run(
        [sys.executable, "-c", program, folder, target],
        check=True,
        env={"PYTHONHASHSEED": "5", "PYTHONPATH": ":".join(sys.path), "LC_ALL": "C"},
    )
    assert target.read_bytes() == build_report(folder).read_bytes()


def test_a_missing_folder_is_one_sentence(tmp_path):
    with pytest.raises(
        AnalysisError, match=r"settings\.json: cannot be read"
    ) as caught:
        build_report(tmp_path / "nowhere")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "name", ["onsets.csv", "floors.csv", "tiers.csv", "missing.csv", "settings.json"]
)
def test_a_missing_table_is_named(name, tmp_path, make_audit, make_onset):
    make_audit(make_onset()).save(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(AnalysisError, match=name) as caught:
        build_report(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_damaged_table_is_one_sentence(tmp_path, make_audit, make_onset):
    make_audit(make_onset()).save(tmp_path)
    path = tmp_path / "tiers.csv"
    header, first, *rest = path.read_text().splitlines()
    place = header.split(",").index("magnitude_mean")
    cells = first.split(",")
    cells[place] = "-3"
    path.write_text("\n".join([header, ",".join(cells), *rest]))
    with pytest.raises(AnalysisError, match=r"magnitude_mean = -3\.0; allowed: finite"):
        build_report(tmp_path)


def test_an_audit_without_onsets_is_refused(tmp_path, make_audit):
    make_audit().save(tmp_path)
    with pytest.raises(AnalysisError, match=r"onsets\.csv: holds no onset"):
        build_report(tmp_path)


def test_a_corpus_without_pictures_is_refused(folder, tmp_path):
    with pytest.raises(CorpusError, match="leave --corpus out"):
        build_report(folder, corpus=tmp_path)


def test_the_command_prints_the_path(folder, tmp_path):
    target = tmp_path / "page.html"
    result = CliRunner().invoke(command, [str(folder), "-o", str(target)])
    assert result.exit_code == 0
    assert result.output == f"{target}\n"
    assert target.exists()


def test_the_command_needs_nothing_heavy_to_be_listed():
    program = (
        "import sys; import eyechart.commands.report;"
        "heavy = {'matplotlib', 'jinja2', 'numpy', 'pandas', 'scipy', 'pyarrow'};"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
