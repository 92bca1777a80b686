"""Every figure on the card is counted from the rows."""

import hashlib
import re
import tomllib
from collections import Counter

import eyechart
from eyechart.fonts import FOLDER as FONTS
from eyechart.generator.corpus.reading import open_corpus
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
