"""One request, sent until it is answered or has failed for good."""

import contextlib
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ..asking.estimate import Estimate, estimate
from ..asking.judge import Hosted
from ..asking.pictures import Pictures
from ..asking.task import Task
from ..clients.fields import ReplyError, decode_body
from ..clients.provider import Body
from ..clients.refused import refused_setting
from ..clients.secret import Secret
from ..clients.transport import ConnectionFailedError, Response, post
from ..keeping.answers import Answers, Record
from ..keeping.rows import Outcome, canvas, read_outcome
from .ledger import Ledger
from .pace import Pace, Stop
from .retry import AGAIN, Retry, check_hope, retry_after
from .tally import Tally

if TYPE_CHECKING:
    import httpx

_SAID = 300
"""Characters of an error that are told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failed:
    """Why a request brought no answer.

    Attributes
    ----------
    kind, note : str
        In a word, for counts; in a sentence part.
    again : bool
        Whether it may succeed when sent again.
    wait : float or None
        How long the server asks to wait, s.
    setting : str or None
        The setting that the model refuses.
    """

    kind: str
    note: str
    again: bool
    wait: float | None = None
    setting: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """All that is needed to send the requests of one run.

    Attributes
    ----------
    judge, secret, pictures
        Who is asked, with which key, about what.
    clients : tuple of httpx.AsyncClient
        By which: one for each request at a time.
    answers : Answers
        Where all that comes back is kept before it is read.
    retry : Retry
        How often and how soon a request is sent again.
    requests, tokens : Pace
        Rates that are kept.
    ledger, tally, stop
        What it costs, what happens, and whether the run is to end.
    without : set of str
        Settings that the model is known to refuse; grows.
    """

    judge: Hosted
    secret: Secret | None
    pictures: Pictures
    clients: "tuple[httpx.AsyncClient, ...]"
    answers: Answers
    retry: Retry
    requests: Pace
    tokens: Pace
    ledger: Ledger
    tally: Tally
    stop: Stop
    without: set[str]

    async def ask(self, task: Task, line: int) -> Outcome | None:
        """Return how a request ended; None when the run ended before it did.

        Parameters
        ----------
        task : Task
            What is asked.
        line : int
            Which of the clients is free for it.

        Raises
        ------
        RunStoppedError
            When nothing can be asked any more.
        CorpusError
            When the pictures cannot be shown.
        FileWriteError
            When what came back cannot be kept.
        """
        failures = 0
        body, data, tokens = self._made(task)
        while True:
            if not await self._may_send(tokens):
                return None
            found = await self._once(task, body, data, tokens, self.clients[line])
            if found is None or isinstance(found, Outcome):
                return found
            if found.setting is not None:
                # Another request may have met the same refusal first.
                self.without.add(found.setting)
                self.tally.dropped.add(found.setting)
                body, data, tokens = self._made(task)
                continue
            failures += 1
            self.tally.failures[found.kind] += 1
            if not found.again or failures >= self.retry.tries:
                return Outcome(note=found.note)
            if not await self.stop.sleep(
                self.retry.wait(task.key, failures, found.wait)
            ):
                return None

    def _made(self, task: Task) -> tuple[Body, bytes, Estimate]:
        request = self.pictures.request(task)
        without = frozenset(self.without)
        body = self.judge.provider.body(request, self.judge.model, without)
        reckoned = estimate(request, self.judge.eyes, canvas(task.row))
        return body, body.encode(), reckoned

    async def _may_send(self, tokens: Estimate) -> bool:
        delay = max(
            self.requests.delay(),
            self.tokens.delay(tokens.input_tokens + tokens.output_tokens),
        )
        return await self.stop.sleep(delay)

    async def _once(
        self,
        task: Task,
        body: Body,
        data: bytes,
        tokens: Estimate,
        client: "httpx.AsyncClient",
    ) -> Outcome | _Failed | None:
        aside = await self.ledger.set_aside(tokens)
        if aside is None:
            self.stop.set("budget")
            return None
        if self.stop:
            await self.ledger.settle(aside, tokens, {})
            return None
        self.tally.sent += 1
        start = time.monotonic()
        try:
            path = self.judge.provider.path(self.judge.model)
            response = await post(client, path, data)
        except ConnectionFailedError as error:
            await self.ledger.settle(aside, tokens, None if error.sent else {})
            return _Failed(kind=error.kind, note=str(error), again=True)
        seconds = time.monotonic() - start
        if 200 <= response.status < 300 or self._declines(response):
            return await self._kept(task, body, response, seconds, aside, tokens)
        await self.ledger.settle(aside, tokens, {})
        return self._refusal(body, response)

    async def _kept(
        self,
        task: Task,
        body: Body,
        response: Response,
        seconds: float,
        aside: float,
        tokens: Estimate,
    ) -> Outcome | _Failed:
        record = Record(
            key=task.key,
            stimulus_id=task.question.stimulus_id,
            judge=self.judge.name,
            url=self.judge.base_url,
            time=datetime.now(UTC).isoformat(timespec="milliseconds"),
            seconds=round(seconds, 3),
            sent=body.sent,
            without=tuple(sorted(body.without)),
            body=self._hidden(response.body.decode("utf-8", "surrogateescape")),
        )
        await self.answers.append(record)
        try:
            outcome = read_outcome(self.judge, record)
        except ReplyError as error:
            await self.ledger.settle(aside, tokens, None)
            return _Failed(kind="no reply", note=str(error), again=True)
        usage = outcome.reply.usage if outcome.reply else {}
        await self.ledger.settle(aside, tokens, usage or None)
        self.tally.reported(usage, tokens)
        return outcome

    def _declines(self, response: Response) -> bool:
        """Tell whether an error is the judge's answer: it will not look at this."""
        if response.status != 400:
            return False
        with contextlib.suppress(ReplyError):
            return self.judge.provider.declines(decode_body(response.body))
        return False

    def _refusal(self, body: Body, response: Response) -> _Failed:
        payload: Any = None
        with contextlib.suppress(ReplyError):
            payload = decode_body(response.body)
        status, kind = response.status, f"HTTP {response.status}"
        # Blotted out before it is cut: a part of a key is one too.
        said = self._hidden(response.body.decode("utf-8", "replace"))
        said = " ".join(said.split())[:_SAID]
        setting = refused_setting(self.judge.provider, body, status, payload)
        if setting is not None:
            return _Failed(kind=kind, note=said, again=True, setting=setting)
        check_hope(status, payload, said)
        return _Failed(
            kind=kind,
            note=f"{kind}: {said}",
            again=status in AGAIN,
            wait=retry_after(response.headers, datetime.now(UTC)),
        )

    def _hidden(self, text: str) -> str:
        return text if self.secret is None else self.secret.hide_in(text)
