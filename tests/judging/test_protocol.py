"""Protocols: contracts over the registry, and strict reading."""

from pathlib import Path

import pytest

from eyechart.generator.errors import SpecError, UnknownNameError
from eyechart.judging.composite import Composite
from eyechart.judging.protocol import (
    Protocol,
    load_protocol,
    open_protocol,
    protocol_names,
    read_protocol,
)

TEXT = """
title = "T"
framing = "instruction"
scale = [1, 3]
rationale = "last"
system = "Judge."
before = "Do: {instruction}"
after = "{questions} {answer}"
[captions]
source = "Before:"
result = "After:"
[settings]
temperature = 0
max_tokens = 100
image_detail = "high"
media_resolution = "high"
structured = true
[[requests]]
images = ["source", "result"]
criteria = ["one", "all"]
[[criteria]]
name = "one"
question = "One?"
anchors = ["a", "b", "c"]
[[criteria]]
name = "all"
question = "All?"
holistic = true
anchors = ["a", "b", "c"]
"""


@pytest.mark.parametrize("name", protocol_names())
def test_registered(name: str) -> None:
    protocol = load_protocol(name)
    assert protocol.name == name
    assert protocol.decomposed
    assert all(c.question.endswith("?") for c in protocol.criteria)
    asked = [criterion for ask in protocol.asks for criterion in ask.criteria]
    assert sorted(c.name for c in asked) == sorted(c.name for c in protocol.criteria)
    for criterion in protocol.criteria:
        marked = [score for score, _ in criterion.anchors]
        if marked:
            assert marked == sorted(marked)
            assert (marked[0], marked[-1]) == (protocol.scale_min, protocol.scale_max)


PUBLISHED = {
    "textedit": (
        (0, 5),
        [
            "instruction_following",
            "text_accuracy",
            "visual_consistency",
            "layout_preservation",
        ],
        [("source", "result", "ground_truth")] * 4,
    ),
    "audit": (
        (1, 5),
        [
            "instruction_following",
            "text_accuracy",
            "visual_consistency",
            "layout_preservation",
            "overall_quality",
        ],
        [("source", "result")],
    ),
    "weedit": (
        (1, 10),
        ["instruction_accuracy", "text_readability", "preservation"],
        [("source", "result")],
    ),
    "viescore": (
        (0, 10),
        ["editing_success", "over_editing", "naturalness", "artefacts"],
        [("source", "result"), ("result",)],
    ),
    "editjudge": (
        (1, 10),
        ["instruction_adherence", "editing_quality", "detail_preservation"],
        [("source", "result")],
    ),
    "reference": ((1, 5), ["difference", "similarity"], [("ground_truth", "result")]),
    "pairwise": ((-1, 1), ["preference"], [("source", "first", "second")]),
}


def test_what_the_protocols_ask() -> None:
    found = {
        name: (
            (protocol.scale_min, protocol.scale_max),
            [criterion.name for criterion in protocol.criteria],
            [ask.images for ask in protocol.asks],
        )
        for name in protocol_names()
        for protocol in [load_protocol(name)]
    }
    assert found == PUBLISHED


def test_the_audit_asks_four_decomposed_questions_and_a_holistic_one() -> None:
    protocol = load_protocol("audit")
    assert len(protocol.decomposed) == 4
    assert [c.name for c in protocol.criteria if c.holistic] == ["overall_quality"]


def test_the_reference_asks_whether_there_is_a_difference() -> None:
    difference, similarity = load_protocol("reference").criteria
    assert (difference.name, difference.boolean) == ("difference", True)
    assert (similarity.name, similarity.boolean) == ("similarity", False)


def test_viescore_is_the_root_of_the_product_of_the_lowest() -> None:
    composite = load_protocol("viescore").composite
    assert composite is not None
    scores = {"editing_success": 8, "over_editing": 9, "naturalness": 2, "artefacts": 7}
    assert composite.score(scores) == pytest.approx(4.0, abs=1e-12)
    assert composite.score(scores | {"over_editing": 0}) == 0.0


