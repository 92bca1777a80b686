"""Shaping: kerning, ligatures, marks, scripts, tracking, refusals."""

from collections.abc import Callable

import pytest

from eyechart.generator.errors import TextError
from eyechart.generator.paths import Path, joined
from eyechart.generator.typography import shape as module
from eyechart.generator.typography.fontbook import Axes
from eyechart.generator.typography.outline import glyph_outline
from eyechart.generator.typography.shape import Face, Line, shape, units_per_em

MakeFace = Callable[..., Face]


def indices(line: Line) -> list[int]:
    return [glyph.index for glyph in line.glyphs]


def test_pairs_are_kerned(make_face: MakeFace) -> None:
    face = make_face()
    alone = sum(shape(letter, face).advance for letter in "AVATAR")
    assert alone - shape("AVATAR", face).advance > 0.2


def test_a_number_has_the_published_advance(make_face: MakeFace) -> None:
    # Inter, wght 400, opsz 14: "o" 1241 and "x" 1059 of 2048 units.
    assert units_per_em("inter") == 2048
    assert shape("ox", make_face()).advance == pytest.approx(2300 / 2048, abs=0)


def test_ligatures_are_formed_without_tracking(make_face: MakeFace) -> None:
    assert len(shape("office", make_face("eb-garamond")).glyphs) == 4


@pytest.mark.parametrize("features", [(), ("liga",), ("dlig", "clig")])
def test_ligatures_come_apart_with_tracking(
    make_face: MakeFace, features: tuple[str, ...]
) -> None:
    face = make_face("eb-garamond", features=features, tracking=0.01)
    line = shape("office", face)
    apart = [shape(letter, make_face("eb-garamond")) for letter in "office"]
    assert indices(line) == [one.glyphs[0].index for one in apart]


@pytest.mark.parametrize("text", ["Harvest", "x\u0301y\u0302z", "o\u0301\u0323\u0308x"])
@pytest.mark.parametrize("tracking", [0.002, 0.1, 0.3, -0.05])
def test_tracking_goes_between_clusters_only(
    make_face: MakeFace, text: str, tracking: float
) -> None:
    loose = shape(text, make_face(tracking=tracking))
    # With the same ligatures off, so that only the gaps differ.
    tight = shape(text, make_face(tracking=1e-12))
    gaps = [one.x - two.x for one, two in zip(loose.glyphs, tight.glyphs, strict=True)]
    bases = [i for i, c in enumerate(text) if not 0x300 <= ord(c) < 0x370]
    assert indices(loose) == indices(tight)
    steps = sorted({round(gap / tracking) for gap in gaps})
    assert steps == list(range(len(bases)))
    grown = loose.advance - tight.advance
    assert grown == pytest.approx(tracking * (len(bases) - 1), abs=1e-9)


def test_marks_keep_their_place_on_the_base(make_face: MakeFace) -> None:
    places = []
    for tracking in (0.0, 0.05, 0.3):
        base, mark, after = shape("x\u0301z", make_face(tracking=tracking)).glyphs
        places.append((mark.x - base.x, mark.y - base.y))
        assert after.x > base.x
    assert places[0] == pytest.approx(places[1], abs=1e-12)
    assert places[0] == pytest.approx(places[2], abs=1e-12)
    assert places[0] != (0.0, 0.0)


def test_tracking_goes_between_items_too(make_face: MakeFace) -> None:
    tight, loose = (
        shape("a合b", make_face("eyechart-gothic-jp", tracking=tracking)).advance
        for tracking in (1e-12, 0.1)
    )
    assert loose - tight == pytest.approx(0.2, abs=1e-9)


INVISIBLE = "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufe0f\ufeff"


