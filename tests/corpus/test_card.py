"""Every figure on the card is counted from the rows."""

import dataclasses
import hashlib
import re
import statistics
import tomllib
from collections import Counter

import pyarrow as pa

import eyechart
from eyechart.fonts import FOLDER as FONTS
from eyechart.generator.corpus.card import card
from eyechart.generator.corpus.provenance import fonts_of
from eyechart.generator.corpus.reading import open_corpus
from eyechart.generator.corpus.schema import SCHEMAS
from eyechart.generator.typography.fontbook import fontbook
from eyechart.layouts import FOLDER as LAYOUTS


def test_figures(rendered, spec):
    text = (rendered / "README.md").read_text(encoding="utf-8")
    corpus = open_corpus(rendered)
    rows = corpus.metadata().to_pylist()
    assert f"\n{len(rows)} stimuli, {len(corpus.places)} different images" in text
    assert spec.digest() in text
    for kind, number in Counter(row["kind"] for row in rows).items():
        assert f"| {kind} | {number} |" in text
    cells = Counter((row["dimension"], row["role"]) for row in rows)
    del cells[None, None]
    for (dimension, role), number in cells.items():
        assert re.search(rf"\| {dimension} \| {role} \| \S+ \| {number} \|", text)


def _card(rendered):
    return (rendered / "README.md").read_text(encoding="utf-8")


def _cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_every_column_is_told(rendered):
    section = _card(rendered).split("## Columns")[1].split("\n## ")[0]
    told = re.findall(r"`(\w+)`", section)
    assert sorted(told) == sorted(SCHEMAS["stimuli"].names)


def test_every_kind_is_told(rendered):
    lines = [_cells(line) for line in _card(rendered).splitlines()]
    told = {line[0]: line[2] for line in lines if len(line) == 3}
    assert told["flawless"] == "the correct edit"
    assert told["unedited"] == "the page before the edit"
    assert told["identity"].startswith("one page three times")
    assert "sham" not in told


def test_sham(rendered, spec):
    """A corpus of controls alone, one of them re-encoded."""
    metadata = open_corpus(rendered).metadata()
    rows = [row for row in metadata.to_pylist() if row["kind"] == "flawless"]
    rows[0] |= {"kind": "sham", "flip_mean": 0.0125, "delta_e_ink": None}
    text = card(spec, pa.Table.from_pylist(rows, schema=metadata.schema), images=5)
    assert (
        "| sham | 1 | the correct edit, encoded anew as a JPEG of quality 95 |" in text
    )
    assert f"| flawless | {len(rows) - 1} | the correct edit |" in text
    assert "| sham |  | 0.0125 | 0 |  | 1 | 0 |" in text
    assert "read within" not in text


def test_directions_and_readings(rendered):
    rows = open_corpus(rendered).metadata().to_pylist()
    text = _card(rendered)
    position = [row for row in rows if row["dimension"] == "position"]
    ways = Counter(row["direction"] for row in position)
    told = ", ".join(f"{way} {number}" for way, number in sorted(ways.items()))
    assert f"| {told} |" in text
    incidental = [row for row in position if row["role"] == "incidental"]
    away = max(abs(row["magnitude_measured"] - row["magnitude"]) for row in incidental)
    line = next(
        line
        for line in text.splitlines()
        if line.startswith("| position | incidental | px |")
    )
    assert _cells(line)[4] == "2, 5"
    assert _cells(line)[-2:] == ["4", f"{away:.2g}"]


def test_companions(rendered):
    rows = open_corpus(rendered).metadata().to_pylist()
    lines = [_cells(line) for line in _card(rendered).splitlines()]
    shown = {(line[0], line[1]): line[2:] for line in lines if len(line) == 7}
    for column, name in enumerate(
        ("flip_mean", "flip_max", "delta_e_ink", "ssim", "changed_share")
    ):
        values = [
            row[name]
            for row in rows
            if row["dimension"] == "position" and row["tier"] == 5
        ]
        assert shown["position", "5"][column] == f"{statistics.median(values):.4g}"
    assert shown["flawless", ""] == ["0", "0", "0", "1", "0"]


def test_front_matter(rendered):
    text = (rendered / "README.md").read_text(encoding="utf-8")
    head = text.split("---\n")[1]
    assert head == (
        'license: cc-by-4.0\npretty_name: "Eyechart mini"\nlanguage:\n- en\n'
        "size_categories:\n- n<1K\nconfigs:\n"
        "- config_name: stimuli\n  default: true\n  data_files:\n"
        "  - split: test\n    path: stimuli/test-*.parquet\n"
        "- config_name: metadata\n  data_files:\n"
        "  - split: test\n    path: metadata/test-*.parquet\n"
        "- config_name: images\n  data_files:\n"
        "  - split: test\n    path: images/test-*.parquet\n"
    )


def test_provenance_can_be_checked(rendered):
    text = (rendered / "README.md").read_text(encoding="utf-8")
    stated = re.search(r"\nEyechart (\S+); layouts (.+); fonts (.+?)\. .*`(\w+)`", text)
    version, layouts, fonts, digest = stated.groups()
    assert version == eyechart.__version__
    assert layouts == "event_poster"
    catalogue = tomllib.loads((FONTS / "fonts.toml").read_text(encoding="utf-8"))
    source = (LAYOUTS / "event_poster.toml").read_text(encoding="utf-8")
    assert set(fonts.split(", ")) == set(re.findall(r'\bfont = "(.+?)"', source))
    files = [FONTS / catalogue[font]["file"] for font in fonts.split(", ")]
    files.append(LAYOUTS / "event_poster.toml")
    lines = sorted(hashlib.sha256(file.read_bytes()).hexdigest() for file in files)
    text = "".join(f"{line}\n" for line in lines)
    assert digest == hashlib.sha256(text.encode()).hexdigest()


def test_text_in_another_family_rests_on_the_whole_catalogue(spec):
    assert fonts_of(spec, ["quote_card"]) == ("caveat", "eb-garamond")
    asked = {"family": spec.dimensions["position"]}
    for other in (
        dataclasses.replace(spec, edits=("family",)),
        dataclasses.replace(spec, dimensions=asked),
    ):
        assert fonts_of(other, ["quote_card"]) == tuple(sorted(fontbook()))
