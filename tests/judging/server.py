"""A provider on this machine that misbehaves on command.

It speaks the forms of OpenAI, Anthropic and Gemini, and answers what the schema
in a request asks for, with values that follow from the request alone. Run as a
program it prints its port; ``GET /log`` tells what it has seen.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from email.utils import formatdate
from typing import Any

Fault = str | None
Plan = Callable[[int, str], Fault]
"""``plan(n, digest)`` is what happens to the n-th request, counted from 0."""

AGAIN = (
    "429",
    "429 after",
    "429 date",
    "500",
    "529",
    "drop",
    "cut",
    "html",
    "half json",
    "no choices",
)
"""Faults after which a client has to ask again."""

ODD = ("refusal", "prose", "six", "truncated", "empty", "thinking", "slow")
"""Replies that are replies."""


def schema_of(body: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the answer, in whichever form it stands."""
    found = (
        body.get("response_format", {}).get("json_schema", {}).get("schema")
        or body.get("output_config", {}).get("format", {}).get("schema")
        or body.get("generationConfig", {}).get("responseJsonSchema")
    )
    return found or {"properties": {}}


def answer_to(body: dict[str, Any], digest: str) -> dict[str, Any]:
    """Return an answer that follows from the request alone."""
    values: dict[str, Any] = {}
    for name, form in schema_of(body)["properties"].items():
        draw = int(hashlib.sha256(f"{digest} {name}".encode()).hexdigest(), 16)
        if "enum" in form:
            values[name] = form["enum"][draw % len(form["enum"])]
        else:
            values[name] = draw % 2 == 0 if form["type"] == "boolean" else "as seen"
    return values


