"""The demo takes the judge that reads with it, where it is installed."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from eyechart.commands import demo


@pytest.mark.parametrize("installed", [True, False])
def test_the_demo_judges_with_what_is_there(
    installed: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    calls: list[tuple[str, ...]] = []

    def take_down(context: Any, name: str, *arguments: str) -> None:
        calls.append((name, *arguments))

    monkeypatch.setattr(demo, "_run", take_down)
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: name if installed else None
    )
    done = CliRunner().invoke(demo.command, ["-o", str(tmp_path)])
    assert done.exit_code == 0
    judges = [call[3] for call in calls if call[0] == "judge"]
    assert judges == ["simulated", "pixel"] + ["instrument"] * installed
    (fitted,) = [call for call in calls if call[0] == "fit"]
    assert (f"{tmp_path}/instrument.jsonl" in fitted) == installed
    assert ("pip install 'eyechart[instrument]'" in done.output) != installed
