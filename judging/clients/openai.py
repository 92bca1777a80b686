"""OpenAI chat completions, as vLLM, Ollama, llama.cpp and LM Studio also speak it.

Names of fields: OpenAI API reference, chat completions, and its guides to
images and to structured outputs.
"""

from collections.abc import Mapping
from typing import Any

from ..requests.request import Picture, Request, Text
from .fields import Fields, ReplyError, usage
from .provider import Body, Provider, Reply
from .secret import Secret

_FINISHES = {"stop": "stop", "length": "length", "content_filter": "refusal"}
_LIMITS = ("max_completion_tokens", "max_tokens")
"""Names of the limit, the newer first.

Servers that know only the older one pass over the newer in silence.
"""


_DECLINED = ("content_filter", "content_policy_violation")
"""Codes of errors by which a request is turned away for what it shows.

Azure OpenAI, content filtering: a filtered prompt is HTTP 400 with the first.
"""


def _headers(secret: Secret | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret.reveal()}"} if secret else {}


def _body(request: Request, model: str, without: frozenset[str]) -> Body:
    settings = request.settings
    detail = None if "detail" in without else settings.image_detail
    parts = [_part(part, detail) for part in request.parts]
    sent: dict[str, Any] = {"model": model}
    if settings.temperature is not None and "temperature" not in without:
        sent["temperature"] = settings.temperature
    for name in reversed(_LIMITS):
        if name not in without:
            sent[name] = settings.max_tokens
            break
    content: dict[str, Any] = sent | {
        "messages": [
            {"role": "system", "content": request.system},
            {"role": "user", "content": parts},
        ]
    }
    form = _form(request, without)
    if form is not None:
        content["response_format"] = form
        sent["response_format"] = form["type"]
    if detail is not None:
        sent["detail"] = detail
    return Body(content=content, sent=sent, without=without)


def _part(part: Text | Picture, detail: str | None) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    image = {"url": f"data:image/png;base64,{part.base64}"}
    if detail is not None:
        image["detail"] = detail
    return {"type": "image_url", "image_url": image}


def _form(request: Request, without: frozenset[str]) -> dict[str, Any] | None:
    if not request.settings.structured:
        return None
    if "json_schema" not in without:
        schema = {"name": "answer", "strict": True, "schema": request.schema}
        return {"type": "json_schema", "json_schema": schema}
    return None if "json_object" in without else {"type": "json_object"}


def _in_use(sent: Mapping[str, Any]) -> frozenset[str]:
    used = set(sent) - {"model", "response_format"}
    if "response_format" in sent:
        used.add(sent["response_format"])
    return frozenset(used)


def _read(payload: Any) -> Reply:
    top = Fields(payload, "the response")
    if _declines(payload):
        error = top.inner("error")
        return Reply(
            text=error.text("message", ""),
            finish="refusal",
            reason=error.text("code"),
            model="",
            usage={},
        )
    choices = top.items("choices")
    if len(choices) != 1:
        raise ReplyError(f"the response: 'choices' holds {len(choices)}, not one")
    choice = choices[0]
    if choice.has("error"):
        # Gateways report so that the model broke off; what it wrote is no answer.
        raise ReplyError("the response: 'choices' 1 holds an error")
    message = choice.inner("message")
    refusal = message.text("refusal", "")
    reason = choice.text("finish_reason", "")
    counts = top.beside("usage")
    return Reply(
        text=refusal or _text(message),
        finish="refusal" if refusal else _FINISHES.get(reason, "other"),
        reason=reason,
        model=top.text("model", ""),
        usage=usage(
            input_tokens=counts.count("prompt_tokens"),
            output_tokens=counts.count("completion_tokens"),
        ),
    )


def _declines(payload: Any) -> bool:
    error = payload.get("error") if isinstance(payload, dict) else None
    return isinstance(error, dict) and error.get("code") in _DECLINED


def _text(message: Fields) -> str:
    if not message.has("content") or message.is_text("content"):
        return message.text("content", "")
    parts = message.items("content")
    return "".join(part.text("text") for part in parts if part.text("type") == "text")


PROVIDER = Provider(
    name="openai",
    title="OpenAI chat completions",
    base_url="https://api.openai.com/v1",
    key_variable="OPENAI_API_KEY",
    path=lambda _: "/chat/completions",
    headers=_headers,
    body=_body,
    read=_read,
    words={
        "temperature": ("temperature",),
        "max_tokens": ("max_tokens",),
        "max_completion_tokens": ("max_completion_tokens",),
        "json_schema": ("response_format", "json_schema", "response_format.type"),
        "json_object": ("response_format", "json_object", "response_format.type"),
        "detail": ("image_url.detail", "'detail'", "`detail`"),
    },
    in_use=_in_use,
    superseded=frozenset({"max_tokens"}),
    declines=_declines,
)
