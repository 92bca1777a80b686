"""Processes that share out work, and die with whoever started them.

The processes are started as plain interpreters that are fed through pipes. They
never import the script that started them, so a script without a main guard
is safe, and a killed parent closes the pipes, which ends them at once; pools of
the standard library leave theirs waiting for ever.
"""

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Self, TypeVar

from .errors import EyechartError

Task = TypeVar("Task")
Answer = TypeVar("Answer")

Progress = Callable[[int, int], None]
"""Called with the number of stimuli done and their total."""

# A parent that ends while its workers start has nothing left for them to do.
_BOOT = f"""
import pickle, sys
try:
    sys.path[:] = pickle.load(sys.stdin.buffer)
except EOFError:
    sys.exit(0)
from {__name__} import serve
serve()
"""


class WorkerError(EyechartError, RuntimeError):
    """A worker process ended before its work was done."""


def usable_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Worker:
    """One process that answers one call after another."""

    __slots__ = ("_process",)

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BOOT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is the parent's to handle
        )
        self._send(sys.path)

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        # A dead process is told of by the answer that does not come.
        with suppress(BrokenPipeError, ValueError):
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()

    def call(self, function: Callable[[Task], Answer], task: Task) -> Answer:
        assert self._process.stdout is not None
        self._send((function, task))
        try:
            good, answer = pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError, ValueError) as error:
            code = self._process.wait()
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            raise WorkerError(
                f"a worker process ended before its work was done ({how}); "
                "run the same command again"
            ) from error
        if not good:
            raise answer
        result: Answer = answer
        return result

    def kill(self) -> None:
        self._process.kill()

    def stop(self) -> None:
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


class Crew:
    """Processes that work until the block that hired them ends.

    They start while the block goes on: whoever knows early that there will be work
    need not wait for it.

    Examples
    --------
    >>> with Crew() as crew:
    ...     crew.hire(2, abs)
    ...     # something else, while they start
    ...     list(crew.share_out(abs, [-1, -2, -3]))
    [1, 2, 3]
    """

    __slots__ = ("_threads", "_waiting", "_workers")

    def __init__(self) -> None:
        self._workers: list[_Worker] = []
        self._threads: list[threading.Thread] = []
        self._waiting: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            self._waiting.put(None)
            worker.kill()
        for worker, thread in zip(self._workers, self._threads, strict=True):
            worker.stop()
            thread.join()

    def __len__(self) -> int:
        return len(self._workers)

    def hire(self, number: int, function: Callable[[Any], Any]) -> None:
        """Start processes until there are `number`; they load the function's module."""
        for _ in range(len(self), number):
            worker = _Worker()
            thread = threading.Thread(
                target=self._busy,
                args=(worker, function),
                daemon=True,  # not waited for when an interrupt leaves it behind
            )
            thread.start()
            self._workers.append(worker)
            self._threads.append(thread)

    def share_out(
        self,
        function: Callable[[Task], Answer],
        tasks: Iterable[Task],
        *,
        joining: bool = False,
    ) -> Iterator[Answer]:
        """Yield ``function(task)`` for every task, in the order of the tasks.

        Parameters
        ----------
        function : callable
            Of a module, so that other processes can import it.
        tasks : iterable
            What to hand to it, one at a time.
        joining : bool
            Whether this process works as well: it is needed where nobody was hired, and
            is lost itself where a task crashes.

        Raises
        ------
        WorkerError
            When a process is killed or crashes.
        Exception
            Whatever `function` raises, for the first task that fails.
        """
        jobs = [_Job(function, task) for task in tasks]
        for job in jobs:
            self._waiting.put(job)
        try:
            for job in jobs:
                while joining and not job.answer.done() and self._next():
                    pass
                yield job.answer.result()
        finally:
            for job in jobs:
                job.answer.cancel()

    def _busy(self, worker: _Worker, function: Callable[[Any], Any]) -> None:
        """Hand jobs to a worker, once it has started."""
        # What fails here fails again with the first job, and is told there.
        with suppress(Exception):
            worker.call(_ready, function)
        while (job := self._waiting.get()) is not None:
            job.done_by(worker.call)

    def _next(self) -> bool:
        """Do the next job here; tell whether there was one."""
        with suppress(queue.Empty):
            job = self._waiting.get_nowait()
            if job is not None:
                job.done_by(_call)
                return True
        return False


class _Job:
    """A task, and the answer to come."""

    __slots__ = ("_function", "_task", "answer")

    def __init__(self, function: Callable[[Any], Any], task: object) -> None:
        self._function, self._task = function, task
        self.answer: Future[Any] = Future()

    def done_by(self, call: Callable[[Callable[[Any], Any], Any], Any]) -> None:
        """Do the task, unless nobody waits for its answer any more."""
        if not self.answer.set_running_or_notify_cancel():
            return
        try:
            self.answer.set_result(call(self._function, self._task))
        except Exception as error:
            self.answer.set_exception(error)


def share_out(
    function: Callable[[Task], Answer], tasks: Sequence[Task], workers: int
) -> Iterator[Answer]:
    """Yield ``function(task)`` for every task from so many processes.

    As `Crew.share_out` does; with one worker everything happens in this process.
    """
    if min(workers, len(tasks)) <= 1:
        yield from map(function, tasks)
        return
    with Crew() as crew:
        crew.hire(min(workers, len(tasks)), function)
        yield from crew.share_out(function, tasks)


def _call(function: Callable[[Any], Any], task: object) -> object:
    return function(task)


def _ready(function: Callable[[Any], Any]) -> None:
    """Do nothing: to be asked for it, a process has loaded the function's module."""


def _receive(tasks: "queue.SimpleQueue[Any]") -> None:
    try:
        while True:
            tasks.put(pickle.load(sys.stdin.buffer))
    except EOFError:
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _answer(function: Callable[[Any], Any], task: object) -> bytes:
    try:
        return pickle.dumps((True, function(task)))
    except Exception as error:
        if not isinstance(error, EyechartError):
            error.add_note(traceback.format_exc())
        return pickle.dumps((False, error))


def serve() -> None:
    """Answer the calls that come in on standard input until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not end up among the answers
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(tasks,), daemon=True).start()
    while True:
        function, task = tasks.get()
        try:
            answers.write(_answer(function, task))
            answers.flush()
        except BrokenPipeError:  # nobody is left to read it
            os._exit(0)
