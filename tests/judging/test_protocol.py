"""Protocols: contracts over the registry, and strict reading."""

from pathlib import Path

import pytest

from eyechart.generator.errors import SpecError, UnknownNameError
from eyechart.judging.protocol import (
    Protocol,
    load_protocol,
    protocol_names,
    read_protocol,
)

TEXT = """
title = "T"
framing = "instruction"
scale = [1, 3]
[[criteria]]
name = "one"
question = "One?"
anchors = ["a", "b", "c"]
[[criteria]]
name = "all"
question = "All?"
holistic = true
anchors = ["a", "b", "c"]
"""


@pytest.mark.parametrize("name", protocol_names())
def test_registered(name: str) -> None:
    protocol = load_protocol(name)
    assert protocol.name == name
    assert protocol.decomposed
    assert all(c.question.endswith("?") for c in protocol.criteria)


def test_the_audit_asks_four_decomposed_questions_and_a_holistic_one() -> None:
    protocol = load_protocol("audit")
    assert protocol.decomposed == (
        "instruction_following",
        "text_accuracy",
        "visual_consistency",
        "layout_preservation",
    )
    assert [c.name for c in protocol.criteria if c.holistic] == ["overall_quality"]
    assert (protocol.scale_min, protocol.scale_max) == (1, 5)


def test_the_reference_asks_whether_there_is_a_difference() -> None:
    difference, similarity = load_protocol("reference").criteria
    assert (difference.name, difference.boolean) == ("difference", True)
    assert (similarity.name, similarity.boolean) == ("similarity", False)


def _read(folder: Path, text: str) -> Protocol:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read_protocol(path)


def test_digest_changes_with_any_word(tmp_path: Path) -> None:
    first = _read(tmp_path, TEXT)
    assert first.digest() == _read(tmp_path, TEXT + "\n# note\n").digest()
    assert first.digest() != _read(tmp_path, TEXT.replace("One?", "1?")).digest()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[1, 3]", "[3, 1]", r"scale = \[3, 1\]; allowed: two whole numbers"),
        ("[1, 3]", "[1, 2.5]", r"scale = \[1, 2.5\]; allowed: two whole numbers"),
        ("[1, 3]", "[1, 4]", "anchors holds 3 sentences, not one for each of the 4"),
        ('"all"', '"one"', "criterion 'one' is named twice"),
        ('"One?"', '"One?"\nholistic = true', "has none that is decomposed"),
        ("instruction", "instructed", "did you mean 'instruction'"),
        ("question", "quest", "key 'question' .* is missing"),
        ("title", "titel = 1\ntitle", "unknown key 'titel'"),
        ("holistic", "boolean = true\nholistic", "unknown key 'anchors'"),
    ],
)
def test_each_mistake_has_its_sentence(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        _read(tmp_path, TEXT.replace(old, new, 1))
    assert str(tmp_path) in str(caught.value)


def test_unknown_name() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'audit'"):
        load_protocol("audits")
