"""A judge over the network, against a provider that misbehaves on command."""

import asyncio
import dataclasses
import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from eyechart.generator.errors import EyechartError, JudgementError, SpecError
from eyechart.judging.asking.estimate import Estimate
from eyechart.judging.asking.judge import hosted
from eyechart.judging.asking.plan import plan_run
from eyechart.judging.batches.export import export_batches
from eyechart.judging.clients.secret import KeyMissingError
from eyechart.judging.forecast import forecast
from eyechart.judging.hosted import Manner, Report, run_hosted
from eyechart.judging.judgement import Judgement, from_json
from eyechart.judging.protocol import Protocol, load_protocol
from eyechart.judging.sending.ledger import Ledger
from eyechart.judging.sending.prices import Prices
from eyechart.judging.sending.retry import Retry, RunStoppedError

KEY = "sk-test-0123456789abcdef"
QUICK = Retry(tries=8, base=0.01, cap=0.05)
PROVIDERS = ("openai", "anthropic", "gemini")
MODEL = {"openai": "gpt-4o", "anthropic": "claude-sonnet-4-5", "gemini": "gemini-3"}
Maker = Callable[..., Any]


def rows(path: Path) -> list[Judgement]:
    return [from_json(line, "f") for line in path.read_bytes().splitlines()]


def answers(path: Path) -> list[dict[str, Any]]:
    text = path.with_name(path.name + ".answers").read_text("ascii")
    return [json.loads(line) for line in text.splitlines()]


def go(
    server: Any,
    corpus: Any,
    path: Path,
    *,
    judge: str = "openai:gpt-4o",
    protocol: str | Protocol = "audit",
    environment: dict[str, str] | None = None,
    **values: Any,
) -> Report:
    told = {k: values.pop(k) for k in ("repeats", "limit", "seed") if k in values}
    known = load_protocol(protocol) if isinstance(protocol, str) else protocol
    asked = hosted(judge, known, base_url=f"http://127.0.0.1:{server.port}/v1")
    return run_hosted(
        plan_run(asked, corpus, **told),
        corpus,
        path,
        environment={"EYECHART_API_KEY": KEY} if environment is None else environment,
        manner=Manner(**{"retry": QUICK, "seconds": 5.0} | values),
    )


