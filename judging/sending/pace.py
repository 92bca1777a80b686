"""Rates that are kept: so many a minute, evenly."""

import asyncio
import contextlib
import time
from collections.abc import Callable

_MINUTE = 60.0


class Pace:
    """Lets through so many a minute, none of them in bursts.

    Parameters
    ----------
    per_minute : float or None
        How many; None for any number.
    clock : callable
        Seconds that never run back.
    """

    def __init__(
        self, per_minute: float | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._free = 0.0

    def delay(self, amount: float = 1.0) -> float:
        """Return how long to wait, s, before `amount` may pass, and count it.

        Examples
        --------
        >>> pace = Pace(60, clock=lambda: 100.0)
        >>> pace.delay(), pace.delay(3), pace.delay()
        (0.0, 1.0, 4.0)
        """
        if self._per_minute is None:
            return 0.0
        now = self._clock()
        start = max(now, self._free)
        self._free = start + amount * _MINUTE / self._per_minute
        return start - now


class Stop:
    """Whether the run is to end, and why; whoever waits is woken."""

    def __init__(self) -> None:
        self.reason = ""
        self._event = asyncio.Event()

    def set(self, reason: str) -> None:
        """End the run; the first reason stays."""
        self.reason = self.reason or reason
        self._event.set()

    def __bool__(self) -> bool:
        """Tell whether the run is to end."""
        return self._event.is_set()

    async def sleep(self, seconds: float) -> bool:
        """Wait, or until the run is to end; tell whether it goes on."""
        if seconds > 0 and not self:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._event.wait(), seconds)
        return not self
