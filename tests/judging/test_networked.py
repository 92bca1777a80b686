"""The command ``judge`` with a model, from the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from eyechart import networked
from eyechart.commands.judge import command
from eyechart.generator.errors import SpecError, UnknownNameError
from eyechart.judging.sending.retry import RunStoppedError

Maker = Callable[..., Any]


@pytest.fixture
def corpus(make_pictures: Maker, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = make_pictures(8, 1)
    monkeypatch.setattr(networked, "open_corpus", lambda _: made)
    monkeypatch.setenv("EYECHART_API_KEY", "sk-0123456789")
    return made


def call(*arguments: object) -> Any:
    return CliRunner().invoke(command, [str(a) for a in ("c", *arguments)])


def prices(tmp_path: Path) -> Path:
    path = tmp_path / "prices.toml"
    path.write_text(
        'currency = "USD"\n[[models]]\nname = "gpt-4o"\ninput = 2.5\noutput = 10.0\n'
    )
    return path


def test_a_run(provider: ModuleType, corpus: Any, tmp_path: Path) -> None:
    path, server = tmp_path / "f.jsonl", provider.Server(refuses="temperature")
    with provider.serving(server):
        options: list[object] = ["-j", "openai:gpt-4o", "-o", path, "--name", "mine"]
        options += ["--base-url", f"http://127.0.0.1:{server.port}/v1"]
        options += ["--prices", prices(tmp_path), "--budget", "5"]
        first = call(*options)
        again = call(*options)
    assert first.exit_code == 0
    assert first.stdout.startswith(f"10 answers by mine: {path}\n")
    assert "instruction  overall_quality        10" in first.stdout
    each = 2400 * 2.5e-6 + 60 * 1e-5
    assert first.stderr == (
        f"refused by the model and left out: temperature\nspent: {10 * each:.4f} USD\n"
    )
    assert again.exit_code == 0
    assert again.stdout.startswith(f"0 answers by mine, 10 kept from before: {path}\n")
    assert server.requests == 11


def test_open_questions_are_told(
    provider: ModuleType, corpus: Any, tmp_path: Path
) -> None:
    path, server = tmp_path / "f", provider.Server(provider.scripted(None, "500"))
    with provider.serving(server):
        found = call(
            *("-j", "gemini:m", "-o", path, "--tries", "1"),
            *("--base-url", f"http://127.0.0.1:{server.port}/v1beta"),
        )
    assert found.exit_code == 1
    assert found.stdout.startswith("9 answers by gemini:m")
    assert found.stderr == (
        "failed requests, by kind: 1 HTTP 500\n"
        "1 questions are open; run the same command again\n"
    )


def test_choices_are_summed_up(
    provider: ModuleType, corpus: Any, tmp_path: Path
) -> None:
    server = provider.Server()
    with provider.serving(server):
        found = call(
            *("-j", "openai:m", "-o", tmp_path / "f", "--protocol", "pairwise"),
            *("--base-url", f"http://127.0.0.1:{server.port}/v1", "--repeat", "2"),
        )
    assert found.exit_code == 0
    assert "Pairs answered in both orders: 10\n" in found.stdout
    for line in ("same verdict when asked again: ", "strict: ", "lenient: decided "):
        assert line in found.stdout


def test_a_dry_run_sends_and_writes_nothing(corpus: Any, tmp_path: Path) -> None:
    table = prices(tmp_path)
    found = call(
        *("-j", "openai:gpt-4o", "-o", tmp_path / "f", "--dry-run", "--prices", table)
    )
    assert found.exit_code == 0
    assert f"10 questions, 0 answered: {tmp_path / 'f'}\n" in found.stdout
    assert "requests to send: 10\n" in found.stdout
    assert "output tokens, at most: 10240\n" in found.stdout
    assert list(tmp_path.iterdir()) == [table]


def test_batches(provider: ModuleType, corpus: Any, tmp_path: Path) -> None:
    base = ("-j", "openai:gpt-4o", "-o", tmp_path / "f", "--limit", "3")
    out = call(*base, "--export-batch", tmp_path / "out")
    assert out.stdout == f"3 requests: {tmp_path / 'out' / 'batch-001.jsonl'}\n"
    results = []
    for line in (tmp_path / "out" / "batch-001.jsonl").read_text().splitlines():
        request = json.loads(line)
        text, finish = provider.told(provider.answer_to(request["body"], "x"), None)
        body = provider.envelope("/chat/completions", text, finish, 0)
        response = {"status_code": 200, "body": body}
        results.append({"custom_id": request["custom_id"], "response": response})
    results[2]["response"]["status_code"] = 429
    (tmp_path / "in").write_text("\n".join(map(json.dumps, results)))
    taken = call(*base, "--import-batch", tmp_path / "in")
    assert taken.exit_code == 1
    assert taken.stdout == f"2 answers taken in, 1 open: {tmp_path / 'f'}\n"
    assert taken.stderr == "without an answer: 1 HTTP 429\n"


def test_a_wrong_key_stops_the_run(
    provider: ModuleType, corpus: Any, tmp_path: Path
) -> None:
    server = provider.Server(lambda n, digest: "401")
    with provider.serving(server):
        found = call(
            *("-j", "openai:m", "-o", tmp_path / "f"),
            *("--base-url", f"http://127.0.0.1:{server.port}/v1"),
        )
    assert isinstance(found.exception, RunStoppedError)
    assert "the key is not accepted (HTTP 401" in str(found.exception)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            ["-j", "openai:m", "--framing", "both"],
            SpecError,
            "option --framing is of no use to judge 'openai:m'; allowed: with judges",
        ),
        (
            ["-j", "pixel", "--base-url", "http://h"],
            SpecError,
            "option --base-url is of no use to judge 'pixel'; allowed: with openai:MOD",
        ),
        (["-j", "pixel", "--dry-run"], SpecError, "option --dry-run is of no use"),
        (
            ["-j", "opnai:m"],
            UnknownNameError,
            "unknown judge 'opnai'; did you mean 'openai'?",
        ),
        (["-j", "openai:"], UnknownNameError, "names no model"),
        (["-j", "openai:m", "--budget", "3"], SpecError, "budget = 3 without prices"),
        (
            ["-j", "openai:m", "--protocol", "audits"],
            UnknownNameError,
            "unknown protocol 'audits'; did you mean 'audit'?",
        ),
        (
            ["-j", "openai:m", "--resize-rule", "claude-4"],
            UnknownNameError,
            "resize rule 'claude-4' is unknown",
        ),
    ],
)
def test_what_cannot_be(
    options: list[str],
    error: type[Exception],
    message: str,
    corpus: Any,
    tmp_path: Path,
) -> None:
    found = call(*options, "-o", tmp_path / "f")
    assert type(found.exception) is error
    assert message in str(found.exception)
    assert list(tmp_path.iterdir()) == []
