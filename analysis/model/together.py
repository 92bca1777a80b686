"""Cells fitted side by side, so that their climbs are made at once.

A step of a few columns costs what NumPy and Python need to begin with, and so does
one of thousands. Each task runs in a greenlet: a stack of its own, left where the
task asks for a climb and entered again with what was found. When all tasks wait,
their climbs are made at once.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from greenlet import getcurrent, greenlet

from .climbs import Climb, Found, climb_all

Answer = TypeVar("Answer")
# Numbers from which a climb gains nothing from company.
_LARGE = 32_768


class _Task(greenlet):
    """A task under way."""


def climbed(climb: Climb) -> Found:
    """Make a climb; within `together`, with those of the other tasks."""
    task = getcurrent()
    if not isinstance(task, _Task) or task.parent is None or climb.numbers > _LARGE:
        return climb_all([climb])[0]
    found: Found = task.parent.switch(climb)
    return found


def together(tasks: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Return the answers of all tasks.

    They are the same as of each task alone, to the last bit.

    Raises
    ------
    Exception
        Whatever a task raises; the others then end unfinished.
    """
    running = [_Task(task) for task in tasks]
    said = [task.switch() for task in running]
    while waiting := [i for i, task in enumerate(running) if not task.dead]:
        found = climb_all([said[i] for i in waiting])
        for i, one in zip(waiting, found, strict=True):
            said[i] = running[i].switch(one)
    return said
