"""Many requests at a time, none of them left behind."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence

from ..asking.task import Task
from ..keeping.rows import Outcome
from .retry import RunStoppedError
from .sender import Sender

_PATIENCE_AT_FIRST = 3
_PATIENCE = 25
"""Requests in a row that may fail for good, before any succeeded and after."""

Done = Callable[[Task, Outcome], None]


class _Crew:
    def __init__(self, sender: Sender, tasks: Sequence[Task], done: Done) -> None:
        self._sender = sender
        self._tasks = iter(tasks)
        self._done = done
        self._row = 0
        self.error: Exception | None = None

    async def first(self) -> None:
        """Send one at a time until one succeeds.

        A wrong key or a refused setting is thus met once, and not by all.
        """
        note = ""
        for _ in range(_PATIENCE_AT_FIRST):
            outcome = await self._next(0)
            if outcome is None or outcome.reply is not None:
                return
            note = outcome.note
        raise RunStoppedError(
            f"the first {_PATIENCE_AT_FIRST} requests failed, the last with {note!r}"
        )

    async def work(self, line: int) -> None:
        """Send one after the other until there are none, or the run ends."""
        try:
            while await self._next(line) is not None:
                if self._row >= _PATIENCE:
                    raise RunStoppedError(
                        f"{self._row} requests in a row failed; run the same command "
                        "again to ask what is missing"
                    )
        except Exception as error:
            # The others end what they are doing; what they get is kept.
            self.error = self.error or error
            self._sender.stop.set("error")

    async def _next(self, line: int) -> Outcome | None:
        task = None if self._sender.stop else next(self._tasks, None)
        outcome = None if task is None else await self._sender.ask(task, line)
        if task is None or outcome is None:
            return None
        self._row = 0 if outcome.reply is not None else self._row + 1
        self._sender.tally.done += 1
        self._done(task, outcome)
        return outcome


async def send_all(sender: Sender, tasks: Sequence[Task], done: Done) -> None:
    """Send requests in order, as many at a time as there are clients.

    The first Ctrl-C, or termination, lets those under way end; the second does
    not.

    Parameters
    ----------
    sender : Sender
        By which.
    tasks : sequence of Task
        What.
    done : callable
        Called as ``done(task, outcome)`` when one has ended.

    Raises
    ------
    EyechartError
        What ended the run, after all that was under way has ended.
    """
    crew = _Crew(sender, tasks, done)
    with _drained(sender):
        await crew.first()
        lines = range(len(sender.clients))
        workers = [asyncio.create_task(crew.work(line)) for line in lines]
        await asyncio.gather(*workers)
    if crew.error is not None:
        raise crew.error


@contextlib.contextmanager
def _drained(sender: Sender) -> Iterator[None]:
    """Turn the first signal into the end of the run, the second into a break."""
    loop = asyncio.get_running_loop()
    running = asyncio.current_task()
    signals = (signal.SIGINT, signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle() -> None:
        if sender.stop.reason == "interrupted" and running is not None:
            running.cancel()
        sender.stop.set("interrupted")

    handled = []
    for number in signals:
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, handle)
            handled.append(number)
    try:
        yield
    finally:
        for number in handled:
            loop.remove_signal_handler(number)
