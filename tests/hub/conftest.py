"""A hub, the commands that talk to it, and two small corpora."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from localhub import Hub
from localhub.server import TOKEN

from eyechart.generator import render as rendering
from eyechart.generator.corpus.verified import write_verified
from eyechart.generator.spec import read_spec
from eyechart.generator.verify import verify

ROOT = Path(__file__).parents[2]
SPEC = """\
name = "tiny"
seed = {seed}
per_cell = 1
layouts = ["quote_card"]
[dimensions.colour]
roles = ["instructed"]
tiers = [3, 6]
[dimensions.position]
roles = ["bystander"]
tiers = [5]
[controls]
flawless = 2
unedited = 1
identity = 1
"""


def _rendered(folder: Path, seed: int) -> Path:
    folder.mkdir(parents=True)
    (folder.parent / "tiny.toml").write_text(SPEC.format(seed=seed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rendering, "ROWS", 3)
        spec = read_spec(str(folder.parent / "tiny.toml"))
        rendering.render(spec, folder, workers=1)
    write_verified(folder, verify(folder, workers=1))
    return folder


@pytest.fixture(scope="session")
def proven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A verified corpus; not to be changed."""
    return _rendered(tmp_path_factory.mktemp("first") / "tiny", 1)


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another verified corpus; not to be changed."""
    return _rendered(tmp_path_factory.mktemp("second") / "tiny", 2)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    made = Hub(tmp_path / "hub")
    yield made
    made.close()


Run = Callable[..., subprocess.CompletedProcess[str]]


def surroundings(url: str, home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a client that knows no other hub."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("HF_", "HUGG"))}
    return {
        **kept,
        "HF_ENDPOINT": url,
        "HF_HOME": str(home),
        "HF_TOKEN": TOKEN,
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
        "PYTHONPATH": str(ROOT),
        **more,
    }


@pytest.fixture
def begin(hub: Hub, tmp_path: Path) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Start Python with arguments, in reach of the hub alone."""
    started = []

    def start(*arguments: object, **more: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            env=surroundings(hub.url, tmp_path / "home", **more),
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def python(begin: Callable[..., "subprocess.Popen[str]"]) -> Run:
    """Run Python to its end."""

    def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
        process = begin(*arguments, **more)
        out, errors = process.communicate(timeout=240)
        return subprocess.CompletedProcess(arguments, process.returncode, out, errors)

    return run


@pytest.fixture
def eyechart(python: Run) -> Run:
    """Run a command of Eyechart to its end."""

    def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
        return python("-m", "eyechart", *arguments, **more)

    return run
