"""Fonts: registered, unchanged, and used inside their ranges."""

import dataclasses
from pathlib import Path

import pytest

from eyechart.generator.errors import TextError, UnknownNameError
from eyechart.generator.typography import fontbook as module
from eyechart.generator.typography.features import check_features, font_features
from eyechart.generator.typography.fontbook import font, font_bytes, fontbook


def test_every_axis_has_a_value() -> None:
    assert font("inter").location({"wght": 620}) == (("opsz", 14.0), ("wght", 620.0))
    assert font("eyechart-gothic-jp").location({}) == ()


@pytest.mark.parametrize("slug", fontbook())
def test_the_ends_of_every_axis_are_allowed(slug: str) -> None:
    for tag, limits in font(slug).axes.items():
        for value in (limits.low, limits.default, limits.high):
            assert dict(font(slug).location({tag: value}))[tag] == value


@pytest.mark.parametrize("slug", [s for s in fontbook() if fontbook()[s].axes])
@pytest.mark.parametrize("away", [0.001, 1e9, float("inf")])
def test_values_beyond_the_ends_are_refused(slug: str, away: float) -> None:
    for tag, limits in font(slug).axes.items():
        for value in (limits.low - away, limits.high + away):
            with pytest.raises(TextError) as caught:
                font(slug).location({tag: value})
            assert str(caught.value) == (
                f"font {slug}: axis {tag} = {value} is outside "
                f"{limits.low:g} to {limits.high:g}"
            )


def test_a_value_that_is_no_number_is_refused() -> None:
    with pytest.raises(TextError, match="axis wght = nan is outside 100 to 900"):
        font("inter").location({"wght": float("nan")})


def test_an_unknown_axis_is_refused() -> None:
    with pytest.raises(TextError) as caught:
        font("inter").location({"wgth": 400})
    assert str(caught.value) == (
        "font inter: unknown axis 'wgth'; did you mean 'wght'? (allowed: opsz, wght)"
    )


def test_an_unknown_font_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown font 'intr'; did you mean"):
        font("intr")


def test_a_font_file_that_changed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "inter.ttf"
    data = bytearray(font_bytes("inter"))
    data[-1] ^= 1
    path.write_bytes(data)
    entry = dataclasses.replace(font("inter"), path=path)
    monkeypatch.setattr(module, "fontbook", lambda: {"inter": entry})
    with pytest.raises(TextError) as caught:
        font_bytes.__wrapped__("inter")
    assert str(caught.value) == f"{path}: differs from its catalogued SHA-256"


def test_a_missing_font_file_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = dataclasses.replace(font("inter"), path=tmp_path / "gone.ttf")
    monkeypatch.setattr(module, "fontbook", lambda: {"inter": entry})
    with pytest.raises(TextError, match=r"gone\.ttf: cannot be read \(No such file"):
        font_bytes.__wrapped__("inter")


def test_features_are_those_of_both_tables() -> None:
    known = font_features("inter")
    assert {"tnum", "ss01", "calt"} <= known  # substitution
    assert {"kern", "mark"} <= known  # positioning
    assert "smcp" not in known
    assert "smcp" in font_features("eb-garamond")


def test_a_feature_that_a_font_lacks_is_refused() -> None:
    check_features("inter", ("tnum", "kern"))
    with pytest.raises(TextError, match="font inter: has no feature 'smcp'; "):
        check_features("inter", ("tnum", "smcp"))
