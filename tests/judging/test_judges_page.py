"""What docs/judges.md shows works as shown."""

import json
import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from eyechart.commands.judge import command
from eyechart.generator.errors import SpecError, UnknownNameError
from eyechart.judging.judgement import from_json
from eyechart.judging.observers import simulated as module
from eyechart.judging.observers.pixel import STEPS
from eyechart.judging.protocol import load_protocol, protocol_names
from eyechart.judging.runner import Questions, run
from eyechart.judging.sending.prices import Prices, read_prices
from eyechart.judging.simulation.settings import Cell, Settings, read_settings

PAGE = (Path(__file__).parents[2] / "docs" / "judges.md").read_text("utf-8")


def block(language: str, start: str = "") -> str:
    found = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    (text,) = [one for one in found if one.startswith(start)]
    return text


def test_the_shown_row_is_a_judgement_as_written() -> None:
    row = from_json(block("json").strip(), "docs/judges.md")
    assert row.to_json() == block("json").strip()


def test_the_shown_settings_are_the_defaults_and_one_exception(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text(block("toml", "seed"), encoding="utf-8")
    cell = Cell(
        dimension="position",
        role="instructed",
        framing="instruction",
        onset=9.0,
        width=1.2,
    )
    assert read_settings(path) == Settings(cells=(cell,))


def test_the_page_names_every_key_and_step() -> None:
    names = json.loads(block("json"))
    assert all(f"`{name}`" in PAGE for name in names)
    assert all(f"| {step:g} |" in PAGE for step in STEPS)


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the judge of the page, as if it were a file beside the others."""
    name = module.__name__.replace("simulated", "kind")
    made = types.ModuleType(name)
    made.__package__ = module.__package__
    monkeypatch.setitem(sys.modules, name, made)
    exec(compile(block("python"), "docs/judges.md", "exec"), made.__dict__)
    return made.OBSERVER


def test_the_shown_judge_judges(
    kind: Any, mixed: Any, make_corpus: Any, tmp_path: Path
) -> None:
    path = tmp_path / "f.jsonl"
    questions = Questions(framings=("instruction",))
    run(kind.open(None, None), make_corpus(mixed), path, questions=questions)
    rows = [from_json(line, "f") for line in path.read_bytes().splitlines()]
    assert {(row.judge, row.score) for row in rows} == {("kind", 5)}
    assert len(rows) == 8


def test_the_shown_judge_refuses_what_it_cannot_use(
    kind: Any, mixed: Any, make_corpus: Any, tmp_path: Path
) -> None:
    with pytest.raises(SpecError, match="takes neither settings nor a seed"):
        kind.open("x", None)
    with pytest.raises(UnknownNameError, match=r"does not answer under .* 'reference'"):
        run(kind.open(None, None), make_corpus(mixed), tmp_path / "f.jsonl")


def test_the_shown_prices_are_prices(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(block("toml", "currency"), encoding="utf-8")
    prices = read_prices(path, "gpt-4o")
    assert prices == Prices(input=2.5, output=10.0, currency="USD")


def test_the_page_names_every_protocol_and_option() -> None:
    for name in protocol_names():
        low, high = load_protocol(name).scale_min, load_protocol(name).scale_max
        (line,) = [one for one in PAGE.splitlines() if one.startswith(f"| `{name}` |")]
        assert f" {load_protocol(name).framing} " in line
        assert name == "pairwise" or f"{low} to {high}" in line
    options = {o for p in command.params for o in p.opts if o.startswith("--")}
    told_elsewhere = {"--judge", "--output", "--framing"}
    assert [o for o in options - told_elsewhere if f"`{o}" not in PAGE] == []
