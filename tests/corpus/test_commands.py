"""What the two commands print, and how they end."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from eyechart.commands.render import command as render_command
from eyechart.commands.verify import command as verify_command
from eyechart.generator import render as rendering
from eyechart.generator import verify as verifying
from eyechart.generator.corpus import verified
from eyechart.generator.errors import CorpusError
from eyechart.generator.files import FileWriteError

MINI = Path(__file__).parent / "mini.toml"


def test_render_and_verify(tmp_path, small_parts, copy):
    spec = str(copy / "spec.toml")
    done = CliRunner().invoke(render_command, [spec, "-o", str(copy)])
    assert (done.exit_code, done.stdout) == (0, f"rendered {copy}\n")
    done = CliRunner().invoke(verify_command, [str(copy), "--workers", "1"])
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    shown = [line.split()[0] for line in lines[:-1]]
    assert shown[0] == "axis"
    assert shown[1:] == sorted(shown[1:])
    assert {"colour", "position", "rotation", "scale", "unexplained"} < set(shown)
    assert lines[-1] == (
        "verified 19 stimuli (10 degraded, 4 flawless, 2 identity, 3 unedited), "
        f"{len(verifying.open_corpus(copy).places)} images"
    )


def test_verify_leaves_a_record(copy):
    done = CliRunner().invoke(verify_command, [str(copy), "--workers", "1"])
    assert done.exit_code == 0
    record = json.loads((copy / "verified.json").read_bytes())
    assert sum(record["kinds"].values()) == 19
    for path, digest in record["files"].items():
        assert hashlib.sha256((copy / path).read_bytes()).hexdigest() == digest
    assert len(record["files"]) == 2 + len(list(copy.rglob("*.parquet")))
    before = (copy / "verified.json").read_bytes()
    CliRunner().invoke(verify_command, [str(copy), "--workers", "1"])
    assert (copy / "verified.json").read_bytes() == before


def test_a_proof_that_cannot_be_kept_is_one(copy, monkeypatch):
    def refuse(path, content):
        raise FileWriteError(f"{path}: cannot be written")

    monkeypatch.setattr(verified, "write_whole", refuse)
    done = CliRunner().invoke(verify_command, [str(copy), "--workers", "1"])
    assert done.exit_code == 0
    assert "verified 19 stimuli" in done.stdout
    assert done.stderr.startswith("the proof is not recorded: ")


def _heed_interrupts():
    # Background jobs of a shell start with the signal ignored.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupted_process_ends_with_130(tmp_path):
    """Ctrl-C reaches every process of the terminal; one of them speaks."""
    folder = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "eyechart", "render", str(MINI), "-o", str(folder)],
        cwd=Path(__file__).parents[2],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_heed_interrupts,
    )
    while not (folder / "spec.toml").exists() and process.poll() is None:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == f"{folder}: interrupted; run the same command again to go on\n"


def _interrupt(*args, **options):
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["render", "verify"])
def test_interrupted(tmp_path, monkeypatch, name, copy):
    if name == "render":
        monkeypatch.setattr(rendering, "make_plan", _interrupt)
        arguments = [str(copy / "spec.toml"), "-o", str(copy)]
        done = CliRunner().invoke(render_command, arguments)
        said = f"{copy}: interrupted; run the same command again to go on\n"
    else:
        monkeypatch.setattr(verifying, "open_corpus", _interrupt)
        done = CliRunner().invoke(verify_command, [str(copy)])
        said = f"{copy}: interrupted; nothing was changed\n"
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", said)


def test_errors_are_left_to_the_group(tmp_path):
    done = CliRunner().invoke(verify_command, [str(tmp_path / "none")])
    assert isinstance(done.exception, CorpusError)


def test_workers_are_one_or_more(tmp_path):
    done = CliRunner().invoke(verify_command, [str(tmp_path), "--workers", "0"])
    assert done.exit_code == 2
    assert "--workers" in done.stderr
