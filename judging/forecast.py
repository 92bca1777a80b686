"""What a run will take, before anything is sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .asking.estimate import estimate, size_seen
from .asking.plan import Plan
from .asking.task import Task, stubbed
from .keeping.rows import canvas
from .keeping.standing import standing
from .sending.prices import Prices


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What is still to be asked.

    Attributes
    ----------
    questions, kept : int
        Of the run, and how many of them are answered.
    requests : int
        To be sent, if none fails.
    input_tokens, output_tokens : int
        Reckoned; at most.
    cost : tuple of float, or None
        Without and with the longest answers; None without prices.
    seen : tuple of (str, str)
        Sizes of pictures as sent and as the model sees them, where they differ
        or are not known.
    """

    questions: int
    kept: int
    requests: int
    input_tokens: int
    output_tokens: int
    cost: tuple[float, float] | None
    seen: tuple[tuple[str, str], ...]


def forecast(plan: Plan, path: Path, prices: Prices | None = None) -> Forecast:
    """Return what is still to be asked; no picture is read, nothing sent or written.

    Parameters
    ----------
    plan : Plan
        The run.
    path : Path
        Its judgement file, which need not exist.
    prices : Prices, optional
        What tokens cost.

    Raises
    ------
    JudgementError
        When a file belongs to another run, or cannot be read.
    """
    now = standing(plan, path)
    reckoned = [
        estimate(stubbed(plan.judge, task), plan.judge.eyes, canvas(task.row))
        for task in now.tasks
    ]
    given = sum(one.input_tokens for one in reckoned)
    most = sum(one.output_tokens for one in reckoned)
    cost = None
    if prices is not None:
        cost = prices.cost(given, 0), prices.cost(given, most)
    return Forecast(
        questions=len(plan.asked),
        kept=now.kept,
        requests=len(now.tasks),
        input_tokens=given,
        output_tokens=most,
        cost=cost,
        seen=_sizes(plan, now.tasks),
    )


def _sizes(plan: Plan, tasks: Sequence[Task]) -> tuple[tuple[str, str], ...]:
    found = {}
    for task in tasks:
        size = canvas(task.row)
        seen = size_seen(plan.judge.eyes, size)
        if seen != size:
            told = "not published" if seen is None else f"{seen[0]}x{seen[1]}"
            found[f"{size[0]}x{size[1]}"] = told
    return tuple(sorted(found.items()))