@pytest.mark.parametrize("name", PROVIDERS)
def test_each_provider_is_asked_and_read(
    name: str, provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(5)
    server = provider.Server()
    server.keep = True
    with provider.serving(server):
        report = go(server, corpus, path, judge=f"{name}:{MODEL[name]}")
    assert (report.answered, report.kept, report.unanswered) == (9, 0, 0)
    assert server.requests == 9
    expected = {}
    for body in server.bodies:
        digest = provider.hashlib.sha256(body).hexdigest()
        for criterion, score in provider.answer_to(json.loads(body), digest).items():
            expected.setdefault(criterion, Counter())[score] += 1
    found: dict[str, Counter[Any]] = {}
    for row in rows(path):
        found.setdefault(row.criterion, Counter())[row.score] += 1
        assert (row.status, row.judge) == ("ok", f"{name}:{MODEL[name]}")
    del expected["rationale"]
    assert found == expected


def test_a_second_run_sends_nothing(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(4)
    server = provider.Server()
    with provider.serving(server):
        go(server, corpus, path)
        before = path.read_bytes()
        # Not even a key is needed.
        again = go(server, corpus, path, environment={})
    assert (again.answered, again.kept) == (0, 8)
    assert server.requests == 8
    assert path.read_bytes() == before


def test_judgements_are_made_again_from_the_answers(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(4)
    server = provider.Server()
    with provider.serving(server):
        go(server, corpus, path)
        before = sorted(path.read_bytes().splitlines())
        path.unlink()
        go(server, corpus, path)
    assert server.requests == 8
    assert sorted(path.read_bytes().splitlines()) == before


@pytest.mark.parametrize("name", PROVIDERS)
def test_what_can_be_asked_again_is(
    name: str, provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(20)
    server = provider.Server(provider.scripted(None, *provider.AGAIN))
    with provider.serving(server):
        report = go(
            server,
            corpus,
            path,
            judge=f"{name}:{MODEL[name]}",
            concurrency=4,
            retry=Retry(tries=12, base=0.01, cap=0.05),
        )
    assert report.unanswered == 0
    assert server.faults == Counter(provider.AGAIN)
    assert server.requests == 24 + len(provider.AGAIN)
    assert sum(report.tally.failures.values()) == len(provider.AGAIN)
    assert len({(r.stimulus_id, r.criterion) for r in rows(path)}) == 24 * 5
    assert len(rows(path)) == 24 * 5
    assert {r.status for r in rows(path)} == {"ok"}


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        ("refusal", "refusal"),
        ("prose", "ok"),
        ("six", "out_of_range"),
        ("truncated", "truncated"),
        ("empty", "unparsed"),
        ("thinking", "ok"),
        ("slow", "ok"),
    ],
)
def test_odd_replies_are_kept_as_they_are(
    fault: str, status: str, provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path = tmp_path / "f.jsonl"
    server = provider.Server(lambda n, digest: fault)
    with provider.serving(server):
        go(server, make_pictures(1, 0), path)
    assert server.requests == 1
    assert {row.status for row in rows(path)} == {status}
    (answer,) = answers(path)
    raw = json.loads(answer["body"])["choices"][0]["message"]["content"]
    assert {row.raw for row in rows(path)} == {raw}


def test_a_server_is_given_the_time_that_it_asks_for(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, server = tmp_path / "f.jsonl", provider.Server(provider.scripted("429 after"))
    with provider.serving(server):
        start = time.monotonic()
        go(server, make_pictures(1, 0), path)
    assert time.monotonic() - start >= 1.0


def test_what_fails_for_good_is_said_and_asked_again_later(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(6, 0)
    server = provider.Server(provider.scripted(None, "500", "500", "500"))
    with provider.serving(server):
        report = go(
            server, corpus, path, concurrency=1, retry=Retry(tries=3, base=0, cap=0)
        )
        assert (report.answered, report.unanswered) == (5, 1)
        failed = [row for row in rows(path) if row.status == "api_error"]
        assert len(failed) == 5
        assert {row.score for row in failed} == {None}
        assert {row.raw for row in failed} == {
            'HTTP 500: {"error": {"message": "not now", "type": "busy"}}'
        }
        again = go(server, corpus, path)
    assert (again.answered, again.kept, again.unanswered) == (1, 5, 0)
    assert len(rows(path)) == 30
    assert {row.status for row in rows(path)} == {"ok"}


@pytest.mark.parametrize("status", ["401", "403", "404"])
def test_a_hopeless_run_stops_at_once(
    status: str, provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    server = provider.Server(lambda n, digest: status)
    with (
        provider.serving(server),
        pytest.raises(RunStoppedError, match=rf"\(HTTP {status}: "),
    ):
        go(server, make_pictures(9), tmp_path / "f.jsonl", concurrency=8)
    assert server.requests == 1


def test_a_server_that_always_fails_is_left_alone(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    server = provider.Server(lambda n, digest: "500")
    with provider.serving(server), pytest.raises(RunStoppedError, match="first 3 req"):
        go(
            server,
            make_pictures(99),
            tmp_path / "f.jsonl",
            retry=Retry(tries=2, base=0.01),
        )
    assert server.requests == 6


def test_a_refused_setting_is_left_out_with_a_record(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(6)
    server = provider.Server(refuses="temperature")
    with provider.serving(server):
        report = go(server, corpus, path, limit=5)
        assert server.faults == {"refused": 1}
        assert report.tally.dropped == {"temperature"}
        # It is remembered.
        go(server, corpus, path)
    assert server.faults == {"refused": 1}
    for row in rows(path):
        assert row.requested is not None
        assert row.sent is not None
        assert row.requested["temperature"] == 0.0
        assert "temperature" not in row.sent


def test_no_more_at_a_time_than_asked(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    server = provider.Server(seconds=0.1)
    with provider.serving(server):
        go(server, make_pictures(30), tmp_path / "f.jsonl", concurrency=5)
    assert server.most == 5


def test_rates_are_kept(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    corpus, server = make_pictures(5, 0), provider.Server()
    with provider.serving(server):
        start = time.monotonic()
        go(server, corpus, tmp_path / "f", requests_per_minute=600)
        assert time.monotonic() - start >= 4 * 0.1
        start = time.monotonic()
        # Each takes some 3,000 tokens, the length of its answer included.
        go(server, corpus, tmp_path / "g", tokens_per_minute=1_200_000)
        assert time.monotonic() - start >= 4 * 0.1


def test_no_key_is_written_or_told(
    provider: ModuleType,
    make_pictures: Maker,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    class Echo(provider.Server):  # type: ignore[misc, name-defined]
        async def _answer(self, writer: Any, path: str, body: bytes) -> bool:
            self.requests += 1
            status = 200 if self.requests % 2 else 400
            told = {"error": {"message": f"you sent {self.headers[-1]}"}}
            await self._send(writer, status, json.dumps(told).encode())
            return True

    server = Echo()
    with provider.serving(server), pytest.raises(EyechartError) as caught:
        go(server, make_pictures(4), tmp_path / "f.jsonl")
    assert KEY in server.headers[0]
    written = [path.read_text() for path in tmp_path.iterdir()]
    assert any("***" in text for text in written)
    told = [*written, str(caught.value), *capfd.readouterr()]
    assert not any(KEY in text for text in told)


def test_the_providers_own_address_needs_its_key(
    make_pictures: Maker, tmp_path: Path
) -> None:
    corpus = make_pictures(1)
    plan = plan_run(hosted("openai:gpt-4o", load_protocol("audit")), corpus)
    with pytest.raises(KeyMissingError, match="OPENAI_API_KEY is not set"):
        run_hosted(
            plan,
            corpus,
            tmp_path / "f.jsonl",
            environment={"EYECHART_API_KEY": KEY},
        )


def test_another_protocol_does_not_continue_a_file(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus, server = tmp_path / "f", make_pictures(1), provider.Server()
    with provider.serving(server):
        go(server, corpus, path)
        with pytest.raises(JudgementError, match="another protocol"):
            go(server, corpus, path, protocol="editjudge")


def test_both_orders_of_a_pair(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(6)

    class FirstWins(provider.Server):  # type: ignore[misc, name-defined]
        async def _answer(self, writer: Any, path: str, body: bytes) -> bool:
            self.requests += 1
            reply = provider.envelope(path, '{"preference": "A"}', "stop", 0)
            await self._send(writer, 200, json.dumps(reply).encode())
            return True

    server = FirstWins()
    with provider.serving(server):
        go(server, corpus, path, protocol="pairwise", repeats=2)
    # Identity controls have no instruction.
    assert server.requests == (6 + 4) * 2 * 2
    scores = {(row.order, row.score) for row in rows(path)}
    assert scores == {("AB", 1), ("BA", -1)}
    keys = Counter((r.stimulus_id, r.repeat, r.order) for r in rows(path))
    assert set(keys.values()) == {1}


def test_several_requests_make_one_answer(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(3)
    server, plain = provider.Server(), load_protocol("viescore")
    settings = dataclasses.replace(plain.settings, structured=True)
    protocol = dataclasses.replace(plain, settings=settings)
    with provider.serving(server):
        go(server, corpus, path, protocol=protocol)
    assert server.requests == 2 * 7
    found: dict[str, dict[str, Any]] = {}
    for row in rows(path):
        found.setdefault(row.stimulus_id, {})[row.criterion] = row.score
    assert len(found) == 7
    for scores in found.values():
        first = min(scores["editing_success"], scores["over_editing"])
        second = min(scores["naturalness"], scores["artefacts"])
        assert scores["overall"] == pytest.approx((first * second) ** 0.5)


PRICES = Prices(input=1000.0, output=1000.0, currency="USD")


def test_a_budget_is_not_exceeded(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(60)
    server = provider.Server()
    each = (2400 + 60) / 1000
    with provider.serving(server):
        report = go(server, corpus, path, budget=40.0, prices=PRICES, concurrency=8)
        assert report.stopped == "budget"
        assert report.spent == pytest.approx(server.requests * each)
        assert 40.0 - 2 * 4.0 < report.spent <= 40.0
        # What is spent is spent, whoever asks again.
        again = go(server, corpus, path, budget=40.0, prices=PRICES)
        assert again.answered == 0
        assert again.spent == pytest.approx(report.spent)
        more = go(server, corpus, path, budget=1000.0, prices=PRICES)
    assert more.unanswered == 0
    assert more.spent == pytest.approx(64 * each)


def test_a_budget_needs_prices() -> None:
    with pytest.raises(SpecError, match="budget = 5 without prices"):
        Manner(budget=5.0)


def test_what_the_judge_saw_is_recorded(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, server = tmp_path / "f.jsonl", provider.Server()
    with provider.serving(server):
        report = go(server, make_pictures(3, 1), path)
    row = next(row for row in rows(path) if row.stimulus_id == "e0000")
    assert row.image_size_seen == "896x672"
    assert row.sent is not None
    assert row.sent["resize_rule"] == "openai-tile-high"
    assert row.sent["effective_magnitude"] == 4.0
    assert row.sent["detail"] == "high"
    # Two pictures at 765 tokens each and at most 1,100 of text: 2,400 is right.
    assert (report.tally.checked, report.tally.disagreeing) == (5, 0)


def test_pictures_that_arrive_smaller_are_noticed(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    class Shrinking(provider.Server):  # type: ignore[misc, name-defined]
        async def _send(self, writer: Any, status: int, body: bytes, **v: Any) -> None:
            small = body.replace(b'"prompt_tokens": 2400', b'"prompt_tokens": 1200')
            await super()._send(writer, status, small, **v)

    server = Shrinking()
    with provider.serving(server):
        report = go(server, make_pictures(3, 1), tmp_path / "f.jsonl")
    assert (report.tally.checked, report.tally.disagreeing) == (5, 5)


def test_a_stimulus_is_not_given_the_answer_of_its_like(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus, server = tmp_path / "f", make_pictures(2, 0), provider.Server()
    first, second = corpus._rows
    second.update({k: v for k, v in first.items() if k != "stimulus_id"})
    with provider.serving(server):
        go(server, corpus, path, limit=1)
        report = go(server, corpus, path)
    assert (report.answered, server.requests) == (1, 2)


@pytest.mark.parametrize("column", ["source", "instruction"])
def test_other_texts_or_pictures_do_not_continue_a_file(
    column: str, provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus, server = tmp_path / "f", make_pictures(1, 0), provider.Server()
    with provider.serving(server):
        go(server, corpus, path)
        corpus._rows[0][column] = {
            "source": {**corpus._rows[0]["source"], "path": "other pixels"},
            "instruction": "Move it elsewhere.",
        }[column]
        with pytest.raises(JudgementError, match="other texts or pictures, by their"):
            go(server, corpus, path)
    # What is not shown does not matter.
    with provider.serving(server):
        go(server, corpus, tmp_path / "g", protocol="reference")
        corpus._rows[0]["source"] = {**corpus._rows[0]["source"], "path": "a third"}
        again = go(server, corpus, tmp_path / "g", protocol="reference")
    assert again.kept == 1


def test_a_part_of_a_key_is_not_told(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    class Echo(provider.Server):  # type: ignore[misc, name-defined]
        async def _answer(self, writer: Any, path: str, body: bytes) -> bool:
            told = b'{"error": "' + b" " * 1180 + KEY.encode() + b'"}'
            await self._send(writer, 401, told)
            return True

    server = Echo()
    with provider.serving(server), pytest.raises(RunStoppedError) as caught:
        go(server, make_pictures(1, 0), tmp_path / "f.jsonl")
    assert KEY[:6] not in str(caught.value)


def test_a_request_that_was_never_sent_costs_nothing(
    make_pictures: Maker, tmp_path: Path
) -> None:
    class Nobody:
        port = 1

    with pytest.raises(RunStoppedError, match=r"'no response \(ConnectError\)'"):
        go(Nobody(), make_pictures(3, 0), tmp_path / "f", budget=5.0, prices=PRICES)


def test_what_is_not_reported_is_reckoned_in_later_runs_too(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    class Silent(provider.Server):  # type: ignore[misc, name-defined]
        async def _send(self, writer: Any, status: int, body: bytes, **v: Any) -> None:
            await super()._send(writer, status, body.replace(b"usage", b"used"), **v)

    path, corpus, server = tmp_path / "f", make_pictures(20, 0), Silent()
    # One response that is no reply has been paid for as well.
    server.plan = provider.scripted("no choices")
    with provider.serving(server):
        report = go(server, corpus, path, budget=20.0, prices=PRICES)
        assert report.stopped == "budget"
        assert report.answered > 0
        assert server.requests == report.answered + 1
        again = go(server, corpus, path, budget=20.0, prices=PRICES)
    assert again.answered == 0
    assert again.spent == pytest.approx(report.spent)


def test_counts_that_are_missing_in_part_are_reckoned() -> None:
    prices = Prices(input=1e6, output=1e6, currency="USD")
    reckoned = Estimate(input_tokens=2, output_tokens=8, low=None, high=None)

    async def run() -> float:
        ledger = Ledger(prices, budget=100.0)
        aside = await ledger.set_aside(reckoned)
        assert aside is not None
        await ledger.settle(aside, reckoned, {"input_tokens": 3})
        return ledger.spent

    assert asyncio.run(run()) == 3 + 8


def test_what_is_turned_away_for_what_it_shows_is_a_refusal(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    class Filter(provider.Server):  # type: ignore[misc, name-defined]
        async def _answer(self, writer: Any, path: str, body: bytes) -> bool:
            self.requests += 1
            error = {"code": "content_filter", "message": "The prompt was filtered."}
            await self._send(writer, 400, json.dumps({"error": error}).encode())
            return True

    path, corpus, server = tmp_path / "f", make_pictures(30, 0), Filter()
    with provider.serving(server):
        report = go(server, corpus, path)
        go(server, corpus, path)
    assert (report.unanswered, server.requests) == (0, 30)
    assert {(r.status, r.raw) for r in rows(path)} == {
        ("refusal", "The prompt was filtered.")
    }


def test_a_forecast_leaves_files_as_they_are(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(4, 0)
    server = provider.Server(provider.scripted(None, "500"))
    with provider.serving(server):
        go(server, corpus, path, concurrency=1, retry=Retry(tries=1), limit=3)
        address = f"http://127.0.0.1:{server.port}/v1"
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    asked = hosted("openai:gpt-4o", load_protocol("audit"), base_url=address)
    found = forecast(plan_run(asked, corpus), path)
    # One failed and one was never asked.
    assert (found.questions, found.kept, found.requests) == (4, 2, 2)
    export_batches(plan_run(asked, corpus), corpus, path, tmp_path / "out")
    after = {file: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    assert after == before


def test_failures_in_a_file_of_another_judge_stay(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    path, corpus = tmp_path / "f.jsonl", make_pictures(4, 0)
    server = provider.Server(provider.scripted(None, "500"))
    with provider.serving(server):
        go(server, corpus, path, concurrency=1, retry=Retry(tries=1))
        before = path.read_bytes()
        assert b'"api_error"' in before
        with pytest.raises(JudgementError, match="is of judge 'openai:gpt-4o', not"):
            go(server, corpus, path, judge="openai:gpt-4.1")
    assert path.read_bytes() == before


def test_a_record_says_what_its_own_request_left_out(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    class Late(provider.Server):  # type: ignore[misc, name-defined]
        """Refuses the temperature while an earlier request is under way."""

        async def _answer(self, writer: Any, path: str, body: bytes) -> bool:
            if self.requests == 1:
                self.requests += 1
                await asyncio.sleep(0.3)
                reply = provider.envelope(path, "{}", "stop", 0)
                await self._send(writer, 200, json.dumps(reply).encode())
                return True
            if self.requests > 1:
                self.refuses = "temperature"
            answered: bool = await super()._answer(writer, path, body)
            return answered

    path, corpus, server = tmp_path / "f.jsonl", make_pictures(6, 0), Late()
    with provider.serving(server):
        go(server, corpus, path, concurrency=2)
    found = answers(path)
    assert {len(answer["without"]) for answer in found} == {0, 1}
    for answer in found:
        assert ("temperature" in answer["sent"]) != ("temperature" in answer["without"])


def test_a_detail_that_was_refused_tells_no_size(
    provider: ModuleType, make_pictures: Maker, tmp_path: Path
) -> None:
    class Plain(provider.Server):  # type: ignore[misc, name-defined]
        async def _answer(self, writer: Any, path: str, body: bytes) -> bool:
            if b'"detail"' in body:
                error = {"message": "Extra fields not permitted: image_url.detail"}
                await self._send(writer, 400, json.dumps({"error": error}).encode())
                return True
            answered: bool = await super()._answer(writer, path, body)
            return answered

    path, server = tmp_path / "f.jsonl", Plain()
    with provider.serving(server):
        # At low detail the model would see 512x384 px, at its own choice it may not.
        go(server, make_pictures(2, 0), path, protocol="editjudge")
    for row in rows(path):
        assert row.status == "ok"
        assert row.image_size_seen is None
        assert row.sent is not None
        assert not {"detail", "resize_rule"} & row.sent.keys()
