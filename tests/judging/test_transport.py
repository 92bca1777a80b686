"""Keys, addresses and one post to a server on this machine."""

import asyncio
import json
import pickle
import sys
from typing import Any
from urllib.parse import quote

import pytest

from eyechart.generator.errors import EyechartError, SpecError
from eyechart.judging.clients import load_provider
from eyechart.judging.clients.address import check_base_url
from eyechart.judging.clients.secret import KeyMissingError, Secret, read_secret
from eyechart.judging.clients.transport import (
    ClientMissingError,
    ConnectionFailedError,
    Response,
    open_client,
    post,
)

KEY = "sk-secret-0123456789"


def test_a_key_from_the_environment() -> None:
    secret = read_secret({"K": f" {KEY}\n"}, "K", needed=True)
    assert secret is not None
    assert secret.reveal() == KEY
    assert secret.hide_in(f"wrong key {KEY}!") == "wrong key ***!"
    assert read_secret({}, "K", needed=False) is None


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "variable K is not set; allowed: the key of your account"),
        ("  ", "variable K is not set"),
        ("sk-two words", "variable K holds blanks or characters outside ASCII"),
        ("sk-\u2013", "variable K holds blanks or characters outside ASCII"),
    ],
)
def test_keys_that_cannot_be_used(value: str | None, message: str) -> None:
    environment = {} if value is None else {"K": value}
    with pytest.raises(KeyMissingError, match=message) as caught:
        read_secret(environment, "K", needed=True)
    assert "sk-" not in str(caught.value)


def test_a_key_is_blotted_out_however_it_is_written() -> None:
    secret = Secret('sk/a"b+c\\0123')
    told = [
        secret.reveal(),
        json.dumps(secret.reveal()),
        json.dumps(secret.reveal()).replace("/", "\\/"),
        quote(secret.reveal(), safe=""),
    ]
    assert [secret.hide_in(text).strip('"') for text in told] == ["***"] * 4


@pytest.mark.parametrize("key", ["EMPTY", "model", "a", "key-1"])
def test_a_short_key_spoils_no_reply(key: str) -> None:
    reply = {"model": "m", "content": '{"model": 4, "a": 3}', "told": f"no {key}."}
    hidden = json.loads(Secret(key).hide_in(json.dumps(reply)))
    assert hidden == {**reply, "told": "no ***."}


@pytest.mark.parametrize("key", ["null", "true", "4", "0.5"])
def test_a_key_that_is_a_value_of_json_is_refused(key: str) -> None:
    with pytest.raises(KeyMissingError, match="K holds a number or a word of JSON"):
        read_secret({"K": key}, "K", needed=False)


def test_a_key_is_never_written() -> None:
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(Secret(KEY))
    assert not hasattr(Secret(KEY), "__dict__")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("localhost:8000", "'localhost:8000' is not an address; allowed: such as"),
        ("ftp://host/v1", "is not an address"),
        ("http://", "is not an address"),
        ("http://host:port/v1", "base URL is not an address"),
        ("http://a b/v1", "is not an address"),
        ("http://me:sk-1@host/v1", "holds a user, a query or a fragment"),
        ("http://host/v1?key=sk-1", "holds a user, a query or a fragment"),
        ("http://host/v1#sk-1", "holds a user, a query or a fragment"),
        ("http://[::1/v1", "base URL is not an address"),
        ("http://host/v1\x01", "is not an address"),
        ("http://host\u200b/v1", "is not an address"),
    ],
)
def test_addresses(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        check_base_url(text)
    assert "sk-1" not in str(caught.value)


@pytest.mark.parametrize("host", ["☃.net", "256.1.1.1"])
def test_addresses_that_no_host_has(host: str) -> None:
    with pytest.raises(
        SpecError, match=r"base URL 'http://.*' is not an address \(Inv"
    ):
        open_client(
            load_provider("openai"),
            None,
            base_url=check_base_url(f"http://{host}/v1"),
            seconds=1,
            connections=1,
        )


def test_without_httpx(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    provider = load_provider("openai")
    with pytest.raises(ClientMissingError, match=r"pip install 'eyechart\[hosted\]'"):
        open_client(provider, None, base_url="http://h", seconds=1, connections=1)


async def _asked(
    name: str, text: bytes | None, data: bytes = b"{}", seconds: float = 5.0
) -> tuple[Response | EyechartError, bytes]:
    """Post once to a server that sends `text`, or nothing until it is left alone.

    Returns what was found, and what the server saw.
    """
    seen = b""
    left, finished = asyncio.Event(), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal seen
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        seen = head + await reader.readexactly(length)
        if text is None:
            await left.wait()
        else:
            writer.write(text)
            await writer.drain()
        writer.close()
        await writer.wait_closed()
        finished.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    provider = load_provider(name)
    client = open_client(
        provider,
        Secret(KEY),
        base_url=f"http://127.0.0.1:{port}/v1",
        seconds=seconds,
        connections=1,
    )
    found: Response | EyechartError
    async with server, client:
        try:
            found = await post(client, provider.path("m"), data)
        except ConnectionFailedError as error:
            found = error
        left.set()
        await finished.wait()
    return found, seen


def told(found: Any) -> str:
    return f"{found!r} {found}"


LINES = {
    "openai": (b"POST /v1/chat/completions ", b"authorization: bearer " + KEY.encode()),
    "anthropic": (b"POST /v1/messages ", b"x-api-key: " + KEY.encode()),
    "gemini": (
        b"POST /v1/models/m:generateContent ",
        b"x-goog-api-key: " + KEY.encode(),
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_a_post(name: str) -> None:
    text = b"HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nwait"
    found, seen = asyncio.run(_asked(name, text, b'{"a": 1}'))
    assert isinstance(found, Response)
    assert (found.status, found.body) == (429, b"wait")
    assert found.headers["retry-after"] == "7"
    first, header = LINES[name]
    assert seen.startswith(first)
    assert header in seen.lower()
    assert b"content-type: application/json" in seen.lower()
    assert seen.endswith(b'{"a": 1}')
    assert KEY not in told(found)


def test_no_redirection_is_followed() -> None:
    text = (
        b"HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
    )
    found, _ = asyncio.run(_asked("gemini", text))
    assert isinstance(found, Response)
    assert found.status == 307


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (b"", "RemoteProtocolError"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort", "RemoteProtocolError"),
        (b"nonsense\r\n\r\n", "RemoteProtocolError"),
    ],
)
def test_connections_that_break(text: bytes, kind: str) -> None:
    found, _ = asyncio.run(_asked("openai", text))
    assert isinstance(found, ConnectionFailedError)
    assert found.kind == kind
    assert str(found) == f"no response ({kind})"
    assert found.__cause__ is None
    assert KEY not in told(found)


def test_a_server_that_is_silent() -> None:
    found, _ = asyncio.run(_asked("openai", None, seconds=0.1))
    assert isinstance(found, ConnectionFailedError)
    assert found.kind == "ReadTimeout"
