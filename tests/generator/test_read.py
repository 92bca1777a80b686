"""Strict TOML: each wrong thing is one sentence."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eyechart.generator.errors import SpecError
from eyechart.generator.read import Table, read_toml

Reads = Callable[[Table], object]


def read(tmp_path: Path, content: str | bytes) -> Table:
    path = tmp_path / "a.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_toml(path)


def test_values_come_out_typed(tmp_path: Path) -> None:
    table = read(
        tmp_path,
        """
        text = "é"
        whole = 3
        flag = false
        list = ["a", "b"]
        pairs = [[1, 2.5], [3, 4]]
        rows = [["a", "b"], ["c", ""]]
        [inner]
        number = 2
        [[many]]
        x = 1
        [[many]]
        x = 2
        """,
    )
    assert table.text("text") == "é"
    assert table.integer("whole", low=3, high=3) == 3
    assert table.flag("flag") is False
    assert table.texts("list") == ("a", "b")
    assert table.pairs("pairs") == ((1.0, 2.5), (3.0, 4.0))
    assert table.rows("rows", 2) == (("a", "b"), ("c", ""))
    number = table.table("inner").number("number")
    assert number == 2.0
    assert isinstance(number, float)
    assert [one.integer("x") for one in table.tables("many")] == [1, 2]
    assert table.keys()[0] == "text"
    table.done()


def test_a_byte_order_mark_is_no_part_of_the_first_key(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbfa = 1").integer("a") == 1


def test_defaults_are_used_only_for_missing_keys() -> None:
    table = Table({"a": 0, "b": ""}, "here")
    assert table.integer("a", 5) == 0
    assert table.text("b", "x") == ""
    assert table.integer("c", 5) == 5
    assert table.texts("d", ("x",)) == ("x",)
    assert table.pairs("e", ((1.0, 2.0),)) == ((1.0, 2.0),)
    assert table.integers("f", (1, 2)) == (1, 2)


WRONG: list[tuple[dict[str, Any], Reads, str]] = [
    ({}, lambda t: t.text("a"), "here: key 'a' (a string) is missing"),
    ({"a": 1}, lambda t: t.text("a"), "here: a = 1 is not a string"),
    ({"a": True}, lambda t: t.integer("a"), "here: a = True is not a whole number"),
    ({"a": 1.0}, lambda t: t.integer("a"), "here: a = 1.0 is not a whole number"),
    ({"a": True}, lambda t: t.number("a"), "here: a = True is not a number"),
    ({"a": "1"}, lambda t: t.number("a"), "here: a = '1' is not a number"),
    ({"a": 1}, lambda t: t.flag("a"), "here: a = 1 is not true or false"),
    ({"a": "x"}, lambda t: t.texts("a"), "here: a = 'x' is not a list of strings"),
    ({"a": ["x", 1]}, lambda t: t.texts("a"), "here: a holds 1, not a string"),
    (
        {"a": ["x", "x"]},
        lambda t: t.texts("a"),
        "here: a = ['x', 'x'] names something twice",
    ),
    (
        {"a": ["reed"]},
        lambda t: t.texts("a", allowed=("red", "blue")),
        "here: a holds 'reed', which is unknown; did you mean 'red'? "
        "(allowed: red, blue)",
    ),
    (
        {"a": "reed"},
        lambda t: t.text("a", allowed=("red",)),
        "here: a = 'reed' is unknown; did you mean 'red'? (allowed: red)",
    ),
    ({"a": "\ud800"}, lambda t: t.text("a"), "here: a holds a lone surrogate"),
    ({"a": 0}, lambda t: t.integer("a", low=1), "here: a = 0 is outside 1 to inf"),
    (
        {"a": 9.5},
        lambda t: t.number("a", high=9.0),
        "here: a = 9.5 is outside -inf to 9.0",
    ),
    (
        {"a": float("nan")},
        lambda t: t.number("a"),
        "here: a = nan is not a finite number",
    ),
    (
        {"a": [1, float("inf")]},
        lambda t: t.numbers("a"),
        "here: a holds inf, not a finite number",
    ),
    (
        {"a": [1, True]},
        lambda t: t.numbers("a"),
        "here: a holds True, not a finite number",
    ),
    (
        {"a": 10**400},
        lambda t: t.number("a"),
        "here: a holds a whole number too large to be a float",
    ),
    (
        {"a": [10**400]},
        lambda t: t.numbers("a"),
        "here: a holds a whole number too large to be a float",
    ),
    (
        {"a": [1]},
        lambda t: t.numbers("a", length=2),
        "here: a = [1] has 1 numbers, not 2",
    ),
    (
        {"a": [1.5]},
        lambda t: t.integers("a"),
        "here: a holds 1.5, not a whole number",
    ),
    ({"a": [1]}, lambda t: t.pairs("a"), "here: a = 1 is not a list of numbers"),
    (
        {"a": [[1, 2, 3]]},
        lambda t: t.pairs("a"),
        "here: a = [1, 2, 3] has 3 numbers, not 2",
    ),
    ({"a": ["x"]}, lambda t: t.rows("a", 1), "here: a holds 'x', not strings"),
    ({"a": [[1]]}, lambda t: t.rows("a", 1), "here: a holds [1], not strings"),
    (
        {"a": [["x"]]},
        lambda t: t.rows("a", 2),
        "here: a holds ['x'] of 1 cells, not 2",
    ),
    ({"a": []}, lambda t: t.table("a"), "here: a = [] is not a table"),
    ({"a": [1]}, lambda t: t.tables("a"), "here: a holds 1, not a table"),
    (
        {"a": {"b": "x"}},
        lambda t: t.table("a").integer("b"),
        "here [a]: b = 'x' is not a whole number",
    ),
    (
        {"a": [{}, {}]},
        lambda t: t.tables("a")[1].text("b"),
        "here [[a]] number 2: key 'b' (a string) is missing",
    ),
]


@pytest.mark.parametrize(("values", "reads", "told"), WRONG)
def test_wrong_values_are_told(values: dict[str, Any], reads: Reads, told: str) -> None:
    with pytest.raises(SpecError) as caught:
        reads(Table(values, "here"))
    assert str(caught.value) == told


def test_a_misspelt_key_is_refused() -> None:
    table = Table({"per_cel": 3}, "here")
    table.integer("per_cell", 1)
    with pytest.raises(SpecError) as caught:
        table.done()
    assert str(caught.value) == (
        "here: unknown key 'per_cel'; did you mean 'per_cell'? (allowed: per_cell)"
    )


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(b"a = '\xff'", "is not UTF-8 at byte 5", id="latin-1"),
        pytest.param("a = \n", "is not TOML: Invalid value", id="syntax"),
        pytest.param("a = 1\na = 2", "is not TOML: Cannot overwrite", id="twice"),
        pytest.param('a = "\\ud800"', "is not TOML", id="surrogate"),
        pytest.param("a = " + "9" * 5000, "is not TOML", id="digits without end"),
        pytest.param(
            "a = " + "[" * 5000 + "]" * 5000,
            "is not TOML: it is nested too deeply",
            id="nested",
        ),
    ],
)
def test_files_that_are_none_are_told(
    tmp_path: Path, content: str | bytes, told: str
) -> None:
    with pytest.raises(SpecError) as caught:
        read(tmp_path, content)
    assert str(caught.value).startswith(f"{tmp_path / 'a.toml'}: {told}")


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_files_that_cannot_be_read_are_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(SpecError, match="cannot be read") as caught:
        read_toml(tmp_path / name)
    assert str(tmp_path) in str(caught.value)
