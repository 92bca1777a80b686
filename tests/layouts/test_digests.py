"""No page changes unnoticed."""

import tomllib
from pathlib import Path
from typing import Final

import pytest

from eyechart.generator.drawing.canvas import pixel_digest
from eyechart.generator.page.draw import draw
from eyechart.generator.page.layout import layout, layout_names

PINNED: Final[dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("digests.toml").read_text(encoding="utf-8")
)


def test_pinned_layouts_exist() -> None:
    assert set(PINNED) <= set(layout_names())
    assert len(set(PINNED.values())) == len(PINNED) >= 6


@pytest.mark.parametrize("name", PINNED)
def test_first_page_is_as_pinned(name: str) -> None:
    assert pixel_digest(draw(layout(name).scenes[0])) == PINNED[name], (
        "if the change is intended, run: python tests/layouts/pin_digests.py"
    )
