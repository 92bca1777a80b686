"""What Inspect calls while a task runs: asking, and reading what is replied."""

import math
from collections.abc import Awaitable, Callable
from typing import Any

from ..importing.replied import read_answer
from ..protocol import open_protocol
from ..requests.wording import schema

FINISHES = {
    "stop": "stop",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "refusal",
    "tool_calls": "other",
    "unknown": "other",
}
"""Why a model stopped, from Inspect's words to those of `read_reply`."""

Step = Callable[[Any, Any], Awaitable[Any]]


def ask(protocol: str) -> Step:
    """Return a solver that asks once, for the form of answer that a protocol wants.

    Parameters
    ----------
    protocol : str
        Its name, or the path of its file.
    """
    from inspect_ai.model import ResponseSchema
    from inspect_ai.util import JSONSchema

    opened = open_protocol(protocol)
    low, high = opened.scale_min, opened.scale_max

    async def solve(state: Any, generate: Any) -> Any:
        if not opened.settings.structured:
            return await generate(state)
        criteria = opened.asks[state.metadata["ask"]].criteria
        form = schema(criteria, low, high, opened.rationale)
        wanted = ResponseSchema(
            name="answer", json_schema=JSONSchema.model_validate(form), strict=True
        )
        return await generate(state, response_schema=wanted)

    return solve


def reply(protocol: str) -> Step:
    """Return a scorer that reads a reply as `eyechart judge` does.

    Its value has a number for each criterion of the protocol, NaN where a sample
    does not ask about it. A reply that carries no score is unscored, its status
    being the reason. Inspect leaves both out of its means.

    Parameters
    ----------
    protocol : str
        Its name, or the path of its file.
    """
    from inspect_ai.scorer import Score

    opened = open_protocol(protocol)

    async def score(state: Any, target: Any) -> Any:  # noqa: ARG001
        asked = opened.asks[state.metadata["ask"]]
        text = state.output.completion
        reading = read_answer(opened, asked, text, FINISHES[state.output.stop_reason])
        told = {"status": reading.status, "note": reading.note}
        if not reading.scores:
            return Score.unscored(
                reason=reading.status,
                answer=text,
                explanation=reading.note,
                metadata=told,
            )
        value = {
            c.name: float(reading.scores.get(c.name, math.nan)) for c in opened.criteria
        }
        return Score(value=value, answer=text, metadata=told)

    return score
