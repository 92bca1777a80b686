"""Providers are asked in their own form and read strictly."""

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from eyechart.generator.errors import UnknownNameError
from eyechart.judging.clients import load_provider, provider_names
from eyechart.judging.clients.fields import ReplyError, decode_body
from eyechart.judging.clients.provider import Body
from eyechart.judging.clients.refused import refused_setting
from eyechart.judging.clients.secret import Secret
from eyechart.judging.protocol import load_protocol
from eyechart.judging.replies.reading import FINISHES
from eyechart.judging.requests.build import request
from eyechart.judging.requests.request import Request

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
CODED = base64.b64encode(PNG).decode()
NONE: frozenset[str] = frozenset()


def asked(**settings: Any) -> Request:
    protocol = load_protocol("audit")
    ask = protocol.asks[0]
    made = request(
        protocol,
        ask,
        texts={"instruction": "Make it red."},
        pictures=dict.fromkeys(ask.images, PNG),
    )
    return replace(made, settings=replace(made.settings, **settings))


def body(name: str, without: frozenset[str] = NONE, **settings: Any) -> Body:
    made = load_provider(name).body(asked(**settings), "m", without)
    assert json.loads(made.encode()) == made.content
    return made


def test_registry() -> None:
    assert provider_names() == ("anthropic", "gemini", "openai")
    with pytest.raises(UnknownNameError, match="did you mean 'openai'"):
        load_provider("opanai")


@pytest.mark.parametrize("name", provider_names())
class TestEveryProvider:
    def test_pictures_go_unchanged_and_in_order(self, name: str) -> None:
        text = body(name).encode().decode()
        assert text.count(CODED) == 2
        assert text.count("image/png") == 2
        assert "jpeg" not in text
        assert text.index("before the edit") < text.index(CODED)
        assert text.index(CODED) < text.index("after the edit")

    def test_the_record_holds_settings_alone(self, name: str) -> None:
        sent = body(name).sent
        assert sent["model"] == "m"
        assert 0.0 in sent.values()
        assert 1024 in sent.values()
        assert len(json.dumps(sent)) < 400

    def test_nothing_is_sent_that_was_left_to_the_provider(self, name: str) -> None:
        assert b"temperature" not in body(name, temperature=None).encode()

    def test_without_a_form(self, name: str) -> None:
        assert b"json_schema" not in body(name, structured=False).encode()
        assert b"JsonSchema" not in body(name, structured=False).encode()

    def test_each_setting_can_be_left_out(self, name: str) -> None:
        provider = load_provider(name)
        for setting in provider.in_use(body(name).sent):
            less = body(name, frozenset({setting}))
            assert setting not in provider.in_use(less.sent)
        least = body(name, frozenset(provider.words))
        assert provider.in_use(least.sent) == NONE

    def test_settings_in_use_have_words(self, name: str) -> None:
        provider = load_provider(name)
        assert provider.in_use(body(name).sent) <= set(provider.words)

    def test_the_key_is_in_the_headers_and_nowhere_else(self, name: str) -> None:
        provider = load_provider(name)
        secret = Secret("k-1234567890")
        assert "k-1234567890" in " ".join(provider.headers(secret).values())
        assert "k-1234567890" not in " ".join(provider.headers(None).values())
        assert "k-1234567890" not in repr(secret) + str(secret) + f"{secret}"

    def test_other_things_are_no_reply(self, name: str) -> None:
        for payload in (None, [], "text", {}, {"error": {"message": "x"}}, {"id": 1}):
            with pytest.raises(ReplyError, match="the response"):
                load_provider(name).read(payload)

    def test_finishes(self, name: str) -> None:
        assert reply(name, REPLIES[name]).finish in FINISHES


def test_openai_form() -> None:
    made = body("openai", load_provider("openai").superseded)
    assert load_provider("openai").path("m") == "/chat/completions"
    assert made.sent == {
        "model": "m",
        "temperature": 0.0,
        "max_completion_tokens": 1024,
        "response_format": "json_schema",
        "detail": "high",
    }
    system, user = made.content["messages"]
    assert system["role"] == "system"
    images = [p["image_url"] for p in user["content"] if p["type"] == "image_url"]
    assert images == [{"url": f"data:image/png;base64,{CODED}", "detail": "high"}] * 2
    form = made.content["response_format"]
    assert form["type"] == "json_schema"
    assert set(form["json_schema"]) == {"name", "strict", "schema"}


