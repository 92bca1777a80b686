"""Runs that are killed or interrupted lose nothing and ask nothing twice."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from eyechart.judging.judgement import Judgement, from_json

ROOT = Path(__file__).parents[2]
ERRORS, CONTROLS = 90, 10
STIMULI = ERRORS + 2 * CONTROLS
CONCURRENCY = 16

CHILD = f"""
import importlib.util, sys
from pathlib import Path

def load(name, file):
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

tests, port, path = sys.argv[1:]
conftest = load("conftest_of_judging", Path(tests) / "conftest.py")

from eyechart.judging.asking.judge import hosted
from eyechart.judging.asking.plan import plan_run
from eyechart.judging.hosted import Manner, run_hosted
from eyechart.judging.protocol import load_protocol
from eyechart.judging.sending.retry import Retry

rows = [conftest.pictured(f"e{{i:04}}", i) for i in range({ERRORS})]
rows += [
    conftest.pictured(f"{{kind}}{{i}}", {ERRORS} + 2 * i + k, kind)
    for i in range({CONTROLS})
    for k, kind in enumerate(("flawless", "unedited"))
]
corpus = conftest.PictureCorpus(rows)
judge = hosted(
    "openai:gpt-4o", load_protocol("audit"), base_url=f"http://127.0.0.1:{{port}}/v1"
)
report = run_hosted(
    plan_run(judge, corpus),
    corpus,
    Path(path),
    environment={{}},
    manner=Manner(
        concurrency={CONCURRENCY}, retry=Retry(tries=12, base=0.01, cap=0.1)
    ),
)
print(report.answered, report.kept, report.unanswered, report.stopped)
"""


def start(port: int, path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(Path(__file__).parent), str(port), str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


def answered(path: Path) -> int:
    beside = path.with_name(path.name + ".answers")
    return beside.read_bytes().count(b"\n") if beside.exists() else 0


def wait_for(process: "subprocess.Popen[str]", path: Path, goal: int) -> None:
    while process.poll() is None and answered(path) < goal:
        time.sleep(0.005)
    assert process.poll() is None, "ended before it could be disturbed"


def rows(path: Path) -> list[Judgement]:
    return [from_json(line, "f") for line in path.read_bytes().splitlines()]


def check_whole(path: Path, server: Any) -> None:
    """Every answer is there once, and is what the provider said."""
    found = rows(path)
    counts = Counter((row.stimulus_id, row.criterion) for row in found)
    assert len(counts) == STIMULI * 5
    assert set(counts.values()) == {1}
    assert {row.status for row in found} == {"ok"}
    assert len(server.replies) == STIMULI


@pytest.mark.skipif(sys.platform == "win32", reason="kills are told otherwise")
def test_three_kills_among_faults(provider: ModuleType, tmp_path: Path) -> None:
    path, kills = tmp_path / "f.jsonl", 3
    server = provider.Server(provider.rated(0.1), seconds=0.02)
    with provider.serving(server):
        for kill in range(kills):
            process = start(server.port, path)
            wait_for(process, path, (kill + 1) * STIMULI // (kills + 1))
            process.kill()
            process.communicate()
        process = start(server.port, path)
        told, _ = process.communicate()
        assert process.returncode == 0
        # As long as a line is written, it may be torn; it never is in the end.
        assert answered(path) >= STIMULI
        faults = sum(server.faults.values())
        assert server.requests - STIMULI - faults <= kills * CONCURRENCY
        check_whole(path, server)
        before = server.requests
        process = start(server.port, path)
        told, _ = process.communicate()
    assert told.split() == ["0", str(STIMULI), "0"]
    assert server.requests == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals are told otherwise")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_ends_what_it_began(
    number: signal.Signals, provider: ModuleType, tmp_path: Path
) -> None:
    path, server = tmp_path / "f.jsonl", provider.Server(seconds=0.2)
    with provider.serving(server):
        process = start(server.port, path)
        wait_for(process, path, 20)
        process.send_signal(number)
        told, _ = process.communicate()
        assert told.split()[-1] == "interrupted"
        assert 20 <= answered(path) == server.requests < STIMULI
        assert len(rows(path)) == 5 * server.requests
        process = start(server.port, path)
        process.communicate()
    assert server.requests == STIMULI
    check_whole(path, server)
