"""The command line ends bad input in one sentence and the right exit code."""

import subprocess
import sys
from pathlib import Path

import pytest


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
