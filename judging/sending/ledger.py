"""What a run costs, and may cost."""

import asyncio
from collections.abc import Mapping

from ..asking.estimate import Estimate
from .prices import Prices


class Ledger:
    """Keeps a budget: what a request may cost is set aside before it is sent.

    Parameters
    ----------
    prices : Prices or None
        None when nothing is known; then nothing is counted.
    budget : float or None
        What may be spent; None for any sum.
    spent : float
        What earlier runs into the same file have cost.
    """

    def __init__(
        self, prices: Prices | None, budget: float | None = None, spent: float = 0.0
    ) -> None:
        self.spent = spent
        self._prices = prices
        self._budget = budget
        self._aside = 0.0
        self._under_way = 0
        self._under = 1.0
        self._changed = asyncio.Condition()

    async def set_aside(self, estimate: Estimate) -> float | None:
        """Set aside what a request may cost; None when the budget forbids it.

        While requests are under way that may turn out cheaper, it waits.
        """
        if self._prices is None:
            return 0.0
        async with self._changed:
            while True:
                input_tokens = estimate.input_tokens * self._under
                most = self._prices.cost(input_tokens, estimate.output_tokens)
                if self._budget is None or (
                    self.spent + self._aside + most <= self._budget
                ):
                    self._aside += most
                    self._under_way += 1
                    return most
                if not self._under_way:
                    return None
                await self._changed.wait()

    async def settle(
        self, aside: float, estimate: Estimate, usage: Mapping[str, int] | None
    ) -> None:
        """Count what a request cost, and let go of what was set aside.

        Parameters
        ----------
        aside : float
            From `set_aside`.
        estimate : Estimate
            The same.
        usage : mapping or None
            Tokens as the provider reports them; None when it may have counted
            some and does not say, which is reckoned as all that was set aside.
            What it leaves out is reckoned. A refused request has an empty report:
            it costs nothing.
        """
        if self._prices is None:
            return
        async with self._changed:
            self._under_way -= 1
            # Sums of floats would leave a trace of what is not there.
            self._aside = self._aside - aside if self._under_way else 0.0
            self.spent += aside if usage is None else self._cost(usage, estimate)
            reported = (usage or {}).get("input_tokens")
            if reported:
                # Once a request was longer than reckoned, others are taken to be.
                ratio = reported / max(1, estimate.input_tokens)
                self._under = max(self._under, ratio)
            self._changed.notify_all()

    def _cost(self, usage: Mapping[str, int], estimate: Estimate) -> float:
        if self._prices is None or not usage:
            return 0.0
        return self._prices.cost(*counted(usage, estimate))


def counted(usage: Mapping[str, int], estimate: Estimate) -> tuple[int, int]:
    """Return tokens in and out as reported, or as reckoned where they are not."""
    return (
        usage.get("input_tokens", estimate.input_tokens),
        usage.get("output_tokens", estimate.output_tokens),
    )
