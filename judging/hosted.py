"""Putting a judge that is asked over the network through a corpus."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..generator.errors import SpecError
from .asking.judge import Hosted
from .asking.pictures import Pictures
from .asking.plan import Corpus, Plan
from .asking.task import Task
from .clients.secret import OTHER_KEY, Secret, read_secret
from .clients.transport import open_clients
from .keeping.book import Book
from .keeping.rows import Outcome
from .keeping.standing import refused
from .sending.crew import send_all
from .sending.ledger import Ledger
from .sending.pace import Pace, Stop
from .sending.prices import Prices
from .sending.retry import Retry
from .sending.sender import Sender
from .sending.tally import Tally

Tell = Callable[[int, int, str], None]
"""Called with requests done, their total, and the state of the run in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a judge is asked.

    Attributes
    ----------
    concurrency : int
        Requests at a time.
    retry : Retry
        How often and how soon one is sent again.
    seconds : float
        How long a silence of the other side is waited out.
    requests_per_minute, tokens_per_minute : float or None
        Rates that are kept.
    prices : Prices or None
        What tokens cost.
    budget : float or None
        What may be spent, earlier runs into the same file included.
    """

    concurrency: int = 8
    retry: Retry = field(default_factory=Retry)
    seconds: float = 120.0
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    prices: Prices | None = None
    budget: float | None = None

    def __post_init__(self) -> None:
        """Refuse a budget that cannot be kept."""
        if self.budget is not None and self.prices is None:
            raise SpecError(
                f"budget = {self.budget:g} without prices; allowed: together with a "
                "table of prices"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a run did.

    Attributes
    ----------
    answered, kept, unanswered : int
        Questions answered now, answered before, and open.
    tally : Tally
        What happened.
    spent : float
        What all answers in the file have cost; 0 without prices.
    stopped : str
        Why the run ended early: ``"budget"``, ``"interrupted"``, or empty.
    """

    answered: int
    kept: int
    unanswered: int
    tally: Tally
    spent: float
    stopped: str


def read_key(judge: Hosted, environment: Mapping[str, str]) -> Secret | None:
    """Return the key for a judge's address.

    Raises
    ------
    KeyMissingError
        When the provider's own address needs one and there is none.
    """
    variable = judge.provider.key_variable if judge.at_home else OTHER_KEY
    return read_secret(environment, variable, needed=judge.at_home)


def run_hosted(
    plan: Plan,
    corpus: Corpus,
    path: Path,
    *,
    environment: Mapping[str, str],
    manner: Manner = Manner(),
    tell: Tell | None = None,
) -> Report:
    """Ask what the file does not hold yet.

    Each answer is forced to disk before it is read. Ctrl-C lets the requests
    under way end; a kill loses these at most. A run that is started again
    asks only what is missing.

    Parameters
    ----------
    plan : Plan
        What is asked.
    corpus : Corpus
        Where the pictures are.
    path : Path
        The judgement file; the answers as they came go to a file beside it,
        whose name ends in ``.answers``.
    environment : mapping
        Variables, among them the key.
    manner : Manner
        How it is asked.
    tell : callable, optional
        Told of the progress.

    Raises
    ------
    JudgementError
        When a file belongs to another judge or corpus, or is being written.
    KeyMissingError
        When there is no key.
    RunStoppedError
        When nothing can be asked any more.
    CorpusError, FileWriteError
        When pictures or files are not to be had.
    """
    with Book(path, plan) as book:
        run = _Run(plan=plan, book=book, manner=manner, tell=tell)
        tasks = book.open_tasks()
        if tasks:
            secret = read_key(plan.judge, environment)
            with Pictures(corpus, plan.judge, tasks) as pictures:
                run.go(tasks, pictures, secret)
        return run.report()


def _cost(prices: Prices | None, tokens: Mapping[str, int]) -> float:
    if prices is None:
        return 0.0
    return prices.cost(tokens["input_tokens"], tokens["output_tokens"])


class _Run:
    """One run: its counts, and what it does as answers come in."""

    def __init__(
        self, *, plan: Plan, book: Book, manner: Manner, tell: Tell | None
    ) -> None:
        self._judge, self._book, self._manner, self._tell = (
            plan.judge,
            book,
            manner,
            tell,
        )
        self._asked, self._open = len(plan.asked), book.unanswered
        self._tally = Tally()
        self._spent = _cost(manner.prices, book.tokens)
        self._stopped = ""

    def go(self, tasks: list[Task], pictures: Pictures, secret: Secret | None) -> None:
        """Send all tasks."""
        try:
            asyncio.run(self._send(tasks, pictures, secret))
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    async def _send(
        self, tasks: list[Task], pictures: Pictures, secret: Secret | None
    ) -> None:
        judge, manner = self._judge, self._manner
        ledger = Ledger(manner.prices, manner.budget, self._spent)
        clients = open_clients(
            judge.provider,
            secret,
            base_url=judge.base_url,
            seconds=manner.seconds,
            count=manner.concurrency,
        )

        def done(task: Task, outcome: Outcome) -> None:
            self._book.note(task, outcome)
            self._spent = ledger.spent
            if self._tell is not None:
                self._tell(self._tally.done, len(tasks), self._state())

        async with contextlib.AsyncExitStack() as stack:
            for client in clients:
                await stack.enter_async_context(client)
            sender = Sender(
                judge=judge,
                secret=secret,
                pictures=pictures,
                clients=clients,
                answers=self._book.answers,
                retry=manner.retry,
                requests=Pace(manner.requests_per_minute),
                tokens=Pace(manner.tokens_per_minute),
                ledger=ledger,
                tally=self._tally,
                stop=Stop(),
                without=set(refused(judge, self._book.last)),
            )
            try:
                await send_all(sender, tasks, done)
            finally:
                self._spent, self._stopped = ledger.spent, sender.stop.reason

    def _state(self) -> str:
        text = f"{self._tally.per_second:.1f}/s"
        if self._tally.failures:
            text += f", failed: {self._tally.failed()}"
        if self._manner.prices is not None:
            text += f", {self._spent:.4f} {self._manner.prices.currency}"
        return text

    def report(self) -> Report:
        """Return what was done."""
        return Report(
            answered=self._open - self._book.unanswered,
            kept=self._asked - self._open,
            unanswered=self._book.unanswered,
            tally=self._tally,
            spent=self._spent,
            stopped=self._stopped,
        )
