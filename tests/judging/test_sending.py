"""Waits, rates, order, prices: what is decided before anything is sent."""

import asyncio
import itertools
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.generator.errors import SpecError, UnknownNameError
from eyechart.judging.asking.estimate import Estimate
from eyechart.judging.asking.order import interleaved
from eyechart.judging.sending.ledger import Ledger
from eyechart.judging.sending.pace import Pace, Stop
from eyechart.judging.sending.prices import Prices, read_prices
from eyechart.judging.sending.retry import (
    AGAIN,
    Retry,
    RunStoppedError,
    check_hope,
    retry_after,
)

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        (" 0.5 ", 0.5),
        ("-4", 0.0),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("", None),
    ],
)
def test_what_a_server_asks_for(value: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": value}, NOW) == seconds


def test_no_header_asks_for_nothing() -> None:
    assert retry_after({}, NOW) is None


@given(st.text(max_size=8), st.integers(1, 200))
def test_jitter_is_full_and_capped(key: str, failures: int) -> None:
    retry = Retry(base=1.0, cap=60.0)
    wait = retry.wait(key, failures, None)
    assert 0 <= wait <= min(60.0, 2.0 ** (failures - 1))
    assert wait == retry.wait(key, failures, None)


def test_jitter_spreads_over_its_whole_range() -> None:
    waits = [Retry(cap=8.0).wait(str(i), 9, None) for i in range(400)]
    quarters = Counter(int(wait // 2) for wait in waits)
    assert set(quarters) == {0, 1, 2, 3}
    assert min(quarters.values()) > 70


@given(st.text(max_size=8), st.integers(1, 9), st.floats(0, 900))
def test_what_is_asked_for_is_never_undercut(
    key: str, failures: int, asked: float
) -> None:
    assert asked <= Retry().wait(key, failures, asked) <= asked + 1.0


def test_a_wait_that_is_too_long_ends_the_run() -> None:
    with pytest.raises(RunStoppedError, match="asks to wait 3600 s; run the same"):
        Retry().wait("k", 1, 3600.0)


@pytest.mark.parametrize("status", [401, 402, 403, 404, 405])
def test_there_is_no_hope(status: int) -> None:
    with pytest.raises(RunStoppedError, match=rf"\(HTTP {status}: no\)"):
        check_hope(status, None, "no")


def test_what_may_pass_is_tried_again() -> None:
    for status in (408, 429, 500, 502, 503, 504, 522, 523, 529, 530):
        assert status in AGAIN
    for status in (400, 401, 404, 422, 501, 505):
        assert status not in AGAIN


def test_an_empty_account_is_no_rate_limit() -> None:
    with pytest.raises(RunStoppedError, match="no credit left"):
        check_hope(429, {"error": {"code": "insufficient_quota"}}, "no")
    check_hope(429, {"error": {"code": "rate_limit_exceeded"}}, "no")
    check_hope(429, ["insufficient_quota"], "no")
    check_hope(500, None, "no")


@given(
    st.lists(st.tuples(st.floats(0, 2), st.floats(0.1, 50)), max_size=40),
    st.floats(1, 1000),
)
def test_no_minute_holds_more_than_is_allowed(
    steps: list[tuple[float, float]], per_minute: float
) -> None:
    now, times = 0.0, []
    pace = Pace(per_minute, clock=lambda: now)
    for gap, amount in steps:
        now += gap
        times.append((now + pace.delay(amount), amount))
    for (first, amount), (second, _) in itertools.pairwise(times):
        assert second - first >= amount * 60 / per_minute - 1e-6


def test_a_stop_wakes_who_waits() -> None:
    async def run() -> tuple[bool, bool, str]:
        stop = Stop()
        waiting = asyncio.create_task(stop.sleep(60))
        await asyncio.sleep(0)
        stop.set("first")
        stop.set("second")
        return await waiting, bool(stop), stop.reason

    assert asyncio.run(run()) == (False, True, "first")


CELLS = st.lists(st.sampled_from("abc"), min_size=1, max_size=60)


@given(CELLS, st.integers(0, 5))
def test_every_cell_is_spread_evenly(cells: list[str], seed: int) -> None:
    things = [f"{cell}{i}" for i, cell in enumerate(cells)]
    order = interleaved(things, name=str, group=lambda t: t[0], seed=seed)
    assert sorted(order) == sorted(things)
    shuffled = interleaved(things[::-1], name=str, group=lambda t: t[0], seed=seed)
    assert shuffled == order
    for cut in range(len(order) + 1):
        for cell, total in Counter(cells).items():
            expected = total * cut / len(order)
            found = sum(thing[0] == cell for thing in order[:cut])
            # One part of each cell may fall on either side of the cut.
            assert abs(found - expected) <= 3


def test_another_seed_is_another_order() -> None:
    things = [f"a{i}" for i in range(50)]
    orders = {
        tuple(interleaved(things, name=str, group=len, seed=seed)) for seed in (0, 1, 2)
    }
    assert len(orders) == 3


PRICES = Prices(input=1e6, output=1e6, currency="USD")
EACH = Estimate(input_tokens=2, output_tokens=8, low=None, high=None)


def test_what_may_cost_too_much_waits_for_what_is_under_way() -> None:
    async def run() -> list[Any]:
        ledger = Ledger(PRICES, budget=25.0)
        first = await ledger.set_aside(EACH)
        second = await ledger.set_aside(EACH)
        third = asyncio.create_task(ledger.set_aside(EACH))
        await asyncio.sleep(0)
        waits = not third.done()
        assert first is not None
        await ledger.settle(first, EACH, {"input_tokens": 2, "output_tokens": 1})
        found = [first, second, waits, await third, ledger.spent]
        for _ in range(2):
            await ledger.settle(10.0, EACH, None)
        return [*found, ledger.spent, await ledger.set_aside(EACH)]

    assert asyncio.run(run()) == [10.0, 10.0, True, 10.0, 3.0, 23.0, None]


def test_requests_that_turn_out_longer_are_reckoned_so() -> None:
    async def run() -> float | None:
        ledger = Ledger(PRICES, budget=100.0)
        first = await ledger.set_aside(EACH)
        assert first is not None
        await ledger.settle(first, EACH, {"input_tokens": 6, "output_tokens": 0})
        return await ledger.set_aside(EACH)

    assert asyncio.run(run()) == 3 * 2 + 8


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text(text, encoding="utf-8")
    return path


GOOD = 'currency = "EUR"\n[[models]]\nname = "m"\ninput = 2.0\noutput = 8.0\n'


def test_prices(tmp_path: Path) -> None:
    prices = read_prices(write(tmp_path, GOOD), "m")
    assert prices == Prices(input=2.0, output=8.0, currency="EUR")
    assert prices.cost(500_000, 250_000) == 3.0


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        (GOOD, UnknownNameError, "has no price of model 'n'; allowed: m"),
        (GOOD + GOOD.partition("\n")[2], SpecError, "model 'm' is priced twice"),
        (GOOD.replace("2.0", "-2.0"), SpecError, "input = -2.0"),
        (GOOD + "extra = 1\n", SpecError, "extra"),
    ],
)
def test_prices_that_are_none(
    text: str, error: type[Exception], message: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=message):
        read_prices(write(tmp_path, text), "n")
