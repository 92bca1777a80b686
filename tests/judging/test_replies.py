"""Replies of every odd shape give the right scores or the right reason for none."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.judging.judgement import SCORED, STATUSES
from eyechart.judging.protocol import load_protocol
from eyechart.judging.replies.reading import FINISHES, Reading, read_reply
from eyechart.judging.replies.refusals import declines

CASES = json.loads(Path(__file__).with_name("replies.json").read_text("utf-8"))
AUDIT = load_protocol("audit")
NAMES = [criterion.name for criterion in AUDIT.criteria]
SCALE = (AUDIT.scale_min, AUDIT.scale_max)


def read(text: str, finish: str = "stop") -> Reading:
    return read_reply(text, AUDIT.criteria, SCALE, finish=finish)


def answer(*values: Any) -> str:
    return json.dumps(dict(zip(NAMES, values, strict=True)))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_odd_reply(case: dict[str, Any]) -> None:
    protocol = load_protocol(case["protocol"])
    first = case["ask"] == "first"
    reading = read_reply(
        case["reply"],
        protocol.asks[0].criteria if first else protocol.criteria,
        (protocol.scale_min, protocol.scale_max),
        finish=case["finish"],
    )
    assert reading.status == case["status"], reading.note
    # As text, for to Python 1 equals true.
    assert json.dumps(dict(reading.scores)) == json.dumps(case["scores"] or {})
    assert bool(reading.note) == (reading.status not in SCORED)


def test_the_list_is_long_and_covers_every_status() -> None:
    assert len(CASES) > 300
    assert len({case["id"] for case in CASES}) == len(CASES)
    assert {case["status"] for case in CASES} == set(STATUSES) - {"api_error"}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('{"a":' * 3000 + "1" + "}" * 3000, "unparsed"),
        ('{"instruction_following": ' + "[" * 3000 + "]" * 3000 + "}", "unparsed"),
        ('{"a":' * 3000, "truncated"),
        # A line end in a string has it read a second time, less strictly.
        ('{"a": "x\ny", "b": ' + "[" * 200_000, "truncated"),
        ('{"a": "x\ny", "b": ' + "[" * 200_000 + "]" * 200_000 + "}", "unparsed"),
        ("{" * 2000 + " " + answer(4, 3, 5, 5, 4), "ok"),
        (answer(4, 3, 5, 5, 4).replace("4", "4" * 5000, 1), "out_of_range"),
        (answer("4" * 5000, 3, 5, 5, 4), "unparsed"),
    ],
)
def test_deep_and_long(text: str, status: str) -> None:
    assert read(text).status == status


LONG: dict[str, Callable[[int], str]] = {
    "braces": lambda n: "{" * n,
    "open objects": lambda n: '{"a":' * n,
    "open thoughts": lambda n: "<think>" * n,
    "closed thoughts": lambda n: '{"</think>' * n,
    "channels": lambda n: "<|channel|>analysis<|end|>" * n,
    "escapes": lambda n: '{"a":"' + '\\"' * n,
    "objects": lambda n: '{"text_accuracy":4}' * n,
    "angles": lambda n: "< " * n,
    "blanks": lambda n: "{" + " " * n,
    "fences": lambda n: "```json\n" * n,
    "string": lambda n: '{"a": "' + "x" * n,
    "words": lambda n: "{a " * n,
    "nested": lambda n: ('{"a":"' + "x" * 100 + '","b":') * (n // 50),
    "apologies": lambda n: "I am sorry I can't " * n,
}


@pytest.mark.parametrize("shape", LONG)
def test_time_grows_with_the_length(shape: str) -> None:
    def seconds(n: int) -> float:
        text = LONG[shape](n)
        start = time.perf_counter()
        read(text)
        return time.perf_counter() - start

    seconds(10)
    # Eight times as long: 64 times as much would be quadratic.
    assert seconds(32_000) < 30 * max(seconds(4_000), 0.01)


scores = st.integers(min_value=SCALE[0], max_value=SCALE[1])
SHELLS = (
    "{}",
    "```json\n{}\n```",
    "Well:\n{}\nSo much for that.",
    "<think>1, 2, {{3}}</think>{}",
    '<think>{{"text_accuracy": 1}}</think>\n{}',
    "\ufeff{}\n",
)


@given(st.lists(scores, min_size=5, max_size=5), st.sampled_from(SHELLS))
def test_what_is_written_is_what_is_read(values: list[int], shell: str) -> None:
    reading = read(shell.format(answer(*values)))
    assert reading.status == "ok"
    assert list(reading.scores.values()) == values


@given(
    st.lists(scores, min_size=5, max_size=5),
    st.integers(0, 4),
    st.integers().filter(lambda value: not SCALE[0] <= value <= SCALE[1]),
    st.sampled_from(["{}", '"{}"', '"{}/5"', "{}.0"]),
)
def test_nothing_is_clamped(values: list[int], at: int, bad: int, form: str) -> None:
    text = answer(*(v if i != at else "HERE" for i, v in enumerate(values)))
    reading = read(text.replace('"HERE"', form.format(bad)))
    # A long text in quotes is not taken for a number at all.
    assert reading.status in ("out_of_range", "unparsed")
    assert reading.scores == {}


@given(st.lists(scores, min_size=5, max_size=5), st.data())
def test_a_cut_answer_gives_nothing(values: list[int], data: st.DataObject) -> None:
    text = answer(*values)
    end = data.draw(st.integers(2, len(text) - 1))
    reading = read("Here: " + text[:end])
    assert reading.status == "truncated"
    assert reading.scores == {}


_PIECES = st.sampled_from(
    [*'{}[]":,', '"text_accuracy": 4', "<think>", "</think>", "```", "\\", "\n", "4/5"]
)


@given(
    st.one_of(st.text(), st.lists(_PIECES, max_size=40).map("".join)),
    st.sampled_from(FINISHES),
)
def test_no_text_breaks_it_or_gives_half_an_answer(text: str, finish: str) -> None:
    reading = read(text, finish)
    assert reading.status in STATUSES
    assert set(reading.scores) == (set(NAMES) if reading.status in SCORED else set())


@pytest.mark.parametrize(
    "text",
    [
        "I'm going to pass on rating this one.",
        "We are unable to process this image.",
        "I'd rather not compare these two photographs.",
        "Tôi không thể đánh giá hình ảnh này.",
        "Beklager, jeg kan ikke vurdere dette bildet.",
        "क्षमा करें, मैं इस छवि का मूल्यांकन नहीं कर सकता।",
    ],
)
def test_refusals(text: str) -> None:
    assert declines(text)


@pytest.mark.parametrize(
    "text",
    [
        "I cannot identify any differences between the two.",
        "I'm sorry for the delay: 4, 4, 5, 5, 4",
        "The edited letters can't be told apart.",
        "I could not find a fault. 5/5",
        "Ich kann keinen Unterschied sehen.",
        "No puedo ver ninguna diferencia.",
        "As an AI model I think it is fine: 4",
    ],
)
def test_what_is_no_refusal(text: str) -> None:
    assert not declines(text)
