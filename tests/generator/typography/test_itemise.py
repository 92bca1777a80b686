"""Items: one script and direction each; what cannot be set is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.generator.errors import TextError
from eyechart.generator.typography.ignorable import ignorable
from eyechart.generator.typography.itemise import itemise


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("", []),
        ("   ", [("   ", "Latn")]),
        ("(12) Total", [("(12) Total", "Latn")]),
        ("Total: 合計 12", [("Total: ", "Latn"), ("合計 12", "Hani")]),
        ("かなカナ", [("かな", "Hira"), ("カナ", "Kana")]),
        ("x\u0301合", [("x\u0301", "Latn"), ("合", "Hani")]),
        ("o\u061cx", [("o\u061cx", "Latn")]),
        ("Ελλάδα", [("Ελλάδα", "Grek")]),
    ],
)
def test_items(text: str, items: list[tuple[str, str]]) -> None:
    assert [(item.text, item.script) for item in itemise(text)] == items


def test_right_to_left_items_come_in_visual_order() -> None:
    arabic, hebrew = "سلام ", "שלום"
    items = itemise(arabic + hebrew)
    assert [item.text for item in items] == [hebrew, arabic]
    assert {item.direction for item in items} == {"RTL"}
    assert [item.start for item in items] == [5, 0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\tb", "control character U+0009 at 1 cannot be typeset"),
        ("a\nb", "control character U+000A at 1 cannot be typeset"),
        ("a\x00", "control character U+0000 at 1 cannot be typeset"),
        ("a\x7fb", "control character U+007F at 1 cannot be typeset"),
        ("a\u0085b", "control character U+0085 at 1 cannot be typeset"),
        ("ab\u2028", "control character U+2028 at 2 cannot be typeset"),
        ("ab\u2029", "control character U+2029 at 2 cannot be typeset"),
        ("a\ud83d", "control character U+D83D at 1 cannot be typeset"),
        ("a\u202eb", "U+202E (RIGHT-TO-LEFT OVERRIDE) at 1 turns the direction"),
        ("a\u2067b", "U+2067 (RIGHT-TO-LEFT ISOLATE) at 1 turns the direction"),
        ("\u0301a", "U+0301 (COMBINING ACUTE ACCENT) at 0 is a mark without a base"),
        ("a\u093f", "U+093F (DEVANAGARI VOWEL SIGN I) at 1 is a mark without a base"),
        ("سلام abc", "mixes right-to-left and left-to-right scripts"),
        ("abc שלום", "mixes right-to-left and left-to-right scripts"),
        ("سلام 50", "holds digits in a right-to-left run"),
        ("سلام ٥٠", "holds digits in a right-to-left run"),
    ],
)
def test_what_cannot_be_set_is_refused(text: str, told: str) -> None:
    with pytest.raises(TextError) as caught:
        itemise(text)
    assert told in str(caught.value)
    assert repr(text) in str(caught.value)


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"))))
def test_items_hold_every_character_once(text: str) -> None:
    try:
        items = itemise(text)
    except TextError:
        return
    ordered = sorted(items, key=lambda item: item.start)
    assert "".join(item.text for item in ordered) == text
    assert all(text[i.start : i.start + len(i.text)] == i.text for i in items)


def test_ignorable_characters() -> None:
    invisible = "\u00ad\u034f\u200b\u200c\u200d\u2060\ufe0f\ufeff\U000e0100"
    assert ignorable(invisible)
    for character in "a \u00a0\u0301\u3164\u2800\u0600":
        assert not ignorable(character)
    assert not ignorable("")
