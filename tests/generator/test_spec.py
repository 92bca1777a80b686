"""Specs: read strictly, told apart by what they say."""

from pathlib import Path

import pytest

from eyechart.generator.dimensions import dimensions
from eyechart.generator.errors import SpecError
from eyechart.generator.page.layout import layout_names
from eyechart.generator.spec import (
    EDITS,
    Spec,
    preset_names,
    read_spec,
    read_spec_file,
)
from eyechart.generator.stimulus import CONTROLS, TIERS

GOOD = """\
seed = 1
per_cell = 2
layouts = ["invoice", "quote_card"]
edits = ["colour", "position"]

[dimensions.colour]
tiers = [4, 2]
roles = ["bystander", "instructed"]

[dimensions.position]
windows = [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]]

[controls]
flawless = 4
"""


def read(tmp_path: Path, text: str) -> Spec:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read_spec_file(path)


def test_a_good_spec_is_read(tmp_path: Path) -> None:
    spec = read(tmp_path, GOOD)
    assert (spec.name, spec.seed, spec.per_cell) == ("mine", 1, 2)
    assert spec.design == "independent"
    assert spec.layouts == ("invoice", "quote_card")
    assert spec.dimensions["colour"].tiers == (2, 4)
    assert spec.dimensions["colour"].roles == ("instructed", "bystander")
    assert spec.dimensions["colour"].windows == dimensions()["colour"].windows
    assert spec.dimensions["position"].tiers == TIERS
    assert spec.dimensions["position"].windows[0] == (1.0, 2.0)
    assert spec.controls == {"flawless": 4, "unedited": 0, "identity": 0}
    assert spec.text == GOOD


def test_what_is_not_said_has_fixed_defaults(tmp_path: Path) -> None:
    text = "seed = 0\nper_cell = 1\n[dimensions.scale]\n[controls]\n"
    spec = read(tmp_path, text)
    assert spec.edits == EDITS
    assert spec.layouts == layout_names()
    assert set(spec.controls) == set(CONTROLS)