def test_openai_servers_of_other_makers_are_told_the_older_limit() -> None:
    provider = load_provider("openai")
    assert provider.without("http://localhost:8000/v1") == NONE
    sent = body("openai", provider.without("http://localhost:8000/v1")).sent
    assert sent["max_tokens"] == 1024
    assert "max_completion_tokens" not in sent
    own = body("openai", provider.without("https://api.openai.com/v1")).sent
    assert "max_tokens" not in own


def test_openai_falls_back_to_json_and_then_to_words() -> None:
    looser = body("openai", frozenset({"json_schema"}))
    assert looser.content["response_format"] == {"type": "json_object"}
    assert looser.sent["response_format"] == "json_object"
    none = body("openai", frozenset({"json_schema", "json_object"}))
    assert "response_format" not in none.content
    assert "response_format" not in none.sent


def test_anthropic_form() -> None:
    made = body("anthropic")
    headers = load_provider("anthropic").headers(Secret("k"))
    assert headers == {"anthropic-version": "2023-06-01", "x-api-key": "k"}
    assert made.sent == {
        "model": "m",
        "max_tokens": 1024,
        "temperature": 0.0,
        "output_config": "json_schema",
    }
    [user] = made.content["messages"]
    source = {"type": "base64", "media_type": "image/png", "data": CODED}
    assert user["content"][2] == {"type": "image", "source": source}
    assert made.content["output_config"]["format"]["type"] == "json_schema"


def test_gemini_form() -> None:
    made = body("gemini")
    path = load_provider("gemini").path("a/b")
    assert path == "/models/a%2Fb:generateContent"
    assert load_provider("gemini").headers(Secret("k")) == {"x-goog-api-key": "k"}
    config = made.content["generationConfig"]
    assert config["mediaResolution"] == "MEDIA_RESOLUTION_HIGH"
    assert config["responseMimeType"] == "application/json"
    assert config["responseJsonSchema"]["required"][0] == "instruction_following"
    assert made.sent == {
        "model": "m",
        "temperature": 0.0,
        "maxOutputTokens": 1024,
        "responseMimeType": "application/json",
        "responseJsonSchema": "as requested",
        "mediaResolution": "MEDIA_RESOLUTION_HIGH",
    }


def test_gemini_sets_the_highest_resolution_for_each_picture() -> None:
    made = body("gemini", media_resolution="ultra_high")
    assert "mediaResolution" not in made.content["generationConfig"]
    parts = made.content["contents"][0]["parts"]
    levels = [part["mediaResolution"] for part in parts if "inlineData" in part]
    assert levels == [{"level": "MEDIA_RESOLUTION_ULTRA_HIGH"}] * 2
    assert made.sent["mediaResolution"] == "MEDIA_RESOLUTION_ULTRA_HIGH"
    less = body("gemini", frozenset({"mediaResolution"}), media_resolution="ultra_high")
    assert b"mediaResolution" not in less.encode()


REPLIES: dict[str, dict[str, Any]] = {
    "openai": {
        "model": "m-1",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": "hi", "refusal": None},
            }
        ],
        "usage": {"prompt_tokens": 20, "completion_tokens": 7, "total_tokens": 27},
    },
    "anthropic": {
        "type": "message",
        "model": "m-1",
        "content": [
            {"type": "thinking", "thinking": "no", "signature": "x"},
            {"type": "text", "text": "h"},
            {"type": "text", "text": "i"},
        ],
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": 12,
            "cache_read_input_tokens": 8,
            "output_tokens": 7,
        },
    },
    "gemini": {
        "modelVersion": "m-1",
        "candidates": [
            {
                "finishReason": "STOP",
                "content": {
                    "role": "model",
                    "parts": [{"text": "no", "thought": True}, {"text": "hi"}],
                },
            }
        ],
        "usageMetadata": {
            "promptTokenCount": 20,
            "candidatesTokenCount": 2,
            "thoughtsTokenCount": 5,
        },
    },
}


def reply(name: str, payload: Any) -> Any:
    return load_provider(name).read(payload)


@pytest.mark.parametrize("name", provider_names())
def test_a_reply(name: str) -> None:
    found = reply(name, REPLIES[name])
    assert (found.text, found.finish, found.model) == ("hi", "stop", "m-1")
    assert found.usage == {"input_tokens": 20, "output_tokens": 7}


@pytest.mark.parametrize("name", provider_names())
def test_a_reply_without_counts(name: str) -> None:
    payload = json.loads(json.dumps(REPLIES[name]))
    payload.pop("usage", payload.pop("usageMetadata", None))
    payload.pop("usageMetadata", None)
    assert reply(name, payload).usage == {}