def told(values: dict[str, Any], fault: Fault) -> tuple[str, str]:
    """Return the text of a reply and why it ended."""
    text = json.dumps(values)
    if fault == "refusal":
        return "I'm sorry, but I can't help with that.", "stop"
    if fault == "prose":
        return f"Here is my answer:\n```json\n{text}\n```\nI hope it helps.", "stop"
    if fault == "six":
        grown = {k: 6 if type(v) is int else v for k, v in values.items()}
        return json.dumps(grown), "stop"
    if fault == "truncated":
        return text[: len(text) // 2], "length"
    if fault == "empty":
        return "", "stop"
    if fault == "thinking":
        return f"<think>{{}} or 1?</think>{text}", "stop"
    return text, "stop"


def envelope(path: str, text: str, finish: str, number: int) -> dict[str, Any]:
    """Return a reply in the form of the provider whose path it is."""
    if path.endswith("/messages"):
        reason = {"stop": "end_turn", "length": "max_tokens"}[finish]
        return {
            "id": "msg_same",
            "model": "served",
            "content": [{"type": "text", "text": text}],
            "stop_reason": reason,
            "usage": {"input_tokens": 2400, "output_tokens": 60},
        }
    if path.endswith(":generateContent"):
        reason = {"stop": "STOP", "length": "MAX_TOKENS"}[finish]
        parts = [{"text": text}]
        return {
            "candidates": [{"content": {"parts": parts}, "finishReason": reason}],
            "modelVersion": "served",
            "usageMetadata": {"promptTokenCount": 2400, "candidatesTokenCount": 60},
        }
    return {
        # The same for all: who tells replies apart by it, loses some.
        "id": "chatcmpl-same",
        "model": "served",
        "choices": [{"message": {"content": text}, "finish_reason": finish}],
        "usage": {"prompt_tokens": 2400, "completion_tokens": 60},
    }


class Server:
    """The provider.

    Parameters
    ----------
    plan : callable
        What goes wrong.
    seconds : float
        How long a reply takes.
    refuses : str
        A setting that is refused, as some models do.
    """

    def __init__(
        self,
        plan: Plan = lambda n, digest: None,
        *,
        seconds: float = 0.0,
        refuses: str = "",
    ) -> None:
        self.plan = plan
        self.seconds = seconds
        self.refuses = refuses
        self.requests = 0
        self.faults: Counter[str] = Counter()
        self.replies: Counter[str] = Counter()
        self.now = self.most = 0
        self.headers: list[str] = []
        self.bodies: list[bytes] = []
        self.keep = False
        self.port = 0

    @property
    def log(self) -> dict[str, Any]:
        """What was seen."""
        return {
            "requests": self.requests,
            "faults": sum(self.faults.values()),
            "kinds": dict(self.faults),
            "replied": sum(self.replies.values()),
            "different": len(self.replies),
            "most": self.most,
        }

    async def start(self) -> asyncio.Server:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=1 << 22)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _serve(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(
            ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError
        ):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                method, path, _ = head.split(" ", 2)
                if method == "GET":
                    await self._send(writer, 200, json.dumps(self.log).encode())
                    continue
                length = int(head.lower().split("content-length:")[1].split("\r\n")[0])
                body = await reader.readexactly(length)
                self.headers.append(head)
                if self.keep:
                    self.bodies.append(body)
                self.now += 1
                self.most = max(self.most, self.now)
                try:
                    going = await self._answer(writer, path, body)
                finally:
                    self.now -= 1
                if not going:
                    break
        writer.close()

    async def _answer(
        self, writer: asyncio.StreamWriter, path: str, body: bytes
    ) -> bool:
        digest = hashlib.sha256(body).hexdigest()
        number = self.requests
        self.requests += 1
        if self.refuses and f'"{self.refuses}"'.encode() in body:
            self.faults["refused"] += 1
            error = {"message": f"Unsupported parameter: '{self.refuses}'"}
            await self._send(writer, 400, json.dumps({"error": error}).encode())
            return True
        fault = self.plan(number, digest)
        if self.seconds:
            await asyncio.sleep(self.seconds)
        if fault in AGAIN or (fault and fault.isdigit()):
            self.faults[fault] += 1
            return await self._fail(writer, fault)
        values = answer_to(json.loads(body), digest)
        text, finish = told(values, fault)
        reply = json.dumps(envelope(path, text, finish, number)).encode()
        if fault == "slow":
            await self._drip(writer, reply)
        else:
            await self._send(writer, 200, reply)
        self.replies[digest] += 1
        return True

    async def _fail(self, writer: asyncio.StreamWriter, fault: str) -> bool:
        if fault == "drop":
            return False
        if fault == "cut":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{")
            await writer.drain()
            return False
        if fault == "html":
            await self._send(writer, 200, b"<html>busy</html>", kind="text/html")
        elif fault == "half json":
            await self._send(writer, 200, b'{"choices": [{"message": {"content": "{')
        elif fault == "no choices":
            await self._send(writer, 200, b'{"choices": [], "content": 1}')
        else:
            extra = ""
            if fault == "429 after":
                extra = "Retry-After: 1\r\n"
            elif fault == "429 date":
                extra = f"Retry-After: {formatdate(usegmt=True)}\r\n"
            error = {"error": {"message": "not now", "type": "busy"}}
            status = int(fault.split()[0])
            await self._send(writer, status, json.dumps(error).encode(), extra=extra)
        return True

    async def _send(
        self,
        writer: asyncio.StreamWriter,
        status: int,
        body: bytes,
        *,
        extra: str = "",
        kind: str = "application/json",
    ) -> None:
        head = f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\n{extra}"
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()

    async def _drip(self, writer: asyncio.StreamWriter, body: bytes) -> None:
        writer.write(f"HTTP/1.1 200 X\r\nContent-Length: {len(body)}\r\n\r\n".encode())
        for start in range(0, len(body), 100):
            writer.write(body[start : start + 100])
            await writer.drain()
            await asyncio.sleep(0.005)


def rated(rate: float, seed: int = 0, kinds: tuple[str, ...] = AGAIN) -> Plan:
    """Return a plan in which a share of the requests meets a fault."""

    def plan(n: int, digest: str) -> Fault:
        draw = int(hashlib.sha256(f"{seed} {n} {digest}".encode()).hexdigest(), 16)
        if (draw % 10_000) >= rate * 10_000:
            return None
        return kinds[draw // 10_000 % len(kinds)]

    return plan


def scripted(*faults: Fault) -> Plan:
    """Return a plan in which the first requests meet these faults, in order."""
    return lambda n, _: faults[n] if n < len(faults) else None


@contextlib.contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Run a server in a thread."""
    ready = threading.Event()
    ending: list[Callable[[], object]] = []

    async def run() -> None:
        over, loop = asyncio.Event(), asyncio.get_running_loop()
        ending.append(lambda: loop.call_soon_threadsafe(over.set))
        listening = await server.start()
        ready.set()
        await over.wait()
        listening.close()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    ready.wait()
    try:
        yield server
    finally:
        ending[0]()
        thread.join()


async def _main(server: Server) -> None:
    listening = await server.start()
    sys.stdout.write(f"{server.port}\n")
    sys.stdout.flush()
    async with listening:
        await listening.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=0.0)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    asyncio.run(_main(Server(rated(given.rate, given.seed), seconds=given.seconds)))
