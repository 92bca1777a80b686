"""Requests show the right pictures in the right order and ask the right things."""

import json
from dataclasses import replace
from typing import Any

import pytest

from eyechart.generator.errors import CorpusError, UnknownNameError
from eyechart.judging.protocol import load_protocol, protocol_names
from eyechart.judging.requests.build import request, stimulus_request
from eyechart.judging.requests.request import Picture, Request, Text

SIGNATURE = b"\x89PNG\r\n\x1a\n"
IMAGES = {name: SIGNATURE + name.encode() for name in ("source", "result")}
IMAGES["ground_truth"] = SIGNATURE + b"truth"


def row(**values: Any) -> dict[str, Any]:
    images = {name: {"bytes": png, "path": None} for name, png in IMAGES.items()}
    texts = {"instruction": "Make {low} red.", "edit_property": "colour"}
    return {"stimulus_id": "s1"} | images | texts | values


def shown(made: Request) -> list[tuple[str, bytes]]:
    return [(picture.name, picture.png) for picture in made.pictures]


def words(made: Request) -> str:
    texts = [part.text for part in made.parts if isinstance(part, Text)]
    return "\n".join([made.system, *texts])


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_makes_its_requests(name: str) -> None:
    protocol = load_protocol(name)
    for ask in protocol.asks:
        made = stimulus_request(protocol, ask, row())
        assert [picture.name for picture in made.pictures] == list(ask.images)
        keys = [criterion.name for criterion in ask.criteria]
        assert made.schema["required"] == [*keys, "rationale"]
        assert made.schema["additionalProperties"] is False
        text = words(made)
        for criterion in ask.criteria:
            assert text.count(criterion.question) == 1
            assert all(meaning in text for _, meaning in criterion.anchors)
        for other in set(protocol.criteria) - set(ask.criteria):
            assert other.question not in text
        assert json.loads(json.dumps(made.schema)) == made.schema


def test_texteditbench_shows_the_correct_edit_last_and_asks_one_by_one() -> None:
    protocol = load_protocol("textedit")
    first, *others = [stimulus_request(protocol, a, row()) for a in protocol.asks]
    assert shown(first) == [
        ("source", IMAGES["source"]),
        ("result", IMAGES["result"]),
        ("ground_truth", IMAGES["ground_truth"]),
    ]
    assert [shown(other) for other in others] == [shown(first)] * 3
    scores = {"type": "integer", "enum": [0, 1, 2, 3, 4, 5]}
    assert first.schema["properties"]["instruction_following"] == scores


def test_each_picture_follows_its_caption() -> None:
    protocol = load_protocol("audit")
    made = stimulus_request(protocol, protocol.asks[0], row())
    for name, caption in protocol.captions:
        at = [isinstance(p, Picture) and p.name == name for p in made.parts].index(True)
        assert made.parts[at - 1] == Text(text=caption)


def test_the_instruction_is_not_read_as_a_template() -> None:
    protocol = load_protocol("audit")
    made = stimulus_request(protocol, protocol.asks[0], row())
    assert "Make {low} red." in words(made)


def test_perceptual_quality_is_asked_without_source_and_instruction() -> None:
    protocol = load_protocol("viescore")
    made = stimulus_request(protocol, protocol.asks[1], row())
    assert shown(made) == [("result", IMAGES["result"])]
    assert "Make" not in words(made)


@pytest.mark.parametrize(
    ("order", "first", "second"),
    [("AB", "result", "ground_truth"), ("BA", "ground_truth", "result")],
)
def test_orders_of_a_pair(order: str, first: str, second: str) -> None:
    protocol = load_protocol("pairwise")
    made = stimulus_request(protocol, protocol.asks[0], row(), order=order)
    assert shown(made) == [
        ("source", IMAGES["source"]),
        ("first", IMAGES[first]),
        ("second", IMAGES[second]),
    ]
    choices = {"type": "string", "enum": ["A", "tie", "B"]}
    assert made.schema["properties"]["preference"] == choices


def test_a_control_without_an_edit_is_asked_about_as_a_pair_of_pictures() -> None:
    protocol = load_protocol("reference")
    identity = row(instruction="", edit_property=None, source=None)
    made = stimulus_request(protocol, protocol.asks[0], identity)
    assert [name for name, _ in shown(made)] == ["ground_truth", "result"]
    assert made.schema["properties"]["difference"] == {"type": "boolean"}


def test_rationale_first_or_not_at_all() -> None:
    protocol = load_protocol("reference")
    ask = protocol.asks[0]
    pictures = {name: IMAGES[name] for name in ask.images}
    for rationale, keys in [
        ("first", ["rationale", "difference", "similarity"]),
        ("none", ["difference", "similarity"]),
    ]:
        changed = replace(protocol, rationale=rationale)
        made = request(changed, ask, texts={}, pictures=pictures)
        assert list(made.schema["properties"]) == keys
        assert ('"rationale"' in words(made)) == (rationale == "first")


def test_the_digest_changes_with_whatever_an_answer_depends_on() -> None:
    protocol = load_protocol("pairwise")
    ask = protocol.asks[0]
    base = stimulus_request(protocol, ask, row()).digest()
    assert stimulus_request(protocol, ask, row(stimulus_id="s2")).digest() == base
    cooler = replace(protocol, settings=replace(protocol.settings, temperature=0.5))
    others = [
        stimulus_request(protocol, ask, row(), order="BA"),
        stimulus_request(protocol, ask, row(instruction="Make it blue.")),
        stimulus_request(protocol, ask, row(source={"bytes": SIGNATURE})),
        stimulus_request(replace(protocol, rationale="none"), ask, row()),
        stimulus_request(cooler, ask, row()),
    ]
    digests = {base, *(other.digest() for other in others)}
    assert len(digests) == 1 + len(others)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"result": None}, "'s1', result: is null; allowed: a PNG"),
        ({"result": {"bytes": b"\xff\xd8\xff"}}, "picture 'result': is not a PNG"),
        ({"instruction": ""}, "'s1': instruction = ''; allowed: any text but none"),
        ({"instruction": None}, "'s1': instruction = None; allowed"),
    ],
)
def test_what_cannot_be_shown(values: dict[str, Any], message: str) -> None:
    protocol = load_protocol("audit")
    with pytest.raises(CorpusError, match=message):
        stimulus_request(protocol, protocol.asks[0], row(**values))


def test_a_missing_column() -> None:
    protocol, stimulus = load_protocol("audit"), row()
    del stimulus["source"]
    with pytest.raises(CorpusError, match="'s1': column 'source' is missing"):
        stimulus_request(protocol, protocol.asks[0], stimulus)


def test_other_framings_have_one_order() -> None:
    protocol = load_protocol("audit")
    with pytest.raises(UnknownNameError, match="framing 'instruction'; allowed: AB"):
        stimulus_request(protocol, protocol.asks[0], row(), order="BA")
    pair = load_protocol("pairwise")
    with pytest.raises(UnknownNameError, match=r"order 'ba' .* AB, BA"):
        stimulus_request(pair, pair.asks[0], row(), order="ba")
