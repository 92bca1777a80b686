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
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeVar

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

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


def share_out(
    function: Callable[[Task], Answer],
    tasks: Sequence[Task],
    workers: int,
    *,
    joining: bool = False,
) -> Iterator[Answer]:
    """Yield ``function(task)`` for every task, in the order of the tasks.

    Parameters
    ----------
    function : callable
        Of a module, so that other processes can import it.
    tasks : sequence
        What to hand to it, one at a time.
    workers : int
        Processes; with 1 everything happens in this one.
    joining : bool
        Whether this process is one of them: it then works while the others start, and
        is lost itself where a task crashes.

    Yields
    ------
    object
        The answers.

    Raises
    ------
    WorkerError
        When a process is killed or crashes.
    Exception
        Whatever `function` raises, for the first task that fails.
    """
    if min(workers, len(tasks)) <= 1:
        yield from map(function, tasks)
        return
    crew = [_Worker() for _ in range(min(workers, len(tasks)) - joining)]
    work = _Work(function, tasks)
    threads = [threading.Thread(target=work.done_by, args=(one,)) for one in crew]
    for thread in threads:
        thread.start()
    try:
        for answer in work.answers:
            while joining and not answer.done() and work.next_by(function):
                pass
            yield answer.result()
    finally:
        work.waiting.clear()
        for worker in crew:
            worker.stop()
        for thread in threads:
            thread.join()


class _Work(Generic[Task, Answer]):
    """Tasks that wait, and answers in their order."""

    __slots__ = ("_function", "_tasks", "answers", "waiting")

    def __init__(
        self, function: Callable[[Task], Answer], tasks: Sequence[Task]
    ) -> None:
        self._function, self._tasks = function, tasks
        self.waiting = deque(range(len(tasks)))
        self.answers: list[Future[Answer]] = [Future() for _ in tasks]

    def done_by(self, worker: _Worker) -> None:
        """Hand tasks to a worker, once it has started, until none waits."""
        # What fails here fails again with the first task, and is told there.
        with suppress(Exception):
            worker.call(_ready, self._function)
        while self.next_by(partial(worker.call, self._function)):
            pass

    def next_by(self, call: Callable[[Task], Answer]) -> bool:
        """Do the next task; tell whether there was one."""
        try:
            i = self.waiting.popleft()
        except IndexError:
            return False
        try:
            self.answers[i].set_result(call(self._tasks[i]))
        except Exception as error:
            self.answers[i].set_exception(error)
        return True


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