def test_comments_and_order_leave_the_digest_alone(tmp_path: Path) -> None:
    first = read(tmp_path, GOOD)
    second = read(tmp_path, "# mine\nper_cell = 2\n" + GOOD.replace("per_cell = 2", ""))
    assert first.digest() == second.digest()
    assert first.version == f"mine-{first.digest()[:12]}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seed = 1", "seed = 2"),
        ("seed = 1", 'seed = 1\nname = "yours"'),
        ("seed = 1", 'seed = 1\ndesign = "crossed"'),
        ("per_cell = 2", "per_cell = 3"),
        ('"invoice", ', ""),
        ('"colour", "position"]', '"position", "colour"]'),
        ("[4, 2]", "[4]"),
        ('"bystander", ', ""),
        ("[[1, 2]", "[[1.5, 2]"),
        ("flawless = 4", "flawless = 5"),
    ],
)
def test_whatever_is_said_moves_the_digest(tmp_path: Path, old: str, new: str) -> None:
    assert GOOD.count(old) == 1
    changed = read(tmp_path, GOOD.replace(old, new))
    assert changed.digest() != read(tmp_path, GOOD).digest()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seed = 1", "", "key 'seed' (a whole number) is missing"),
        ("seed = 1", "seed = -1", "seed = -1 is outside 0 to inf"),
        ("seed = 1", "seed = nan", "seed = nan is not a whole number"),
        ("per_cell = 2", "per_cell = 0", "per_cell = 0 is outside 1 to 10000"),
        ("per_cell = 2", "per_cell = true", "per_cell = True is not a whole number"),
        (
            "per_cell = 2",
            "per_cel = 2\nper_cell = 2",
            "unknown key 'per_cel'; did you mean 'per_cell'?",
        ),
        (
            '"invoice"',
            '"invoce"',
            "layouts holds 'invoce', which is unknown; did you mean 'invoice'?",
        ),
        ('"invoice", ', '"quote_card", ', "names something twice"),
        ('["invoice", "quote_card"]', "[]", "layouts is empty; allowed: "),
        (
            "[dimensions.colour]",
            "[dimensions.color]",
            " [dimensions]: unknown dimension 'color'; did you mean 'colour'?",
        ),
        ("[4, 2]", "[4, 7]", " [colour]: tiers holds 7; allowed: 1 to 6"),
        ("[4, 2]", "[4, 2.5]", " [colour]: tiers holds 2.5, not a whole number"),
        ("[4, 2]", "[4, 4]", "tiers = [4, 4]; allowed: each of 1 to 6 at most once"),
        ("[4, 2]", "[]", "tiers = []; allowed: each of 1 to 6 at most once"),
        (
            '["bystander", "instructed"]',
            "[]",
            " [colour]: roles is empty; allowed: instructed, incidental, bystander",
        ),
        (
            '"bystander"',
            '"by-stander"',
            "roles holds 'by-stander', which is unknown; did you mean 'bystander'?",
        ),
        (
            "[[1, 2]",
            "[[2, 1]",
            " [position]: window of tier 1 is [2, 1]; "
            "allowed: two positive numbers, the smaller one first",
        ),
        ("[[1, 2]", "[[0, 2]", "window of tier 1 is [0, 2]; allowed: two positive"),
        ("[[1, 2]", "[[1, inf]", "windows holds inf, not a finite number"),
        (
            "[2, 3]",
            "[1.5, 3]",
            "window of tier 2 starts at 1.5, inside that of tier 1; allowed: 2 or more",
        ),
        (", [6, 7]", "", "windows holds 5 pairs; allowed: 6"),
        ('["colour", "position"]', '["colour"]', "edits = ['colour']; allowed: two"),
        ('"colour", ', '"color", ', "edits holds 'color', which is unknown"),
        (
            "flawless = 4",
            "flawles = 4",
            " [controls]: unknown key 'flawles'; did you mean 'flawless'?",
        ),
        ("flawless = 4", "flawless = -1", "flawless = -1 is outside 0 to 10000"),
        ("seed = 1", 'seed = 1\ndesign = "both"', "design = 'both' is unknown"),
    ],
)
def test_wrong_specs_are_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(SpecError) as caught:
        read(tmp_path, GOOD.replace(old, new, 1))
    message = str(caught.value)
    assert message.startswith(str(tmp_path / "mine.toml"))
    assert told in message
    assert "\n" not in message


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_specs(name: str) -> None:
    spec = read_spec(name)
    assert spec.name == name
    assert set(spec.dimensions) <= set(dimensions())


def test_an_unknown_preset_is_told() -> None:
    with pytest.raises(SpecError) as caught:
        read_spec("smok")
    assert "'smok' is no preset and no TOML file; did you mean 'smoke'?" in str(
        caught.value
    )


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"gone\.toml: cannot be read \(No such file"):
        read_spec(str(tmp_path / "gone.toml"))


def test_a_path_needs_no_ending(tmp_path: Path) -> None:
    path = tmp_path / "spec"
    path.write_text(GOOD, encoding="utf-8")
    assert read_spec(str(path)).per_cell == 2


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('name = "a\\nb"', "allowed: up to 60 letters"),
        ('name = ""', "allowed: up to 60 letters"),
    ],
)
def test_names_fit_files_and_cards(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "spec.toml"
    path.write_text(
        f"{line}\nseed = 1\nper_cell = 1\n[dimensions.colour]\n[controls]\n"
    )
    with pytest.raises(SpecError, match=told):
        read_spec_file(path)


def test_a_spec_asks_for_something(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    path.write_text("seed = 1\nper_cell = 1\n[dimensions]\n[controls]\n")
    with pytest.raises(SpecError, match="asks for no stimuli"):
        read_spec_file(path)


def test_windows_stay_within_what_rulers_can_tell(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    windows = "[[1e-9, 2e-9], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6]]"
    path.write_text(
        "seed = 1\nper_cell = 1\n[dimensions.position]\n"
        f"windows = {windows}\n[controls]\n"
    )
    with pytest.raises(
        SpecError, match=r"window of tier 1 .* allowed: 0\.1 to 5000 px"
    ):
        read_spec_file(path)
