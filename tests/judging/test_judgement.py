"""Judgements refuse whatever is no answer."""

import json
import math

import pytest

from eyechart.generator.errors import JudgementError
from eyechart.judging.judgement import SCORED, STATUSES, Judgement, from_json

GOOD = {
    "stimulus_id": "s1",
    "judge": "j",
    "framing": "instruction",
    "criterion": "text_accuracy",
    "score": 4,
    "scale_min": 1,
    "scale_max": 5,
}
KEYS = [
    "stimulus_id",
    "judge",
    "framing",
    "criterion",
    "score",
    "scale_min",
    "scale_max",
    "repeat",
    "cue",
    "order",
    "status",
    "raw",
    "requested",
    "sent",
    "usage",
    "image_size_seen",
    "time",
]


def test_line_has_every_key_in_fixed_order_and_only_ascii() -> None:
    line = Judgement(**GOOD | {"raw": "ja\u2028é\n\x00"}).to_json()
    assert list(json.loads(line)) == KEYS
    assert line.isascii()
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize("score", [1, 5, 2.5, 0.1 + 0.2 + 1])
def test_scores_come_back_as_they_went(score: float) -> None:
    row = Judgement(**GOOD | {"score": score, "requested": {"a": [1, {"b": None}]}})
    back = from_json(row.to_json(), "f")
    assert back == row
    assert type(back.score) is type(score)


@pytest.mark.parametrize("status", [s for s in STATUSES if s not in SCORED])
def test_failures_carry_no_score(status: str) -> None:
    values = GOOD | {"status": status}
    assert Judgement(**values | {"score": None}).score is None
    with pytest.raises(JudgementError, match="only ok and repaired carry a score"):
        Judgement(**values)


@pytest.mark.parametrize("status", SCORED)
def test_answers_carry_a_score(status: str) -> None:
    with pytest.raises(JudgementError, match=r"score = None; allowed: 1 to 5"):
        Judgement(**GOOD | {"status": status, "score": None})


BOOLEAN = {"score": True, "scale_min": None, "scale_max": None}


@pytest.mark.parametrize("score", [True, False])
def test_true_or_false_needs_no_scale(score: bool) -> None:
    row = Judgement(**GOOD | BOOLEAN | {"score": score})
    assert from_json(row.to_json(), "f").score is score


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stimulus_id": ""}, "stimulus_id = ''; allowed: any text"),
        ({"judge": " "}, "judge = ' '; allowed: any text"),
        ({"criterion": 3}, "criterion = 3; allowed: any text"),
        ({"cue": None}, "cue = None; allowed: any text"),
        ({"framing": "instructions"}, "did you mean 'instruction'"),
        ({"order": "ba"}, "order = 'ba'; "),
        ({"status": "okay"}, "did you mean 'ok'"),
        ({"repeat": -1}, "repeat = -1; allowed: 0, 1, 2"),
        ({"repeat": True}, "repeat = True; allowed"),
        ({"repeat": 1.0}, "repeat = 1.0; allowed"),
        ({"raw": 3}, "raw = 3; allowed: text or nothing"),
        ({"time": 3.5}, "time = 3.5; allowed: text or nothing"),
        ({"image_size_seen": [1]}, r"image_size_seen = \[1\]; allowed: text"),
        ({"usage": "12 tokens"}, "usage = '12 tokens'; allowed: a table"),
        ({"score": 0}, "score = 0; allowed: 1 to 5"),
        ({"score": 5.5}, "score = 5.5; allowed: 1 to 5"),
        ({"score": math.nan}, "score = nan; allowed: 1 to 5"),
        ({"score": True}, "score = True; allowed: 1 to 5"),
        ({"score": "4"}, "score = '4'; allowed: 1 to 5"),
        ({"scale_max": None}, "scale 1 to None; allowed: two finite numbers"),
        ({"scale_max": math.inf}, "scale 1 to inf; allowed: two finite numbers"),
        ({"scale_min": 5}, "scale 5 to 5; allowed: two finite numbers"),
        ({"scale_min": False}, "scale False to 5; allowed: two finite numbers"),
        (BOOLEAN | {"score": 1}, "score = 1 without a scale; allowed: true or false"),
        (BOOLEAN | {"score": "True"}, "score = 'True' without a scale"),
    ],
)
def test_each_mistake_has_its_sentence(change: dict, message: str) -> None:
    with pytest.raises(JudgementError, match=message) as caught:
        Judgement(**GOOD | change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "f, line 3: is not JSON"),
        (b"\xff", "f, line 3: is not JSON"),
        (b"[1]", r"f, line 3: holds \[1\], not an object"),
        (b'{"score": NaN}', "NaN is no number in JSON"),
        (b'{"score": -Infinity}', "-Infinity is no number in JSON"),
        (b'{"stimulus": 1}', "unknown key 'stimulus'; did you mean 'stimulus_id'"),
        (b'{"stimulus_id": "a"}', "key 'judge' is missing"),
        (json.dumps(GOOD | {"score": 9}).encode(), "f, line 3: judgement of 's1'"),
    ],
)
def test_each_bad_line_is_named(line: bytes, message: str) -> None:
    with pytest.raises(JudgementError, match=message):
        from_json(line, "f, line 3")
