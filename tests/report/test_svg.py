import re
import xml.etree.ElementTree as ET

import pytest

from eyechart.analysis.figures.style import new_figure, place, write
from eyechart.analysis.figures.svg import inline_svg


def drawing(words="n = 3"):
    figure = new_figure(120, 80)
    axes = place(figure, 10, 10, 100, 60)
    axes.plot([0, 1], [0, 1], marker="o")
    axes.axhspan(0.2, 0.4)
    write(axes, 0.1, 0.5, words)
    return figure


def test_the_element_is_well_formed_and_labelled():
    root = ET.fromstring(inline_svg(drawing(), "one", 'a "quoted" <label>'))
    assert root.tag == "svg"
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'a "quoted" <label>'
    assert root.get("viewBox") == "0 0 120 80"


def test_no_address_no_date_no_style_sheet():
    text = inline_svg(drawing(), "one", "label")
    for word in ("http", "<style", "<metadata", "<!--", "Matplotlib", "DejaVu"):
        assert word not in text


def test_identifiers_are_unique_to_the_figure_and_every_reference_resolves():
    text = inline_svg(drawing(), "one", "label")
    ids = re.findall(r'\bid="([^"]+)"', text)
    references = re.findall(r'(?:href="#|url\(#)([^")]+)', text)
    assert ids
    assert references
    assert all(name.startswith("one-") for name in ids)
    assert set(references) <= set(ids)
    other = inline_svg(drawing(), "two", "label")
    assert not set(ids) & set(re.findall(r'\bid="([^"]+)"', other))


def test_same_figure_same_text():
    assert inline_svg(drawing(), "one", "x") == inline_svg(drawing(), "one", "x")


@pytest.mark.parametrize(
    "words",
    ['id="x" url(#y)', "<script>alert(1)</script>", "$\\frac{1}{", "日本語 عربي"],
)
def test_words_arrive_as_they_were_written(words):
    root = ET.fromstring(inline_svg(drawing(words), "one", "label"))
    assert words in [element.text for element in root.iter("text")]
