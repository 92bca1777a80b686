"""Answers of the hub."""

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Reply:
    """An answer: JSON, or bytes as they are."""

    status: int
    body: Any
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def data(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return json.dumps(self.body).encode()


def Refused(status: int, code: str, message: str) -> Reply:  # noqa: N802
    heads = {"X-Error-Code": code, "X-Error-Message": message}
    return Reply(status, {"error": message}, heads)


class Flaw(Exception):  # noqa: N818
    """A request that is answered with a refusal."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply


def flawed(status: int, code: str, message: str) -> Flaw:
    return Flaw(Refused(status, code, message))
