"""What happens in a run, counted."""

import time
from collections import Counter
from collections.abc import Mapping

from ..asking.estimate import Estimate


class Tally:
    """Counts of one run.

    Attributes
    ----------
    sent : int
        Requests, those that failed among them.
    done : int
        Requests that brought an answer, or failed for good.
    failures : Counter
        Failed requests by kind, whether or not they were sent again.
    tokens : Counter
        As reported, in and out.
    dropped : set of str
        Settings that the model refuses.
    checked, disagreeing : int
        Answers whose reported tokens were held against what is published about
        the model's pictures, and those that cannot be true of them.
    """

    def __init__(self) -> None:
        self.sent = 0
        self.done = 0
        self.failures: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.dropped: set[str] = set()
        self.checked = self.disagreeing = 0
        self._start = time.monotonic()

    def reported(self, usage: Mapping[str, int], reckoned: Estimate) -> None:
        """Count reported tokens, and whether they fit what was sent."""
        self.tokens.update(usage)
        if "input_tokens" in usage and reckoned.low is not None:
            self.checked += 1
            self.disagreeing += not reckoned.agrees(usage["input_tokens"])

    @property
    def per_second(self) -> float:
        """Requests done in a second."""
        return self.done / max(1e-9, time.monotonic() - self._start)

    def failed(self) -> str:
        """Return failures by kind in words; empty when there are none."""
        return ", ".join(f"{n} {kind}" for kind, n in sorted(self.failures.items()))
