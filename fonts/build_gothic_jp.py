"""Build ``eyechart-gothic-jp.otf``, a Japanese subset of Noto Sans CJK JP Regular.

The same source file and the same fontTools give the same bytes: no time, path or
environment enters the result.

Examples
--------
``python -m eyechart.fonts.build_gothic_jp NotoSansCJK-Regular.ttc OUT.otf``
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

__all__ = ["build", "kanji", "main"]

SOURCE_FAMILY: Final = "Noto Sans CJK JP"
FAMILY: Final = "Eyechart Gothic JP"
POSTSCRIPT_NAME: Final = "EyechartGothicJP-Regular"
VERSION: Final = "Version 2.004; Eyechart subset"

KANJI_FILE: Final = Path(__file__).with_name("gothic_jp_characters.txt")

RANGES: Final = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x00FF),  # Latin-1 Supplement
    (0x2010, 0x203B),  # General punctuation, as far as the source has it
    (0x20AC, 0x20AC),  # Euro sign
    (0x2103, 0x2103),  # Degree Celsius
    (0x2116, 0x2122),  # Numero and trade mark
    (0x2190, 0x2193),  # Arrows
    (0x2212, 0x2212),  # Minus sign
    (0x2260, 0x2267),  # Relations
    (0x2460, 0x2473),  # Circled numbers
    (0x25A0, 0x25EF),  # Geometric shapes
    (0x2605, 0x2606),  # Stars
    (0x2713, 0x2713),  # Check mark
    (0x3000, 0x303D),  # CJK symbols and punctuation
    (0x3041, 0x30FF),  # Hiragana and katakana
    (0x3231, 0x3239),  # Parenthesised company forms and weekdays
    (0xFF01, 0xFF9F),  # Fullwidth forms and halfwidth katakana
    (0xFFE0, 0xFFE5),  # Fullwidth currency signs
)
"""Inclusive ranges of code points that are kept where the source has a glyph."""

FEATURES: Final = ("ccmp", "fwid", "halt", "hwid", "kern", "liga", "palt")
"""Layout features that are kept; all of them set horizontal text."""

TABLES_OF_VERTICAL_TEXT: Final = ("VORG", "vhea", "vmtx")

ACKNOWLEDGEMENT: Final = (
    "A subset of Noto Sans CJK JP Regular 2.004 for horizontal text. Outlines and "
    "advance widths are those of the original."
)


def kanji() -> str:
    """Return the kanji of the subset, in the order of the list.

    Returns
    -------
    str
        One character for each kanji, none twice.

    Raises
    ------
    ValueError
        If the list names a character twice.
    """
    lines = KANJI_FILE.read_text(encoding="utf-8").splitlines()
    characters = "".join(line for line in lines if not line.startswith("#"))
    for position, character in enumerate(characters):
        if character in characters[:position]:
            raise ValueError(f"{KANJI_FILE.name} names {character!r} twice")
    return characters


def build(source: Path, out: Path) -> None:
    """Subset and rename the Japanese face of a Noto Sans CJK collection.

    Parameters
    ----------
    source : Path
        ``NotoSansCJK-Regular.ttc``.
    out : Path
        The OpenType file to write.

    Raises
    ------
    ValueError
        If the collection has no face of the family, the face lacks a listed kanji,
        or the kanji list names a character twice.
    """
    with TTCollection(source, lazy=True) as collection:
        font = _face(collection, source)
        wanted = {code for first, last in RANGES for code in range(first, last + 1)}
        listed = {ord(character) for character in kanji()}
        if lacking := sorted(listed - font.getBestCmap().keys()):
            names = "".join(map(chr, lacking))
            raise ValueError(f"{SOURCE_FAMILY} in {source} has no glyph for {names}")
        _reduce(font, wanted | listed)
        _rename(font)
        font.save(out, reorderTables=True)


def _face(collection: TTCollection, source: Path) -> TTFont:
    for font in collection.fonts:
        if font["name"].getDebugName(1) == SOURCE_FAMILY:
            font.recalcTimestamp = False
            return font
    raise ValueError(f"{source} has no face {SOURCE_FAMILY!r}")


def _reduce(font: TTFont, codes: set[int]) -> None:
    options = subset.Options()
    options.drop_tables += TABLES_OF_VERTICAL_TEXT
    options.layout_features = list(FEATURES)
    options.hinting = False
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.recalc_bounds = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)


def _rename(font: TTFont) -> None:
    # The licence reserves the name "Source" and "Noto" is a trademark: a modified
    # version may carry neither. Copyright and licence entries (0, 13, 14) stay.
    names = font["name"]
    replaced = {
        1: FAMILY,
        2: "Regular",
        3: f"2.004;{POSTSCRIPT_NAME}",
        4: f"{FAMILY} Regular",
        5: VERSION,
        6: POSTSCRIPT_NAME,
        10: ACKNOWLEDGEMENT,
    }
    kept = {0, 13, 14}
    names.names = [record for record in names.names if record.nameID in kept]
    for identifier, text in replaced.items():
        names.setName(text, identifier, 3, 1, 0x409)
    font["OS/2"].achVendID = "NONE"

    cff = font["CFF "].cff
    cff.fontNames = [POSTSCRIPT_NAME]
    top = cff.topDictIndex[0]
    top.FamilyName = FAMILY
    top.FullName = f"{FAMILY} Regular"
    top.Notice = "Copyright 2014-2021 Adobe (http://www.adobe.com/)."
    for dictionary in top.FDArray:
        part = dictionary.FontName.rpartition("-")[2]
        dictionary.FontName = f"{POSTSCRIPT_NAME}-{part}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Command-line arguments; those of the process by default.
    """
    parser = argparse.ArgumentParser(
        prog="python -m eyechart.fonts.build_gothic_jp",
        description="Build the Japanese subset from a Noto Sans CJK collection.",
    )
    parser.add_argument("source", type=Path, metavar="SOURCE.ttc")
    parser.add_argument("out", type=Path, metavar="OUT.otf")
    chosen = parser.parse_args(arguments)
    build(chosen.source, chosen.out)


if __name__ == "__main__":
    main()
