"""The Japanese subset holds what its list and its build script say."""

import os
from pathlib import Path
from typing import Final

import pytest
from fontTools.ttLib import TTCollection, TTFont

from eyechart.fonts import FOLDER, build_gothic_jp

FILE: Final = FOLDER / "eyechart-gothic-jp.otf"
SOURCE: Final = os.environ.get("EYECHART_NOTO_SANS_CJK")


@pytest.fixture(scope="module")
def font() -> TTFont:
    return TTFont(FILE)


@pytest.fixture
def other_collection(tmp_path: Path) -> Path:
    """Write a collection without the Japanese face of Noto Sans CJK."""
    collection = TTCollection()
    collection.fonts = [TTFont(FILE)]
    path = tmp_path / "other.ttc"
    collection.save(path)
    return path


def test_characters_are_the_ranges_and_the_listed_kanji(font: TTFont) -> None:
    held = set(font.getBestCmap())
    ranges = build_gothic_jp.RANGES
    kanji = {ord(character) for character in build_gothic_jp.kanji()}
    in_ranges = {code for first, last in ranges for code in range(first, last + 1)}
    assert kanji <= held
    assert held <= kanji | in_ranges
    for first, last in ranges:
        assert held & set(range(first, last + 1))


def test_kanji_are_ideographs() -> None:
    for character in build_gothic_jp.kanji():
        assert "\u4e00" <= character <= "\u9fff" or character == "々"


def test_repeated_kanji_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# 年\n年月\n日年\n", encoding="utf-8")
    monkeypatch.setattr(build_gothic_jp, "KANJI_FILE", path)
    with pytest.raises(ValueError, match=r"list\.txt names '年' twice"):
        build_gothic_jp.kanji()


def test_modified_version_carries_no_reserved_name(font: TTFont) -> None:
    names = [font["name"].getDebugName(identifier) for identifier in (1, 3, 4, 6)]
    cff = font["CFF "].cff
    top = cff.topDictIndex[0]
    names += [*cff.fontNames, top.FamilyName, top.FullName, top.Notice]
    names += [dictionary.FontName for dictionary in top.FDArray]
    for name in names:
        assert "Noto" not in name
        assert "Source" not in name
    assert font["name"].getDebugName(16) is None


def test_features_are_those_kept(font: TTFont) -> None:
    features = {
        record.FeatureTag
        for table in ("GSUB", "GPOS")
        for record in font[table].table.FeatureList.FeatureRecord
    }
    assert features == set(build_gothic_jp.FEATURES)


def test_tables_of_vertical_text_are_gone(font: TTFont) -> None:
    assert not set(build_gothic_jp.TABLES_OF_VERTICAL_TEXT) & set(font.keys())


def test_file_is_small() -> None:
    assert FILE.stat().st_size < 400_000


def test_other_collection_is_refused(other_collection: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.otf"
    with pytest.raises(ValueError, match="no face 'Noto Sans CJK JP'"):
        build_gothic_jp.main([str(other_collection), str(out)])
    assert not out.exists()


def test_unknown_kanji_is_refused(tmp_path: Path) -> None:
    collection = TTCollection()
    collection.fonts = [TTFont(FOLDER / "caveat.ttf")]
    collection.fonts[0]["name"].setName("Noto Sans CJK JP", 1, 3, 1, 0x409)
    source = tmp_path / "latin.ttc"
    collection.save(source)
    with pytest.raises(ValueError, match=r"has no glyph for .*一"):
        build_gothic_jp.build(source, tmp_path / "out.otf")


@pytest.mark.skipif(SOURCE is None, reason="EYECHART_NOTO_SANS_CJK names no file")
def test_build_gives_the_same_bytes(tmp_path: Path) -> None:
    assert SOURCE is not None
    out = tmp_path / "out.otf"
    build_gothic_jp.main([SOURCE, str(out)])
    assert out.read_bytes() == FILE.read_bytes()
