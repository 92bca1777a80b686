"""Specs: read strictly, told apart by what they say."""

from pathlib import Path

import pytest

from eyechart.generator.dimensions import dimensions
from eyechart.generator.errors import SpecError
from eyechart.generator.page.layout import layout_names
from eyechart.generator.spec import (
    EDITS,
    Asked,
    Spec,
    preset_names,
    read_spec,
    read_spec_file,
)
from eyechart.generator.stimulus import CONTROLS, ROLES, TIERS

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
    assert spec.controls == {"flawless": 4, "unedited": 0, "identity": 0, "sham": 0}
    assert spec.canvas is None
    assert spec.dimensions["colour"].counts == {
        "instructed": (2, 2),
        "bystander": (2, 2),
    }
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
        ("flawless = 4", "flawless = 4\nsham = 1"),
        ("seed = 1", "seed = 1\ncanvas = [512, 512]"),
        ("tiers = [4, 2]", "tiers = [4, 2]\nper_cell = 3"),
        ("tiers = [4, 2]", "tiers = [4, 2]\nstimuli = 11"),
        (", [6, 7]]", "]"),
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
        ("[6, 7]]", "[6, 7], [8, 9]]", "windows holds 7 pairs; allowed: 1 to 6"),
        ("[[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]]", "[]", "windows holds 0"),
        ('["colour", "position"]', '["colour"]', "edits = ['colour']; allowed: two"),
        ('"colour", ', '"color", ', "edits holds 'color', which is unknown"),
        (
            "flawless = 4",
            "flawles = 4",
            " [controls]: unknown key 'flawles'; did you mean 'flawless'?",
        ),
        ("flawless = 4", "flawless = -1", "flawless = -1 is outside 0 to 10000"),
        ("seed = 1", 'seed = 1\ndesign = "both"', "design = 'both' is unknown"),
        (
            "seed = 1",
            "seed = 1\ncanvas = [512, 32]",
            "canvas = 512x32; allowed: 64 to 4096 px a side",
        ),
        ("seed = 1", "seed = 1\ncanvas = [512]", "canvas = [512] has 1 numbers, not 2"),
        (
            '["colour", "position"]',
            '["colour", "blur"]',
            "edits holds 'blur', which is unknown",
        ),
        (
            "tiers = [4, 2]",
            "tiers = [4, 2]\nstimuli = 8\nper_cell = 2",
            " [colour]: has per_cell and stimuli; allowed: one of them",
        ),
        (
            "tiers = [4, 2]",
            "tiers = [4, 2]\nstimuli = 3",
            " [colour]: stimuli = 3; allowed: 4 to 40000, for 4 cells",
        ),
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


REST = "seed = 1\n{top}[dimensions.{name}]\n{asked}\n[controls]\n"


def asked_of(
    tmp_path: Path, name: str, asked: str, top: str = "per_cell = 2\n"
) -> Asked:
    return read(tmp_path, REST.format(top=top, name=name, asked=asked)).dimensions[name]


def test_windows_make_the_tiers(tmp_path: Path) -> None:
    asked = asked_of(tmp_path, "position", "windows = [[1, 2], [2, 3], [5, 8]]")
    assert asked.tiers == (1, 2, 3)
    assert asked.windows == ((1.0, 2.0), (2.0, 3.0), (5.0, 8.0))


def test_tiers_beyond_the_windows_are_told(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"tiers holds 2; allowed: 1$"):
        asked_of(tmp_path, "position", "windows = [[1, 2]]\ntiers = [2]")


def test_a_total_is_spread_evenly_the_first_cells_taking_the_rest(
    tmp_path: Path,
) -> None:
    asked = asked_of(
        tmp_path,
        "position",
        'stimuli = 14\ntiers = [1, 3, 5]\nroles = ["bystander", "instructed"]',
        top="",
    )
    assert asked.counts == {"instructed": (3, 3, 2), "bystander": (2, 2, 2)}


def test_a_crossed_total_is_a_number_of_whole_series(tmp_path: Path) -> None:
    top = 'design = "crossed"\n'
    two = 'roles = ["instructed", "bystander"]\ntiers = [1, 3, 5]\n'
    asked = asked_of(tmp_path, "position", two + "stimuli = 15", top=top)
    assert asked.counts == {"instructed": (3, 3, 3), "bystander": (2, 2, 2)}
    told = r"stimuli = 14; allowed: a multiple of 3, 6 to 60000, for 6 cells"
    with pytest.raises(SpecError, match=told):
        asked_of(tmp_path, "position", two + "stimuli = 14", top=top)


def test_a_dimension_may_have_its_own_number(tmp_path: Path) -> None:
    asked = asked_of(tmp_path, "position", "per_cell = 7\ntiers = [2]", top="")
    assert set(asked.counts.values()) == {(7,)}


def test_without_any_number_the_key_is_missing(tmp_path: Path) -> None:
    with pytest.raises(
        SpecError, match=r"key 'per_cell' \(a whole number\) is missing"
    ):
        asked_of(tmp_path, "position", "tiers = [2]", top="")


@pytest.mark.parametrize("name", sorted(dimensions()))
def test_refused_roles_are_told_with_the_reason(tmp_path: Path, name: str) -> None:
    entry = dimensions()[name]
    assert {*entry.roles, *entry.refused} == set(ROLES)
    for role, reason in entry.refused.items():
        with pytest.raises(SpecError) as caught:
            asked_of(tmp_path, name, f'roles = ["{role}"]')
        assert f"roles holds {role!r}, but {reason}; allowed: " in str(caught.value)


def degraded(name: str) -> int:
    asked = read_spec(name).dimensions.values()
    return sum(sum(row) for one in asked for row in one.counts.values())


def test_presets_are_as_large_as_they_say() -> None:
    assert degraded("smoke") == 432
    assert degraded("audit") == 3600
    assert degraded("thesis") == 634
    assert degraded("full") == 21_000
    assert sum(read_spec("thesis").controls.values()) == 255
    assert read_spec("audit").controls["flawless"] >= 300


def test_presets_hold_the_dimensions_they_say() -> None:
    twelve = set(read_spec("audit").dimensions)
    assert len(twelve) == 12
    assert set(read_spec("thesis").dimensions) == twelve
    assert set(read_spec("full").dimensions) == twelve | {"leading", "stretch"}
    for one in read_spec("audit").dimensions.values():
        assert one.tiers == TIERS
        assert min(min(row) for row in one.counts.values()) >= 20
    instructed = {n for n, one in dimensions().items() if one.edit is not None}
    assert set(read_spec("audit").edits) == instructed


def test_the_example_of_the_documentation_is_a_spec(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "specs.md"
    text = page.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]
    spec = read(tmp_path, text)
    assert spec.canvas == (1024, 768)
    assert spec.dimensions["rotation"].counts == {"incidental": (30, 30, 30)}
    assert spec.dimensions["opacity"].counts["instructed"] == (17, 17, 17, 17, 16, 16)
