"""Which setting a model refuses, from the error that it sends."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .provider import Body, Provider

_STATUSES = (400, 422)
_REFUSED = re.compile(
    r"unsupported|(?:not|n't) (?:currently )?support|deprecated|no longer|removed|"
    r"unknown|unrecogni[sz]ed|unexpected|cannot find field|extra (?:inputs|fields)|"
    r"not (?:permitted|allowed|available|enabled|compatible|implemented)|"
    r"only the default|must be (?:unset|omitted)|cannot be (?:used|set|specified)",
    re.IGNORECASE,
)
"""Words of such errors, from reports about many models and servers."""

_DEEPEST = 8


def refused_setting(
    provider: Provider, body: Body, status: int, payload: Any
) -> str | None:
    """Return the setting that a model refuses; None when the error is another.

    Values that are out of bounds and requests that are too long are other
    errors. What is returned goes into `without` of the next try, and is seen in
    the record: it is requested and not sent.

    Parameters
    ----------
    provider, body : Provider, Body
        Who was asked, and what.
    status : int
        HTTP status of the response.
    payload : object
        Its decoded JSON.
    """
    if status not in _STATUSES:
        return None
    told = " ".join(_strings(payload, _DEEPEST))
    if not _REFUSED.search(told):
        return None
    used = provider.in_use(body.sent)
    for setting, words in provider.words.items():
        if setting in used and any(_mentions(told, word) for word in words):
            return setting
    return None


def _mentions(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _strings(value: Any, depth: int) -> Iterator[str]:
    """Return the texts of an error, but not its keys, some of which are settings."""
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, list | Mapping):
        inner = value.values() if isinstance(value, Mapping) else value
        for item in inner:
            yield from _strings(item, depth - 1)
