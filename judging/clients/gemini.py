"""Gemini generateContent.

Names of fields: Gemini API reference, models.generateContent, and its guides to
structured output and media resolution. The highest resolution can only be set
for each image, the others for the whole request, which every model takes.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ..requests.request import Picture, Request, Text
from .fields import Fields, ReplyError, usage
from .provider import Body, Provider, Reply
from .secret import Secret

_FINISHES = {"STOP": "stop", "MAX_TOKENS": "length"} | dict.fromkeys(
    (
        "SAFETY",
        "RECITATION",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "IMAGE_SAFETY",
    ),
    "refusal",
)
_PER_PART = "ultra_high"


def _headers(secret: Secret | None) -> dict[str, str]:
    return {"x-goog-api-key": secret.reveal()} if secret else {}


def _body(request: Request, model: str, without: frozenset[str]) -> Body:
    settings = request.settings
    config: dict[str, Any] = {}
    if settings.temperature is not None and "temperature" not in without:
        config["temperature"] = settings.temperature
    if "maxOutputTokens" not in without:
        config["maxOutputTokens"] = settings.max_tokens
    if settings.structured and "responseMimeType" not in without:
        config["responseMimeType"] = "application/json"
        if "responseJsonSchema" not in without:
            config["responseJsonSchema"] = request.schema
    resolution = None
    if "mediaResolution" not in without:
        resolution = f"MEDIA_RESOLUTION_{settings.media_resolution.upper()}"
    each = settings.media_resolution == _PER_PART
    if resolution is not None and not each:
        config["mediaResolution"] = resolution
    parts = [_part(part, resolution if each else None) for part in request.parts]
    content = {
        "systemInstruction": {"parts": [{"text": request.system}]},
        "contents": [{"role": "user", "parts": parts}],
        "generationConfig": config,
    }
    sent = _sent(model, config, resolution)
    return Body(content=content, sent=sent, without=without)


def _sent(
    model: str, config: Mapping[str, Any], resolution: str | None
) -> dict[str, Any]:
    sent = {"model": model, **config}
    if "responseJsonSchema" in sent:
        sent["responseJsonSchema"] = "as requested"
    if resolution is not None:
        sent["mediaResolution"] = resolution
    return sent


def _part(part: Text | Picture, resolution: str | None) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"text": part.text}
    data = {"inlineData": {"mimeType": "image/png", "data": part.base64}}
    return data | ({"mediaResolution": {"level": resolution}} if resolution else {})


def _in_use(sent: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(sent) - {"model"}


def _read(payload: Any) -> Reply:
    top = Fields(payload, "the response")
    text, reason, finish = _answer(top)
    counts = top.beside("usageMetadata")
    return Reply(
        text=text,
        finish=finish,
        reason=reason,
        model=top.text("modelVersion", ""),
        usage=usage(
            input_tokens=counts.count("promptTokenCount"),
            output_tokens=_written(counts),
        ),
    )


def _answer(top: Fields) -> tuple[str, str, str]:
    """Return the text, and why it ended in the provider's words and in ours."""
    blocked = top.inner("promptFeedback", {}).text("blockReason", "")
    if blocked:
        return "", blocked, "refusal"
    candidates = top.items("candidates")
    if len(candidates) != 1:
        raise ReplyError(f"the response: 'candidates' holds {len(candidates)}, not one")
    reason = candidates[0].text("finishReason", "")
    parts = candidates[0].inner("content", {}).items("parts", [])
    texts = [part.text("text", "") for part in parts if not part.flag("thought")]
    return "".join(texts), reason, _FINISHES.get(reason, "other")


def _written(counts: Fields) -> int | None:
    answer, thoughts = map(counts.count, ("candidatesTokenCount", "thoughtsTokenCount"))
    if answer is None and thoughts is None:
        return None
    return (answer or 0) + (thoughts or 0)


PROVIDER = Provider(
    name="gemini",
    title="Gemini generateContent",
    base_url="https://generativelanguage.googleapis.com/v1beta",
    key_variable="GEMINI_API_KEY",
    path=lambda model: f"/models/{quote(model, safe='')}:generateContent",
    headers=_headers,
    body=_body,
    read=_read,
    words={
        "temperature": ("temperature",),
        "maxOutputTokens": ("maxOutputTokens", "max_output_tokens"),
        "responseJsonSchema": ("responseJsonSchema", "response_json_schema"),
        "responseMimeType": ("responseMimeType", "response_mime_type", "JSON mode"),
        "mediaResolution": ("mediaResolution", "media_resolution", "media resolution"),
    },
    in_use=_in_use,
)
