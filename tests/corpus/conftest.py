"""A small corpus, rendered once in parts of four stimuli."""

import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from eyechart.generator import render as rendering
from eyechart.generator.plan import Plan, make_plan
from eyechart.generator.spec import Spec, read_spec

MINI = Path(__file__).parent / "mini.toml"
ROOT = Path(__file__).parents[2]

# Has no main guard on purpose, and plans nothing again.
SCRIPT = """\
import pathlib, pickle, sys
from eyechart.generator import render
from eyechart.generator.spec import read_spec

spec, plan, folder, workers = sys.argv[1:]
with open(plan, "rb") as file:
    plan = pickle.load(file)
render.make_plan = lambda spec, workers: plan
render.ROWS = 4
print("top level", flush=True)
tell = lambda done, total: print("done", done, flush=True)
spec, folder = read_spec(spec), pathlib.Path(folder)
render.render(spec, folder, workers=int(workers), progress=tell)
"""


@pytest.fixture(scope="session")
def spec() -> Spec:
    return read_spec(str(MINI))


@pytest.fixture(scope="session")
def plan(spec: Spec) -> Plan:
    return make_plan(spec)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch, plan: Plan) -> None:
    """Let `render` make parts of four stimuli of the plan made once."""
    monkeypatch.setattr(rendering, "ROWS", 4)
    monkeypatch.setattr(rendering, "make_plan", lambda spec, workers: plan)


@pytest.fixture(scope="session")
def rendered(spec: Spec, plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus of an uninterrupted run; not to be changed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rendering, "ROWS", 4)
        patch.setattr(rendering, "make_plan", lambda spec, workers: plan)
        folder = tmp_path_factory.mktemp("corpus") / "mini"
        return rendering.render(spec, folder, workers=1)


@pytest.fixture
def copy(rendered: Path, tmp_path: Path) -> Path:
    """A copy of the corpus that may be spoilt."""
    return Path(shutil.copytree(rendered, tmp_path / "copy"))


def _files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="session")
def files_of() -> Callable[[Path], dict[str, bytes]]:
    """Return what makes two corpora equal: every byte of every file."""
    return _files_of


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(plan: Plan, tmp_path: Path) -> Start:
    """Start a script, in a process of its own, that renders the corpus."""
    stored, script = tmp_path / "plan.pickle", tmp_path / "script.py"
    stored.write_bytes(pickle.dumps(plan))
    script.write_text(SCRIPT, encoding="utf-8")

    def begin(folder: Path, workers: int) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, script, MINI, stored, folder, str(workers)],
            env={"PYTHONPATH": str(ROOT), "PATH": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return begin
