"""Work shared out to processes comes back in order, or fails in one sentence."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eyechart.generator.errors import CorpusError
from eyechart.generator.workers import _BOOT, Crew, WorkerError, share_out


def _kill_self(task: int) -> int:
    if task == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def test_a_killed_worker_is_one_sentence():
    answers = share_out(_kill_self, [0, 1, 2, 3, 4, 5], 2)
    with pytest.raises(WorkerError, match=r"^a worker process ended .*\(signal 9\); "):
        list(answers)


def _complain(task: int) -> int:
    print("not an answer")  # noqa: T201
    if task == 1:
        raise CorpusError("one")
    if task == 3:
        raise ZeroDivisionError("three")
    return task * task


def test_answers_and_errors_come_in_the_order_of_tasks():
    assert list(share_out(_complain, [5, 0, 2, 4], 3)) == [25, 0, 4, 16]
    answers = share_out(_complain, [4, 1, 3], 2)
    assert next(answers) == 16
    with pytest.raises(CorpusError, match=r"^one$"):
        next(answers)
    with pytest.raises(ZeroDivisionError) as caught:
        list(share_out(_complain, [0, 3], 2))
    assert "test_workers.py" in caught.value.__notes__[0]


def test_fresh_interpreter_without_a_script():
    """Rendering from standard input must neither hang nor look for a file."""
    code = "from eyechart.generator.workers import share_out\n"
    code += "print(list(share_out(abs, [-1, -2, -3], 2)))\n"
    done = subprocess.run(
        [sys.executable, "-"],
        input=code,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (done.stdout, done.stderr) == ("[1, 2, 3]\n", "")


def test_a_worker_whose_parent_is_gone_says_nothing():
    done = subprocess.run(
        [sys.executable, "-c", _BOOT], stdin=subprocess.DEVNULL, capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def _pid(task: int) -> int:
    time.sleep(0.05)
    return os.getpid()


def test_this_process_works_as_well_when_it_joins():
    own = os.getpid()
    alone = set(share_out(_pid, range(8), 2))
    assert own not in alone
    assert len(alone) == 2
    with Crew() as crew:
        crew.hire(1, _pid)
        both = list(crew.share_out(_pid, range(100), joining=True))
    # While the other starts, this one has begun.
    assert both[0] == own
    assert len(set(both)) == 2


def test_a_crew_of_nobody_is_this_process():
    with Crew() as crew:
        crew.hire(0, _pid)
        assert set(crew.share_out(_pid, range(3), joining=True)) == {os.getpid()}


def test_a_crew_starts_before_there_is_work_and_stays_for_more():
    with Crew() as crew:
        crew.hire(1, _pid)
        crew.hire(1, _pid)
        assert len(crew) == 1
        first = set(crew.share_out(_pid, range(3)))
        crew.hire(2, _pid)
        second = set(crew.share_out(_pid, range(100)))
    assert len(first) == 1
    assert len(second) == 2
    assert first < second
    for pid in second:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_joining_process_keeps_the_order_of_answers_and_errors():
    with Crew() as crew:
        crew.hire(2, _complain)
        answers = crew.share_out(_complain, [5, 4, 2, 1, 3], joining=True)
        assert [next(answers) for _ in range(3)] == [25, 16, 4]
        with pytest.raises(CorpusError, match=r"^one$"):
            next(answers)


def test_answers_left_unread_leave_no_process():
    with Crew() as crew:
        crew.hire(1, _pid)
        answers = crew.share_out(_pid, range(100), joining=True)
        other = next(pid for pid in answers if pid != os.getpid())
        os.kill(other, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(other, 0)


def test_what_is_left_undone_is_not_begun():
    with Crew() as crew:
        crew.hire(1, _pid)
        answers = crew.share_out(_pid, range(1000))
        next(answers)
        answers.close()
        start = time.monotonic()
        assert len(list(crew.share_out(_pid, range(2)))) == 2
        assert time.monotonic() - start < 5


_INTERRUPTED = """
import os, signal, sys, threading, time
from eyechart.generator.workers import Crew

def twice():
    time.sleep(float(sys.argv[1]))
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(float(sys.argv[2]))
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=twice, daemon=True).start()
try:
    with Crew() as crew:
        crew.hire(3, time.sleep)
        list(crew.share_out(time.sleep, [0.2] * 1000))
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.parametrize("after", [0.05, 0.6])
@pytest.mark.parametrize("between", [0.0005, 0.002, 0.01])
def test_an_impatient_interrupt_leaves_nothing_waiting(after, between):
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, str(after), str(between)],
        capture_output=True,
        timeout=30,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout in (b"stopped\n", b"")
