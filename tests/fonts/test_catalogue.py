"""Every statement of ``fonts.toml`` holds for the file it describes."""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Self

import pytest
import uharfbuzz
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from eyechart.fonts import FOLDER

CATALOGUE: Final[dict[str, dict[str, Any]]] = tomllib.loads(
    (FOLDER / "fonts.toml").read_text(encoding="utf-8")
)

KEYS: Final = {
    "name": str,
    "file": str,
    "original_file": str,
    "sha256": str,
    "licence": str,
    "licence_file": str,
    "version": str,
    "source": str,
    "copyright": str,
    "classification": str,
    "scripts": list,
    "cap_height": float,
}
OPTIONAL: Final = {"made_for": list, "italic": bool}
CLASSIFICATIONS: Final = {"sans", "serif", "slab", "mono", "display", "script"}
LICENCE_TITLES: Final = {
    "OFL-1.1": ("SIL OPEN FONT LICENSE Version 1.1", "SIL Open Font License"),
    "Apache-2.0": ("Apache License Version 2.0", "Apache License"),
}
PORTABLE: Final = re.compile(r"[a-z0-9._-]+")
NOT_FONTS: Final = {
    "__init__.py",
    "build_gothic_jp.py",
    "gothic_jp_characters.txt",
    "fonts.toml",
    ".gitattributes",
    "README.md",
}
LARGEST_FOLDER: Final = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A text that a font must shape to count as able to typeset a script."""

    text: str
    language: str
    direction: str = "ltr"


SAMPLES: Final = {
    "Latn": Sample(
        text="Sphinx of black quartz, judge my vow: “Größe, façade, ‘señor’ – åøæ” "
        "0123456789 €£$¥ %&@#()[]/+*=…—«Ï»ÿ THE QUICK BROWN FOX JUMPS ÑÜÉÀÖ",
        language="en",
    ),
    "Grek": Sample(
        text="Ξεσκεπάζω την ψυχοφθόρα σας βδελυγμία, γκιώνη! "
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ άέήίόύώϊϋΐΰ",
        language="el",
    ),
    "Cyrl": Sample(
        text="Съешь ещё этих мягких французских булок, да выпей чаю. "
        "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ Ґґ Єє Іі Її",
        language="ru",
    ),
    "Arab": Sample(
        text="نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق، "
        "٠١٢٣٤٥٦٧٨٩ پچژگ ۴۵۶؟ مُحَمَّدٌ",
        language="ar",
        direction="rtl",
    ),
    "Deva": Sample(
        text="ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश करने वाले "
        "विष्णुवतार भगवान श्रीराम। ०१२३४५६७८९ ज्ञ त्र ड़ ₹",
        language="hi",
    ),
    "Hira": Sample(
        text="いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえて"
        "あさきゆめみしゑひもせすんがぱっゃゅょ。",
        language="ja",
    ),
    "Kana": Sample(
        text="イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテ"
        "アサキユメミシヱヒモセスンガパッャュョヴー・",
        language="ja",
    ),
    "Hani": Sample(
        text="令和七年十二月三十一日(水)領収書、請求書『税込合計金額』東京駅発",
        language="ja",
    ),
}
"""Texts that use the script's whole everyday alphabet, by ISO 15924 code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One table of the catalogue, after its keys and types were checked."""

    slug: str
    name: str
    file: str
    original_file: str
    sha256: str
    licence: str
    licence_file: str
    version: str
    source: str
    copyright: str
    classification: str
    scripts: tuple[str, ...]
    cap_height: float
    made_for: tuple[str, ...] = ()
    italic: bool = False
    axes: dict[str, tuple[float, float, float]]

    @classmethod
    def parse(cls, slug: str) -> Self:
        """Read the table of one family."""
        table = dict(CATALOGUE[slug])
        limits = table.pop("axes", {})
        kinds = {key: type(value) for key, value in table.items()}
        assert kinds.items() >= KEYS.items()
        assert kinds.items() <= {**KEYS, **OPTIONAL}.items()
        assert all(len(values) == 3 for values in limits.values())
        table["scripts"] = tuple(table["scripts"])
        axes = {tag: tuple(values) for tag, values in limits.items()}
        return cls(slug=slug, axes=axes, **table)


@cache
def opened(file: str) -> TTFont:
    return TTFont(FOLDER / file)


@cache
def shaper(file: str) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face((FOLDER / file).read_bytes()))