@pytest.mark.parametrize(
    ("name", "reason", "finish"),
    [
        ("openai", "length", "length"),
        ("openai", "content_filter", "refusal"),
        ("openai", "tool_calls", "other"),
        ("anthropic", "max_tokens", "length"),
        ("anthropic", "model_context_window_exceeded", "length"),
        ("anthropic", "refusal", "refusal"),
        ("anthropic", "pause_turn", "other"),
        ("gemini", "MAX_TOKENS", "length"),
        ("gemini", "SAFETY", "refusal"),
        ("gemini", "PROHIBITED_CONTENT", "refusal"),
        ("gemini", "OTHER", "other"),
    ],
)
def test_why_it_stopped(name: str, reason: str, finish: str) -> None:
    key = {"openai": "finish_reason", "gemini": "finishReason"}.get(name, "stop_reason")
    text = json.dumps(REPLIES[name])
    before = json.dumps({"openai": "stop", "gemini": "STOP"}.get(name, "end_turn"))
    payload = json.loads(
        text.replace(f'"{key}": {before}', f'"{key}": {json.dumps(reason)}')
    )
    found = reply(name, payload)
    assert (found.finish, found.reason) == (finish, reason)


def test_openai_refusal_and_parts() -> None:
    payload = json.loads(json.dumps(REPLIES["openai"]))
    message = payload["choices"][0]["message"]
    message.update(
        content=[{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    )
    assert reply("openai", payload).text == "ab"
    message.update(content=None)
    assert reply("openai", payload).text == ""
    message.update(refusal="I can't.")
    found = reply("openai", payload)
    assert (found.text, found.finish) == ("I can't.", "refusal")


def test_gemini_that_blocks_the_question_or_writes_nothing() -> None:
    blocked = {"promptFeedback": {"blockReason": "SAFETY"}, "modelVersion": "m"}
    found = reply("gemini", blocked)
    assert (found.text, found.finish, found.reason) == ("", "refusal", "SAFETY")
    silent = {"candidates": [{"finishReason": "MAX_TOKENS"}]}
    found = reply("gemini", silent)
    assert (found.text, found.finish, found.usage) == ("", "length", {})


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("openai", {"choices": []}, "'choices' holds 0, not one"),
        ("openai", {"choices": [{}, {}]}, "'choices' holds 2, not one"),
        ("openai", {"choices": [None]}, "'choices' 1 is not an object but null"),
        ("openai", {"choices": {}}, "'choices' is not a list but dict"),
        (
            "openai",
            {
                "choices": [
                    {
                        "message": {"content": "{"},
                        "finish_reason": "error",
                        "error": {"code": 502},
                    }
                ]
            },
            "'choices' 1 holds an error",
        ),
        ("openai", {"model": 7}, "'model' is not a string but int"),
        ("anthropic", {"content": [{"type": "text"}]}, "'text' is missing"),
        ("gemini", {"candidates": []}, "'candidates' holds 0, not one"),
    ],
)
def test_strict_reading(name: str, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ReplyError, match=message):
        reply(name, REPLIES[name] | change)


def test_an_answer_that_anthropic_blocks_is_a_refusal() -> None:
    message = "Output blocked by content filtering policy"
    error = {"type": "invalid_request_error", "message": message}
    payload = {"type": "error", "error": error}
    assert load_provider("anthropic").declines(payload)
    assert reply("anthropic", payload).finish == "refusal"
    other = {"type": "error", "error": {**error, "message": "max_tokens: required"}}
    assert not load_provider("anthropic").declines(other)
    assert not load_provider("gemini").declines(payload)


@pytest.mark.parametrize(
    ("usage", "found"),
    [
        ({"prompt_tokens": 20.0, "completion_tokens": 7}, {"input": 20, "output": 7}),
        ({"prompt_tokens": "9", "completion_tokens": 7}, {"output": 7}),
        ({"prompt_tokens": True, "completion_tokens": -1}, {}),
        ({"prompt_tokens": 0.5}, {}),
        ([], {}),
        ("many", {}),
    ],
)
def test_an_answer_is_not_asked_for_again_because_of_its_counts(
    usage: Any, found: dict[str, int]
) -> None:
    read = reply("openai", REPLIES["openai"] | {"usage": usage})
    assert read.usage == {f"{name}_tokens": count for name, count in found.items()}
    assert read.text == reply("openai", REPLIES["openai"]).text


