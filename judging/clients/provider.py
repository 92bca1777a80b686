"""What a provider is: how it is asked, and how its replies are read."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..requests.request import Request
from .secret import Secret

_LONG = 4096
_PLAIN = bytes(set(range(0x20, 0x7F)) - set(b'"\\'))
"""Characters that JSON shows as they are."""


def _mark(number: int) -> str:
    return f"\0{number}\0"


def _marked(value: Any, pictures: list[str]) -> Any:
    """Return JSON with marks for long plain texts, which are put into `pictures`.

    Encoding pictures letter by letter takes longer than sending them.
    """
    if isinstance(value, Mapping):
        return {name: _marked(inner, pictures) for name, inner in value.items()}
    if isinstance(value, list):
        return [_marked(inner, pictures) for inner in value]
    if not isinstance(value, str) or len(value) < _LONG or not _is_plain(value):
        return value
    pictures.append(value)
    return _mark(len(pictures) - 1)


def _is_plain(text: str) -> bool:
    """Tell whether JSON shows a text as it is."""
    return text.isascii() and not text.encode("ascii").translate(None, _PLAIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A request in a provider's form.

    Attributes
    ----------
    content : mapping
        The JSON to post.
    sent : mapping
        The settings in it, in the provider's words.
    without : frozenset of str
        Settings that were to be left out.
    """

    content: Mapping[str, Any] = field(repr=False)
    sent: Mapping[str, Any]
    without: frozenset[str] = frozenset()

    def encode(self) -> bytes:
        """Return the bytes to post."""
        pictures: list[str] = []
        text = json.dumps(_marked(self.content, pictures), allow_nan=False)
        parts, rest = [], text
        for number, picture in enumerate(pictures):
            before, found, rest = rest.partition(json.dumps(_mark(number)))
            parts += [before, '"', picture, '"']
            if not found or text.count(json.dumps(_mark(number))) > 1:
                return json.dumps(self.content, allow_nan=False).encode("ascii")
        return "".join([*parts, rest]).encode("ascii")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model replied.

    Attributes
    ----------
    text : str
        What it wrote, thoughts that the provider keeps apart left out.
    finish : str
        One of `replies.reading.FINISHES`.
    reason : str
        Why it stopped, in the provider's words; empty when it does not say.
    model : str
        Which model replied; empty when the provider does not say.
    usage : mapping
        ``"input_tokens"`` and ``"output_tokens"``, thoughts included, as far
        as the provider reports them.
    """

    text: str
    finish: str
    reason: str
    model: str
    usage: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A registered provider.

    Attributes
    ----------
    name, title : str
        Registered name, equal to the file's; for people.
    base_url : str
        Its own address.
    key_variable : str
        Environment variable that holds the key for that address.
    path : callable
        ``path(model)`` is what follows the address.
    headers : callable
        ``headers(secret)`` are those of a request.
    body : callable
        ``body(request, model, without)`` makes a `Body` that leaves out the
        settings named in `without`, keys of `words`.
    read : callable
        ``read(payload)`` makes a `Reply` of decoded JSON and raises a
        `ReplyError` when it is none.
    words : mapping
        Settings that may be left out, in the order in which they are tried,
        and the names under which errors speak of them.
    in_use : callable
        ``in_use(sent)`` are those keys of `words` that stand behind
        ``Body.sent``.
    superseded : frozenset of str
        Keys of `words` that are left out at the provider's own address, where
        a newer name says the same.
    declines : callable
        ``declines(payload)`` tells whether the JSON of an error is a refusal to
        look at what was sent; `read` makes a `Reply` of it.
    """

    name: str
    title: str
    base_url: str
    key_variable: str
    path: Callable[[str], str]
    headers: Callable[[Secret | None], dict[str, str]]
    body: Callable[[Request, str, frozenset[str]], Body]
    read: Callable[[Any], Reply]
    words: Mapping[str, tuple[str, ...]]
    in_use: Callable[[Mapping[str, Any]], frozenset[str]]
    superseded: frozenset[str] = frozenset()
    declines: Callable[[Any], bool] = lambda _: False

    def without(self, base_url: str) -> frozenset[str]:
        """Return what is left out at an address before anything was refused."""
        return self.superseded if base_url == self.base_url else frozenset()
