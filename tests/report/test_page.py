import re
from html.parser import HTMLParser

import pytest

from eyechart.analysis.figures.strip import Frame, Strip
from eyechart.analysis.page.content import compose
from eyechart.analysis.report import fill

VOID = {"meta", "img", "br", "use"}
EVIL = '<script>alert("x")</script>'
PIXEL = "data:image/png;base64,iVBORw0KGgo="


class Checker(HTMLParser):
    """Remembers elements and text, and fails on a tag that does not close."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text, self.attributes = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def parsed(html):
    checker = Checker()
    checker.feed(html)
    checker.close()
    assert checker.open == []
    return checker


@pytest.fixture(scope="module")
def onsets(make_onset):
    rows = (
        ("alpha", "located", {}),
        (EVIL, "right_censored", {"onset_low": 80.0}),
        ("gamma", "flat", {"onset_low": 0.0}),
    )
    turned = {"dimension": "rotation", "role": "incidental", "unit": "°"}
    shown = [make_onset(judge, status, **more) for judge, status, more in rows]
    shown += [
        make_onset(judge, status, **more, **turned) for judge, status, more in rows
    ]
    return (*shown, make_onset(framing="reference", visible_anchor=None))


@pytest.fixture(scope="module")
def audit(onsets, make_audit):
    return make_audit(*onsets, missing=[(EVIL, "refusal", 3)])


@pytest.fixture(scope="module")
def html(audit):
    return fill(compose(audit, ()))


def test_the_page_is_well_formed(html):
    page = parsed(html)
    assert page.tags.count("h1") == 1
    assert page.tags.count("figure") == 6  # 3 curves, 1 overview, 2 of bars
    assert page.tags.count("svg") == page.tags.count("figure")


def test_every_cell_and_judge_stands_in_the_table(html):
    text = " ".join(parsed(html).text)
    for words in ("position, instructed", "rotation, incidental", "alpha", "gamma"):
        assert words in text
    assert "> 80.0 px" in text.replace("\N{NO-BREAK SPACE}", " ")
    assert "80.0° to ∞" in text


def test_text_from_files_is_escaped(html):
    page = parsed(html)
    assert "script" not in page.tags
    assert EVIL in page.text


def test_no_name_from_a_file_can_add_an_attribute(make_audit, make_onset):
    name = '" onload="alert(1)'
    found = make_audit(make_onset(dimension=name, unit=name, framing=name))
    page = parsed(fill(compose(found, ())))
    assert not any(key.startswith("on") for _, key, _ in page.attributes)


def test_the_criterion_is_shown_as_it_was_asked(make_audit, make_onset):
    found = make_audit(make_onset(criterion=0.6875), criterion=0.6875)
    text = " ".join(parsed(fill(compose(found, ()))).text)
    assert text.count("0.6875") == 4  # settings, onsets, figure, definition


def test_the_page_needs_nothing_from_outside(html):
    page = parsed(html)
    assert not re.search(r"https?://", html)
    assert not {"link", "script", "iframe", "object", "a", "base"} & set(page.tags)
    addresses = [v for _, name, v in page.attributes if name in {"href", "src"}]
    assert all(value.startswith(("#", "data:image/png")) for value in addresses)
    style = html[html.index("<style>") : html.index("</style>")]
    assert "@import" not in style
    assert "url(" not in style


def test_identifiers_are_unique_and_labels_resolve(html):
    page = parsed(html)
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    labelled = [v for _, name, v in page.attributes if name == "aria-labelledby"]
    assert labelled
    assert set(labelled) <= set(ids)


def test_figures_and_tables_are_described(html):
    page = parsed(html)
    drawings = [v for tag, name, v in page.attributes if (tag, name) == ("svg", "role")]
    labels = [
        v for tag, name, v in page.attributes if (tag, name) == ("svg", "aria-label")
    ]
    assert len(labels) == len(drawings) == page.tags.count("svg")
    assert page.tags.count("caption") == page.tags.count("table")
    assert page.tags.count("figcaption") == page.tags.count("figure")


def test_same_audit_same_bytes(audit, html):
    assert fill(compose(audit, ())) == html


def test_missing_answers_are_told_by_reason(html):
    text = " ".join(parsed(html).text)
    assert "the judge declined to answer" in text


def test_no_missing_answers_is_said(make_audit, make_onset):
    html = fill(compose(make_audit(make_onset()), ()))
    assert "None: every answer could be read." in html


def test_strips_are_shown_with_their_sizes(audit):
    frame = Frame(tier="2", magnitude=0.75, truth=PIXEL, result=PIXEL)
    strip = Strip(dimension="position", role="instructed", unit="px", frames=(frame,))
    page = parsed(fill(compose(audit, (strip,))))
    assert page.tags.count("img") == 2
    told = [v for tag, name, v in page.attributes if (tag, name) == ("img", "alt")]
    assert told[1].replace("\N{NO-BREAK SPACE}", " ").endswith("an error of 0.75 px")


@pytest.mark.parametrize(
    ("score", "words"),
    [
        ("any", "At least one criterion"),
        ("mean", "The mean over the criteria"),
        ("legibility", "The criterion “legibility” scored under the top"),
    ],
)
def test_below_ceiling_is_defined_as_the_fit_used_it(
    score, words, make_audit, make_onset
):
    html = fill(compose(make_audit(make_onset(), score=score), ()))
    assert words in html
