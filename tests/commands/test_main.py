"""The command line ends bad input in one sentence and the right exit code."""

import subprocess
import sys
from pathlib import Path

import pytest

from eyechart import commands
from eyechart.cli import main


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "eyechart", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )


SPEC = """\
seed = 1
per_cell = 1
layouts = ["quote_card"]
[dimensions.colour]
roles = ["instructed"]
tiers = [3]
[controls]
flawless = 1
"""


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("quote_card", "quote_cart", "did you mean 'quote_card'?"),
        ("per_cell", "per_cel", "is 'per_cel' meant to be it?"),
        ("colour]", "color]", "did you mean 'colour'?"),
        (
            "tiers = [3]",
            "windows = [[2, 1], [2, 3]]",
            "window of tier 1 is [2, 1]; allowed: two",
        ),
        ("seed = 1", "seed = -1", "seed = -1 is outside 0 to inf"),
    ],
)
def test_bad_specs(tmp_path: Path, old: str, new: str, named: str) -> None:
    (tmp_path / "spec.toml").write_text(SPEC.replace(old, new))
    done = run("plan", "spec.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert named in done.stderr
    assert "spec.toml" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["plan", "smok"],
        ["verify", "nowhere"],
        ["judge", "nowhere", "-j", "pixel", "-o", "answers.jsonl"],
        ["fit", "nowhere", "answers.jsonl", "-o", "audit"],
        ["report", "nowhere"],
        ["bogus"],
        ["render", "smoke"],
    ],
)
def test_other_bad_input(tmp_path: Path, arguments: list[str]) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["fti"],
            "eyechart: command 'fti' is unknown; did you mean 'fit'? (al",
        ),
        (["--bogus"], "eyechart: no such option '--bogus' (see eyechart --help)"),
        (
            ["fit", "--famly", "x"],
            "eyechart fit: no such option '--famly'; did yo",
        ),
        (["fit"], "eyechart fit: missing argument 'CORPUS' (see eyechart fit --help)"),
        (["fit", "a", "b"], "eyechart fit: missing option '-o' / '--output' (see eyec"),
        (
            ["compare", "a", "b", "-o", "c", "--replicates", "9"],
            "eyechart compare: invalid value for '--replicates': 9 is not in the range",
        ),
        (["compare", "a", "b", "-o"], "eyechart"),
        (["judge", "a", "-j", "pixel", "-o", "b", "--framing", "x\ny"], "eyechart ju"),
        (["verify", "a", "b", "c"], "eyechart verify: got unexpected extra argument"),
    ],
)
def test_a_wrong_call_is_one_sentence(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) == 1


NAMES = sorted(path.stem for path in Path(commands.__path__[0]).glob("[!_]*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_every_command_refuses_an_unknown_option_in_one_sentence(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["eyechart", name, "--outptu", "x"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith(f"eyechart {name}: no such option '--outptu'")
    assert told.endswith(f"(see eyechart {name} --help)\n")
    assert len(told.splitlines()) == 1


def test_no_command_at_all_shows_the_help(tmp_path: Path) -> None:
    done = run(cwd=tmp_path)
    assert "Usage: eyechart" in done.stdout + done.stderr
    assert "  compare " in done.stdout + done.stderr


def test_a_plan_is_shown(tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text(SPEC)
    done = run("plan", "spec.toml", cwd=tmp_path)
    assert done.returncode == 0
    assert "colour     instructed  3" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("spec-")
    assert ": 2 stimuli; " in done.stdout.splitlines()[-1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_told(tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text(SPEC)
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "eyechart", "plan", "spec.toml"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("eyechart: No space left on device")
    assert "Traceback" not in done.stderr