@pytest.mark.parametrize("character", INVISIBLE, ids=lambda c: f"U+{ord(c):04X}")
@pytest.mark.parametrize("tracking", [0.0, 0.1])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_invisible_characters_leave_no_trace(
    make_face: MakeFace, character: str, tracking: float, place: int
) -> None:
    face = make_face(tracking=tracking)
    text = "ox"[:place] + character + "ox"[place:]
    plain, line = shape("ox", face), shape(text, face)
    inked = [
        (glyph.index, pytest.approx(glyph.x, abs=1e-12))
        for glyph in line.glyphs
        if not glyph_outline(face.font, face.axes, glyph.index).empty
    ]
    assert inked == [(glyph.index, glyph.x) for glyph in plain.glyphs]
    assert line.advance == pytest.approx(plain.advance, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a漢", "U+6F22 (CJK UNIFIED IDEOGRAPH-6F22) at 0 of '漢'"),
        ("ab😀", "U+1F600 (GRINNING FACE) at 2 of 'ab😀'"),
        ("x\u1ab0y", "U+1AB0 (COMBINING DOUBLED CIRCUMFLEX ACCENT) at 1 of "),
        ("x\ufe0f\u20e3", "U+20E3 (COMBINING ENCLOSING KEYCAP) at 2 of "),
        ("x\U000f0000", "U+F0000 (unnamed) at 1 of "),
    ],
)
def test_a_missing_glyph_names_font_character_and_place(
    make_face: MakeFace, text: str, told: str
) -> None:
    with pytest.raises(TextError) as caught:
        shape(text, make_face())
    assert str(caught.value).startswith(f"font inter: has no glyph for {told}")


def test_decomposed_and_composed_letters_are_one(make_face: MakeFace) -> None:
    assert shape("e\u0301", make_face()) == shape("é", make_face())


def test_blank_space_is_no_missing_ink(make_face: MakeFace) -> None:
    line = shape("a\u00a0\u2009b", make_face())
    assert line.advance > shape("ab", make_face()).advance


def test_a_visible_character_without_ink_is_refused(
    make_face: MakeFace, monkeypatch: pytest.MonkeyPatch
) -> None:
    hollow = shape("x", make_face()).glyphs[0].index

    def outline(slug: str, axes: Axes, index: int) -> Path:
        return joined([]) if index == hollow else glyph_outline(slug, axes, index)

    monkeypatch.setattr(module, "glyph_outline", outline)
    module._drawn_blank.cache_clear()
    try:
        with pytest.raises(TextError) as caught:
            shape("ox", make_face())
    finally:
        module._drawn_blank.cache_clear()
    told = "font inter: U+0078 at 1 of 'ox' would be drawn without ink"
    assert str(caught.value) == told


def test_arabic_letters_take_their_joined_forms(make_face: MakeFace) -> None:
    face = make_face("noto-sans-arabic")
    word = set(indices(shape("سلم", face)))
    alone = {index for letter in "سلم" for index in indices(shape(letter, face))}
    assert word.isdisjoint(alone)


def test_arabic_runs_from_right_to_left(make_face: MakeFace) -> None:
    face = make_face("noto-sans-arabic")
    first, second = shape("دا", face), shape("اد", face)
    # Neither letter joins the one after it: the forms are the isolated ones.
    assert indices(first) == indices(second)[::-1]
    assert indices(first)[-1] == indices(shape("د", face))[0]


@pytest.mark.parametrize(
    ("slug", "text", "script"),
    [
        ("noto-sans-arabic", "سلام", "Arab"),
        ("noto-sans-devanagari", "हिन्दी", "Deva"),
    ],
)
@pytest.mark.parametrize("tracking", [0.002, -0.01])
def test_joined_letters_are_not_tracked_apart(
    make_face: MakeFace, slug: str, text: str, script: str, tracking: float
) -> None:
    shape(text, make_face(slug))
    with pytest.raises(TextError, match=f"joined letters of script {script} apart"):
        shape(text, make_face(slug, tracking=tracking))


def test_devanagari_is_reordered_and_conjoined(make_face: MakeFace) -> None:
    face = make_face("noto-sans-devanagari")
    # The vowel sign I is written after its consonant and drawn before it.
    ka = indices(shape("क", face))[0]
    assert indices(shape("कि", face))[-1] == ka
    assert len(indices(shape("क्ष", face))) == 1


def test_features_take_effect(make_face: MakeFace) -> None:
    plain, tabular = make_face(), make_face(features=("tnum",))
    assert shape("1", plain).advance < shape("0", plain).advance
    assert shape("1", tabular).advance == shape("0", tabular).advance


def test_axes_move_advances(make_face: MakeFace) -> None:
    light, bold = (shape("Harvest", make_face(wght=w)).advance for w in (100.0, 900.0))
    assert bold > 1.1 * light


def test_nothing_has_no_length(make_face: MakeFace) -> None:
    assert shape("", make_face()) == Line(glyphs=(), advance=0.0)
