"""Questions and the form of their answer, in words and as a JSON schema."""

from collections.abc import Sequence
from typing import Any, TypeVar

from ..rubric import RATIONALE, Criterion

_Form = TypeVar("_Form")

RATIONALES = ("first", "last", "none")
"""Where an answer gives its reason."""


def questions(criteria: Sequence[Criterion]) -> str:
    """Return the questions, each with what its scores mean."""
    return "\n\n".join(map(_question, criteria))


def _question(criterion: Criterion) -> str:
    lines = [f"{criterion.name}: {criterion.question}"]
    lines += [f"{score} = {meaning}" for score, meaning in criterion.anchors]
    return "\n".join(lines)


def answer(criteria: Sequence[Criterion], low: int, high: int, rationale: str) -> str:
    """Return what an answer has to look like."""
    keys = [(c.name, _form(c, low, high)) for c in criteria]
    lines = [f'"{name}": {form}' for name, form in _ordered(keys, rationale, _REASON)]
    return "\n".join(
        ["Answer with one JSON object and nothing else. Its keys are:", *lines]
    )


_REASON = "one or two sentences that say why"


def _form(criterion: Criterion, low: int, high: int) -> str:
    if criterion.boolean:
        return "true or false"
    if criterion.choices:
        *others, last = (f'"{label}"' for label, _ in criterion.choices)
        return f"{', '.join(others)} or {last}"
    return f"a whole number from {low} to {high}"


def schema(
    criteria: Sequence[Criterion], low: int, high: int, rationale: str
) -> dict[str, Any]:
    """Return the JSON schema of an answer.

    It keeps to what all providers take: types, enumerations, every key
    required. Bounds of numbers are refused by some.
    """
    keys = [(c.name, _type(c, low, high)) for c in criteria]
    properties = dict(_ordered(keys, rationale, {"type": "string"}))
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _type(criterion: Criterion, low: int, high: int) -> dict[str, Any]:
    if criterion.boolean:
        return {"type": "boolean"}
    if criterion.choices:
        return {"type": "string", "enum": [label for label, _ in criterion.choices]}
    return {"type": "integer", "enum": list(range(low, high + 1))}


def _ordered(
    keys: list[tuple[str, _Form]], rationale: str, reason: _Form
) -> list[tuple[str, _Form]]:
    extra = [(RATIONALE, reason)]
    if rationale == "none":
        return keys
    return extra + keys if rationale == "first" else keys + extra
