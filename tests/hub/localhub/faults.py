"""Faults that a hub can be told to have."""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

Answer = tuple[int, dict[str, str]]


@dataclass
class Fault:
    """What happens to requests that match, the first so many times.

    Attributes
    ----------
    answer : (int, mapping) or None
        Status and headers to answer with.
    hang : bool
        Never answer.
    first : callable or None
        Done before the request is served as usual.
    """

    method: str
    path: str
    times: int = 1
    answer: Answer | None = None
    hang: bool = False
    first: Callable[[], None] | None = None
    met: threading.Event = field(default_factory=threading.Event)

    def fits(self, method: str, path: str) -> bool:
        return (
            self.times > 0
            and method == self.method
            and re.search(self.path, path) is not None
        )
