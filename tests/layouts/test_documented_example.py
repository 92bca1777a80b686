"""The example in the documentation is a layout."""

import importlib
import re
import tomllib
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from eyechart.generator.page import plates
from eyechart.generator.page.draw import draw, draw_ground
from eyechart.generator.page.layout import Layout, read_layout
from eyechart.generator.page.setting import box
from eyechart.generator.page.texture import plate_kinds, read_plate, texture
from eyechart.generator.read import Table

PAGE: Final = Path(__file__).parents[2] / "docs" / "layouts.md"


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Layout:
    block = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    path = tmp_path_factory.mktemp("layouts") / "ticket.toml"
    path.write_text(block[1], encoding="utf-8")
    return read_layout(path)


def test_example_is_read_as_annotated(example: Layout) -> None:
    assert example.name == "ticket"
    assert len(example.scenes) == 3
    assert example.editable == (
        "artist",
        "doors",
        "seats.1.row",
        "seats.1.price",
        "seats.2.row",
        "seats.2.price",
    )
    first = example.scenes[0]
    assert first.run("doors").text == "Doors open at 19.30"
    assert first.run("doors").colour == (0x9A, 0x4A, 0x1F)
    assert first.run("seats.2.price").y == first.run("seats.1.price").y + 48


def test_example_is_aligned_as_annotated(example: Layout) -> None:
    for scene in example.scenes:
        left, _, right, _ = box(scene.run("artist"))
        assert (left + right) / 2 == pytest.approx(448, abs=2)
        ends = [box(scene.run(f"seats.{row}.price"))[2] for row in (1, 2)]
        assert ends == pytest.approx([616, 616], abs=2)


def test_example_draws(example: Layout) -> None:
    for scene in example.scenes:
        assert (draw(scene) != draw_ground(scene)).any()


def test_documented_plates_are_read_and_drawn() -> None:
    blocks = re.findall(
        r"```toml\n(\[plate\]\n.*?)```", PAGE.read_text("utf-8"), re.DOTALL
    )
    found = [
        read_plate(Table(tomllib.loads(block)["plate"], str(PAGE))) for block in blocks
    ]
    assert [plate.kind for plate in found] == ["mesh", "photograph"]
    for plate in found:
        assert len(np.unique(texture(plate, 896, 672).reshape(-1, 3), axis=0)) > 100


def test_every_key_of_a_plate_is_documented() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## Plates")[2]
    for name in plate_kinds():
        start = section.index(f"| `{name}` |")
        rows = section[start:].split("\n| `")[0]
        documented = set(re.findall(r"\| `(\w+)` \|", rows)) - {name}
        module = importlib.import_module(f"{plates.__name__}.{name}")
        source = Path(module.__file__ or "").read_text(encoding="utf-8")
        read = set(re.findall(r'table\.\w+\(\s*"(\w+)"', source))
        read |= {"colours"} if "read_colours(table" in source else set()
        assert documented == read, name
