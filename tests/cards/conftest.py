"""A verified corpus of seven stimuli, and judgements of it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from eyechart.generator.corpus.verified import write_verified
from eyechart.generator.render import render
from eyechart.generator.spec import read_spec
from eyechart.generator.verify import verify

SPEC = """\
name = "tiny"
seed = 1
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


@pytest.fixture(scope="session")
def proven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A verified corpus; not to be changed."""
    home = tmp_path_factory.mktemp("cards")
    (home / "tiny.toml").write_text(SPEC)
    folder = home / "tiny"
    render(read_spec(str(home / "tiny.toml")), folder, workers=1)
    write_verified(folder, verify(folder, workers=1))
    return folder


@pytest.fixture(scope="session")
def rows(proven: Path) -> list[dict[str, object]]:
    """The corpus' stimuli without pictures."""
    from eyechart.generator.corpus.reading import open_corpus

    found: list[dict[str, object]] = open_corpus(proven).metadata().to_pylist()
    return found


Write = Callable[[list[dict[str, object]]], Path]


@pytest.fixture
def judged(tmp_path: Path) -> Write:
    """Write rows as a judgement file."""

    def write(lines: list[dict[str, object]]) -> Path:
        path = tmp_path / "judge.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write


@pytest.fixture
def answers(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """One answer on every stimulus, as the card's lines write them."""
    return [
        {
            "stimulus_id": row["stimulus_id"],
            "pixels_sha256": row["pixels_sha256"],
            "judge": "a|judge <b>",
            "framing": "reference",
            "criterion": "difference",
            "score": row["kind"] == "degraded",
        }
        for row in rows
    ]
