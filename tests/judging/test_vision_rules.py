"""The rules as data, and strict reading of them."""

import datetime
from pathlib import Path

import pytest

from eyechart.generator.errors import SpecError
from eyechart.judging.vision.resizing import Area, Patch, SmartResize, Tile
from eyechart.judging.vision.rule import find_rule, read_rules, rules

TEXT = """
[[rules]]
name = "one"
provider = "P"
models = ["m"]
detail = []
kind = "patch"
limits = { fit = 2048, patches = 2500 }
source = "https://example.org/vision"
read = "2026-11-30"
"""
PAGE = Path(__file__).parents[2] / "docs" / "resizing.md"


@pytest.mark.parametrize("name", rules())
def test_registered(name: str) -> None:
    rule = find_rule(name)
    assert rule.name == name
    assert rule.models
    assert rule.source.startswith("https://")
    assert rule.read >= datetime.date(2026, 1, 1)
    assert f"`{name}`" in PAGE.read_text("utf-8")


def test_limits_arrive_where_they_belong() -> None:
    assert find_rule("openai-tile-high").resize == Tile(fit=2048, short_side=768)
    assert find_rule("openai-tile-low").resize == Tile(fit=512, short_side=None)
    assert find_rule("openai-gpt-5.5-high").resize == Patch(fit=2048, patches=2500)
    assert find_rule("openai-gpt-5.6-original").resize == Patch(fit=65535, patches=None)
    assert find_rule("claude-4.7").resize == Area(
        edge=2576, patches=4784, refused_edge=8000
    )
    assert find_rule("qwen3-vl").resize == SmartResize(
        factor=32, min_pixels=4 * 32**2, max_pixels=16384 * 32**2
    )


def test_no_two_rules_hold_for_one_setting() -> None:
    seen = set()
    for rule in rules().values():
        for model in rule.models:
            for detail in rule.detail or ("",):
                assert (rule.provider, model, detail) not in seen
                seen.add((rule.provider, model, detail))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"patch"', '"patches"', "kind = 'patches' is unknown; did you mean 'patch'"),
        ("fit = 2048", "fits = 2048", "key 'fit' .* is missing; is 'fits' meant"),
        ("patches = 2500", "patch = 2500", "unknown key 'patch'; allowed: fit"),
        ("fit = 2048", "fit = 0", "fit = 0 is outside 1 to inf"),
        ("https:", "http:", "source = .* is not an address"),
        ("2026-11-30", "last week", "read = 'last week' is not a date"),
        ("detail = []", "details = []", "key 'detail' .* is missing"),
        ('provider = "P"', 'provider = "P"\nx = 1', "unknown key 'x'"),
        ("[[rules]]", "x = 1\n[[rules]]", "unknown key 'x'"),
        (
            'kind = "patch"\nlimits = { fit = 2048, patches = 2500 }',
            'kind = "smart_resize"\n'
            "limits = { factor = 28, min_pixels = 9, max_pixels = 8 }",
            "max_pixels = 8 is outside 9 to inf",
        ),
        (
            'kind = "patch"',
            'kind = "unpublished"',
            "unknown key 'fit'; allowed: nothing",
        ),
    ],
)
def test_strict(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    assert old in TEXT
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SpecError, match=message):
        read_rules(path)


def test_a_name_is_given_once(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(TEXT + TEXT, encoding="utf-8")
    with pytest.raises(SpecError, match=r"number 2: the name 'one' is taken"):
        read_rules(path)
