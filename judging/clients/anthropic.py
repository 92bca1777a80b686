"""Anthropic Messages.

Names of fields: Claude API reference, create a message, and its guides to
vision, structured outputs and stop reasons. Images have no setting of detail.
"""

from collections.abc import Mapping
from typing import Any

from ..requests.request import Picture, Request, Text
from .fields import Fields, usage
from .provider import Body, Provider, Reply
from .secret import Secret

_VERSION = "2023-06-01"
_FINISHES = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}
_COUNTS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
"""Together the length of what was sent."""

_DECLINED = "content filtering policy"
"""In the message of an error, HTTP 400, that stands for the answer.

"Output blocked by content filtering policy", as reported in
https://github.com/anthropics/claude-code/issues/6195 and many others.
"""


def _headers(secret: Secret | None) -> dict[str, str]:
    key = {"x-api-key": secret.reveal()} if secret else {}
    return {"anthropic-version": _VERSION} | key


def _body(request: Request, model: str, without: frozenset[str]) -> Body:
    settings = request.settings
    sent: dict[str, Any] = {"model": model, "max_tokens": settings.max_tokens}
    if settings.temperature is not None and "temperature" not in without:
        sent["temperature"] = settings.temperature
    content: dict[str, Any] = sent | {
        "system": request.system,
        "messages": [{"role": "user", "content": [_part(p) for p in request.parts]}],
    }
    if settings.structured and "output_config" not in without:
        form = {"type": "json_schema", "schema": request.schema}
        content["output_config"] = {"format": form}
        sent["output_config"] = "json_schema"
    return Body(content=content, sent=sent, without=without)


def _part(part: Text | Picture) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    source = {"type": "base64", "media_type": "image/png", "data": part.base64}
    return {"type": "image", "source": source}


def _in_use(sent: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(sent) & {"temperature", "output_config"}


def _read(payload: Any) -> Reply:
    top = Fields(payload, "the response")
    if _declines(payload):
        error = top.inner("error")
        return Reply(
            text=error.text("message"),
            finish="refusal",
            reason=error.text("type", ""),
            model="",
            usage={},
        )
    blocks = top.items("content")
    texts = [block.text("text") for block in blocks if block.text("type") == "text"]
    reason = top.text("stop_reason", "")
    counts = top.beside("usage")
    known = [n for n in map(counts.count, _COUNTS) if n is not None]
    return Reply(
        text="".join(texts),
        finish=_FINISHES.get(reason, "other"),
        reason=reason,
        model=top.text("model", ""),
        usage=usage(
            input_tokens=sum(known) if known else None,
            output_tokens=counts.count("output_tokens"),
        ),
    )


def _declines(payload: Any) -> bool:
    error = payload.get("error") if isinstance(payload, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    return isinstance(message, str) and _DECLINED in message


PROVIDER = Provider(
    name="anthropic",
    title="Anthropic Messages",
    base_url="https://api.anthropic.com/v1",
    key_variable="ANTHROPIC_API_KEY",
    path=lambda _: "/messages",
    headers=_headers,
    body=_body,
    read=_read,
    words={
        "temperature": ("temperature",),
        "output_config": ("output_config", "output_config.format", "json_schema"),
    },
    in_use=_in_use,
    declines=_declines,
)