@pytest.mark.parametrize("score", [0, 1, 3, 4, 5, 7, 9, 10, 100])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 7])
def test_a_composite_of_equal_scores_is_that_score(score: int, count: int) -> None:
    # In floats 1000 ** (1 / 3) is below 10, and 243 ** (1 / 5) above 3.
    names = tuple(f"c{i}" for i in range(count))
    composite = Composite(name="all", groups=tuple((name,) for name in names))
    assert composite.score(dict.fromkeys(names, score)) == score


def test_settings_of_the_published_scripts() -> None:
    textedit = load_protocol("textedit").settings
    assert (textedit.temperature, textedit.max_tokens) == (0.0, 500)
    assert textedit.image_detail == "auto"
    viescore = load_protocol("viescore").settings
    assert (viescore.temperature, viescore.max_tokens) == (None, 1400)
    assert load_protocol("editjudge").settings.image_detail == "low"


def _read(folder: Path, text: str) -> Protocol:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read_protocol(path)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    protocol = _read(tmp_path, TEXT)
    assert open_protocol(str(tmp_path / "mine.toml")) == protocol
    assert open_protocol("audit") == load_protocol("audit")
    assert protocol.asks[0].texts == ("instruction",)


def test_digest_changes_with_any_word(tmp_path: Path) -> None:
    first = _read(tmp_path, TEXT)
    assert first.digest() == _read(tmp_path, TEXT + "\n# note\n").digest()
    for old, new in [("One?", "1?"), ("Do:", "Done:"), ("100", "101")]:
        assert first.digest() != _read(tmp_path, TEXT.replace(old, new)).digest()