def shaped(file: str, script: str, sample: Sample) -> list[int]:
    """Return the glyph indices of the sample in the font's default style."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(sample.text)
    buffer.direction = sample.direction
    buffer.script = script
    buffer.language = sample.language
    uharfbuzz.shape(shaper(file), buffer)
    return [glyph.codepoint for glyph in buffer.glyph_infos]


def inked(file: str, character: str) -> bool:
    """Tell whether the nominal glyph of a character draws anything."""
    font = opened(file)
    glyphs = font.getGlyphSet()
    name = font.getBestCmap().get(ord(character))
    if name is None:
        return False
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)
    return pen.bounds is not None


def can_typeset(file: str, script: str) -> bool:
    sample = SAMPLES[script]
    visible = sample.text.replace(" ", "")
    return 0 not in shaped(file, script, sample) and all(
        inked(file, character) for character in visible
    )


@pytest.fixture(params=sorted(CATALOGUE))
def entry(request: pytest.FixtureRequest) -> Entry:
    return Entry.parse(request.param)


def test_slug_and_file_names_are_portable(entry: Entry) -> None:
    assert PORTABLE.fullmatch(entry.file)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.slug)
    assert entry.file.rpartition(".")[0] == entry.slug
    assert re.fullmatch(r"licences/[a-z0-9._-]+\.txt", entry.licence_file)


def test_file_has_the_recorded_digest(entry: Entry) -> None:
    digest = hashlib.sha256((FOLDER / entry.file).read_bytes()).hexdigest()
    assert digest == entry.sha256


def test_source_says_whether_the_file_was_modified(entry: Entry) -> None:
    assert re.search(r"\d.*, .*(unmodified|renamed)$", entry.source)
    assert entry.original_file.endswith((".ttf", ".otf", ".ttc"))


def test_licence_file_is_the_named_licence(entry: Entry) -> None:
    text = (FOLDER / entry.licence_file).read_text(encoding="utf-8")
    title, name = LICENCE_TITLES[entry.licence]
    assert title in " ".join(text.split())
    assert name in opened(entry.file)["name"].getDebugName(13)


def test_licence_file_names_the_holder_or_the_family(entry: Entry) -> None:
    if entry.licence == "Apache-2.0":
        # This licence is one text for every work and names no holder.
        assert re.match(r"Copyright \d{4} ", entry.copyright)
        return
    text = (FOLDER / entry.licence_file).read_text(encoding="utf-8")
    notice = text.splitlines()[0].replace("https://", "")
    holder = re.sub(r"^(Copyright|©) \d{4}([ -]+\d{4})? ", "", entry.copyright)
    assert notice.startswith("Copyright ")
    assert holder.rstrip(".").replace("https://", "") in notice or entry.name in notice


def test_names_agree_with_the_file(entry: Entry) -> None:
    names = opened(entry.file)["name"]
    family = names.getDebugName(16) or names.getDebugName(1)
    italic = " Italic" if opened(entry.file)["post"].italicAngle else ""
    assert entry.name == family + italic
    assert entry.version == names.getDebugName(5)
    assert entry.copyright == names.getDebugName(0)


def test_axes_agree_with_the_file(entry: Entry) -> None:
    font = opened(entry.file)
    axes = font["fvar"].axes if "fvar" in font else []
    assert entry.axes == {
        axis.axisTag: (axis.minValue, axis.defaultValue, axis.maxValue) for axis in axes
    }
    for lowest, default, highest in entry.axes.values():
        assert lowest <= default <= highest
        assert lowest < highest


def test_cap_height_is_that_of_the_outline(entry: Entry) -> None:
    font = opened(entry.file)
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[font.getBestCmap()[ord("H")]].draw(pen)
    assert pen.bounds is not None
    measured = pen.bounds[3] / font["head"].unitsPerEm
    assert entry.cap_height == round(measured, 6)


def test_scripts_are_all_that_the_font_can_typeset(entry: Entry) -> None:
    able = tuple(script for script in SAMPLES if can_typeset(entry.file, script))
    assert entry.scripts == able


def test_complex_scripts_are_joined(entry: Entry) -> None:
    cmap = opened(entry.file).getBestCmap()
    if "Arab" in entry.scripts:
        word = Sample(text="بيت", language="ar", direction="rtl")
        names = [
            opened(entry.file).getGlyphName(index)
            for index in shaped(entry.file, "Arab", word)
        ]
        assert not set(names) & {cmap[ord(letter)] for letter in word.text}
    if "Deva" in entry.scripts:
        conjunct = Sample(text="क्ष", language="hi")
        assert len(shaped(entry.file, "Deva", conjunct)) == 1


def test_classification_is_known(entry: Entry) -> None:
    assert entry.classification in CLASSIFICATIONS


def files() -> Iterator[str]:
    for path in FOLDER.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(FOLDER).as_posix()


def test_every_file_is_in_the_catalogue() -> None:
    entries = [Entry.parse(slug) for slug in CATALOGUE]
    fonts = [entry.file for entry in entries]
    assert len(set(fonts)) == len(fonts)
    named = set(fonts) | {entry.licence_file for entry in entries}
    assert set(files()) - NOT_FONTS == named


def test_every_file_name_is_portable() -> None:
    for file in files():
        for part in file.split("/"):
            assert PORTABLE.fullmatch(part) or part in NOT_FONTS


def test_folder_is_small() -> None:
    assert sum((FOLDER / file).stat().st_size for file in files()) < LARGEST_FOLDER