@pytest.mark.parametrize("code", ["content_filter", "content_policy_violation"])
def test_a_question_that_is_turned_away_for_what_it_shows_is_a_refusal(
    code: str,
) -> None:
    payload = {"error": {"code": code, "message": "filtered"}}
    assert load_provider("openai").declines(payload)
    found = reply("openai", payload)
    assert (found.text, found.finish, found.reason) == ("filtered", "refusal", code)
    for other in ({"error": {"code": "invalid"}}, {"error": "x"}, [], None):
        assert not load_provider("openai").declines(other)


@pytest.mark.parametrize(
    "data", [b"", b"<html>", b'{"a": ', b"\xff\xfe\x00", b"[" * 100_000]
)
def test_what_is_not_json(data: bytes) -> None:
    with pytest.raises(ReplyError, match="the response is not JSON"):
        decode_body(data)


OPENAI_TEMPERATURE = {
    "error": {
        "message": "Unsupported value: 'temperature' does not support 0 with this "
        "model. Only the default (1) value is supported.",
        "type": "invalid_request_error",
        "param": "temperature",
        "code": "unsupported_value",
    }
}
OPENAI_LIMIT = {
    "error": {
        "message": "Unsupported parameter: 'max_tokens' is not supported with this "
        "model. Use 'max_completion_tokens' instead.",
        "param": "max_tokens",
    }
}
CLAUDE_TEMPERATURE = {
    "type": "error",
    "error": {
        "type": "invalid_request_error",
        "message": "`temperature` is deprecated for this model.",
    },
}
GEMINI_SCHEMA = {
    "error": {
        "code": 400,
        "message": 'Invalid JSON payload received. Unknown name "responseJsonSchema" '
        "at 'generation_config': Cannot find field.",
        "status": "INVALID_ARGUMENT",
    }
}
PYDANTIC = {
    "detail": [
        {
            "loc": ["body", "response_format"],
            "msg": "Extra inputs are not permitted",
            "type": "extra_forbidden",
        }
    ]
}
TOO_LONG = {
    "message": "'max_tokens' or 'max_completion_tokens' is too large: 1024. This "
    "model's maximum context length is 1000 tokens."
}
TOO_HIGH = {"error": {"message": "temperature: must be less than or equal to 1"}}
BAD_IMAGE = {"error": {"message": "You uploaded an unsupported image."}}


@pytest.mark.parametrize(
    ("name", "status", "payload", "setting"),
    [
        ("openai", 400, OPENAI_TEMPERATURE, "temperature"),
        ("openai", 400, OPENAI_LIMIT, "max_tokens"),
        ("openai", 422, PYDANTIC, "json_schema"),
        ("anthropic", 400, CLAUDE_TEMPERATURE, "temperature"),
        ("gemini", 400, GEMINI_SCHEMA, "responseJsonSchema"),
        ("openai", 400, TOO_LONG, None),
        ("openai", 400, TOO_HIGH, None),
        ("openai", 400, BAD_IMAGE, None),
        ("openai", 429, OPENAI_TEMPERATURE, None),
        ("openai", 500, OPENAI_TEMPERATURE, None),
        ("openai", 400, None, None),
        ("openai", 400, "unsupported", None),
    ],
)
def test_refused_settings(
    name: str, status: int, payload: Any, setting: str | None
) -> None:
    found = refused_setting(load_provider(name), body(name), status, payload)
    assert found == setting


def test_a_setting_that_was_not_sent_is_not_refused_again() -> None:
    provider = load_provider("openai")
    refused: set[str] = set()
    for _ in range(3):
        made = body("openai", frozenset(refused))
        found = refused_setting(provider, made, 422, PYDANTIC)
        if found is not None:
            refused.add(found)
    assert refused == {"json_schema", "json_object"}


PLAIN = "QUJD" * 2000


@pytest.mark.parametrize(
    "content",
    [
        {"a": PLAIN, "b": [{"url": f"data:image/png;base64,{PLAIN}"}, 1, None]},
        {"a": PLAIN + '"', "b": PLAIN + "\\", "c": PLAIN + "é", "d": PLAIN + "\n"},
        {"a": "\x000\x00", "b": PLAIN},
        {"a": PLAIN, "b": "\x000\x00", "c": PLAIN},
        {"a": PLAIN, "b": "\x001\x00", "c": PLAIN},
        {PLAIN: PLAIN},
    ],
)
def test_bodies_are_encoded_as_json_does(content: dict[str, Any]) -> None:
    data = Body(content=content, sent={}).encode()
    assert data == json.dumps(content).encode("ascii")