def test_name_and_title_are_not_what_is_asked(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(TEXT, "utf-8")
    titled = TEXT.replace("title = ", "title = 'Other' # ", 1)
    (tmp_path / "b.toml").write_text(titled, "utf-8")
    one, other = (read_protocol(tmp_path / f"{n}.toml") for n in "ab")
    assert one.title != other.title
    assert one.digest() == other.digest()


def test_one_by_one_and_own_templates(tmp_path: Path) -> None:
    text = TEXT.replace(
        'criteria = ["one", "all"]',
        'criteria = ["one", "all"]\none_by_one = true\nbefore = "{low} {questions}"',
    )
    asks = _read(tmp_path, text).asks
    assert [[c.name for c in ask.criteria] for ask in asks] == [["one"], ["all"]]
    assert {ask.before for ask in asks} == {"{low} {questions}"}
    assert {ask.texts for ask in asks} == {()}


MARKS = 'anchors = ["a", "b", "c"]'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[1, 3]", "[3, 1]", r"scale = \[3, 1\]; allowed: two whole numbers"),
        ("[1, 3]", "[1, 2.5]", r"scale = \[1, 2.5\]; allowed: two whole numbers"),
        ("[1, 3]", "[1, 4]", "anchors holds 3 sentences, not one for each of the 4"),
        ('name = "all"', 'name = "one"', "criterion 'one' is named twice"),
        ('name = "all"', 'name = "a b"', "name = 'a b'; allowed: up to 64"),
        ('name = "all"', 'name = "rationale"', "name = 'rationale'; allowed: up to 64"),
        ('"One?"', '"One?"\nholistic = true', "has none that is decomposed"),
        ('"instruction"', '"instructed"', "did you mean 'instruction'"),
        ("question =", "quest =", "key 'question' .* is missing"),
        ("title", "titel = 1\ntitle", "unknown key 'titel'"),
        ("holistic", "boolean = true\nholistic", "unknown key 'anchors'"),
        (MARKS, "[criteria.marks]\n1 = 'a'\n4 = 'b'", "'4' is no score; .* 1 to 3"),
        (MARKS, "[criteria.marks]\n1 = 'a'\n2 = 'b'", "says nothing about 3; allowed"),
        (MARKS, "[criteria.choices]\nA = 1\nB = 4", "B = 4 is outside 1 to 3"),
        (MARKS, "[criteria.choices]\nA = 1\nB = 1", "gives two labels the same score"),
        (MARKS, "[criteria.choices]\nA = 1\na = 2", "has the labels .*; allowed: two"),
        (MARKS, "[criteria.choices]\nA = 1", "has the labels .*; allowed: two"),
        (MARKS, "boolean = true\nchoices = {A = 1, B = 2}", "has boolean and choices"),
        ("{instruction}", "{instructions}", "{instructions} stands for nothing; did"),
        ("{answer}", "", "{answer} is missing; allowed: in system, before or after"),
        ("{questions}", "", "{questions} is missing"),
        ('["source", "result"]', "[]", "images is empty; allowed: one or more"),
        (
            '["source", "result"]',
            '["sauce"]',
            "'sauce', which is unknown; did you",
        ),
        ('["one", "all"]', "[]", "criteria is empty; allowed: one or more"),
        ('["one", "all"]', '["one"]', "criterion 'all' is in 0 requests; allowed: one"),
        ('["one", "all"]', '["al"]', "'al', which is unknown; did you mean 'all'"),
        ("source =", "sauce =", "key 'source' .* is missing; is 'sauce' meant"),
        ("[captions]", "[captions]\nground_truth = 'x'", "unknown key 'ground_truth'"),
        ("temperature = 0", "temperature = 3", "temperature = 3.0 is outside 0.0 to 2"),
        ("max_tokens = 100", "max_tokens = 0", "max_tokens = 0 is outside 1 to inf"),
        (
            '"high"',
            '"medium"',
            "image_detail = 'medium' is unknown; allowed: low",
        ),
        ('"last"', '"never"', "rationale = 'never' is unknown; allowed: first, last"),
        (
            "[captions]",
            "[composite]\nname = 'one'\ngroups = []\n[captions]",
            "name = 'one'; allowed: one that no criterion has",
        ),
        (
            "[captions]",
            "[composite]\nname = 'sum'\ngroups = []\n[captions]",
            "groups is empty; allowed: one or more",
        ),
        (
            "[captions]",
            "[composite]\nname = 'sum'\ngroups = [{criteria = []}]\n[captions]",
            "criteria is empty; allowed: one or more",
        ),
    ],
)
def test_each_mistake_has_its_sentence(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        _read(tmp_path, TEXT.replace(old, new, 1))
    assert str(tmp_path) in str(caught.value)


def test_a_composite_needs_a_scale_from_zero(tmp_path: Path) -> None:
    text = TEXT.replace("[1, 3]", "[-1, 1]").replace(
        "[captions]",
        "[composite]\nname = 'sum'\ngroups = [{criteria = ['one']}]\n[captions]",
    )
    with pytest.raises(SpecError, match="composite on a scale from -1; allowed"):
        _read(tmp_path, text)


PAIR = (
    TEXT.replace('"instruction"\nscale = [1, 3]', '"pairwise"\nscale = [-1, 1]')
    .replace('["source", "result"]', '["first", "second"]')
    .replace("source =", "first =")
    .replace("result =", "second =")
    .replace(MARKS, "choices = {A = 1, same = 0, B = -1}")
)


def test_what_is_said_of_a_pair_changes_sides_with_it(tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(PAIR, "utf-8")
    assert read_protocol(path).framing == "pairwise"
    path.write_text(PAIR.replace("[-1, 1]", "[-1, 2]"), "utf-8")
    with pytest.raises(SpecError, match=r"scale = \[-1, 2\] under framing 'pairwise'"):
        read_protocol(path)
    choices = "choices = {A = 1, same = 0, B = -1}"
    for other in ("boolean = true", MARKS):
        path.write_text(PAIR.replace(choices, other, 1), "utf-8")
        with pytest.raises(SpecError, match="criterion 'one' has no choices; allowed"):
            read_protocol(path)


def test_the_reference_framing_has_no_instruction(tmp_path: Path) -> None:
    text = TEXT.replace('"instruction"', '"reference"').replace(
        "source", "ground_truth"
    )
    with pytest.raises(SpecError, match=r"{instruction} under framing 'reference'"):
        _read(tmp_path, text)


def test_unknown_name() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'audit'"):
        load_protocol("audits")
