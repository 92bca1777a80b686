"""Batch files, out and in again."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from eyechart.generator.errors import JudgementError, SpecError, UnknownNameError
from eyechart.judging.asking.judge import hosted
from eyechart.judging.asking.plan import Plan, plan_run
from eyechart.judging.batches.export import export_batches
from eyechart.judging.batches.results import import_batches
from eyechart.judging.judgement import from_json
from eyechart.judging.protocol import load_protocol

Maker = Callable[..., Any]
ADDRESS = "http://127.0.0.1:1/v1"


def plan(corpus: Any, judge: str = "openai:served", **values: Any) -> Plan:
    asked = hosted(judge, load_protocol("audit"), base_url=ADDRESS)
    return plan_run(asked, corpus, **values)


def lines(*paths: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line) for path in paths for line in path.read_text().splitlines()
    ]


def served(module: ModuleType, request: dict[str, Any]) -> dict[str, Any]:
    """Return the line that a provider writes for a request."""
    text, finish = module.told(module.answer_to(request["body"], "x"), None)
    body = module.envelope("/chat/completions", text, finish, 0)
    response = {"status_code": 200, "request_id": "same", "body": body}
    key = request["custom_id"]
    return {"id": "same", "custom_id": key, "response": response, "error": None}


def write(path: Path, values: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(value) + "\n" for value in values))
    return path


@pytest.fixture
def corpus(make_pictures: Maker) -> Any:
    return make_pictures(6, 1)


def test_there_and_back(provider: ModuleType, corpus: Any, tmp_path: Path) -> None:
    path, folder = tmp_path / "f.jsonl", tmp_path / "out"
    run = plan(corpus, repeats=2)
    exported = export_batches(run, corpus, path, folder)
    requests = lines(*exported.files)
    assert exported.requests == len(requests) == 16
    assert len({request["custom_id"] for request in requests}) == 16
    for request in requests:
        assert request["method"] == "POST"
        assert request["url"] == "/v1/chat/completions"
        assert request["body"]["model"] == "served"
    results = [served(provider, request) for request in requests]
    done = import_batches(run, path, (write(tmp_path / "in", results[::-1]),))
    assert (done.taken, done.kept, done.unanswered) == (16, 0, 0)
    rows = [from_json(line, "f") for line in path.read_bytes().splitlines()]
    assert len(rows) == 16 * 5
    assert {row.status for row in rows} == {"ok"}
    again = import_batches(run, path, (tmp_path / "in",))
    assert (again.taken, again.kept, again.unanswered) == (0, 16, 0)
    assert export_batches(run, corpus, path, tmp_path / "more").files == ()


def test_files_are_kept_small(corpus: Any, tmp_path: Path) -> None:
    exported = export_batches(
        plan(corpus), corpus, tmp_path / "f", tmp_path / "out", most_bytes=12_000
    )
    assert len(exported.files) > 1
    assert [path.name for path in exported.files[:2]] == [
        "batch-001.jsonl",
        "batch-002.jsonl",
    ]
    assert all(path.stat().st_size <= 12_000 for path in exported.files)
    assert len(lines(*exported.files)) == 8


def test_what_failed_is_exported_again(
    provider: ModuleType, corpus: Any, tmp_path: Path
) -> None:
    path, run = tmp_path / "f.jsonl", plan(corpus)
    requests = lines(*export_batches(run, corpus, path, tmp_path / "out").files)
    results = [served(provider, request) for request in requests]
    results[0]["response"]["status_code"] = 500
    results[1] |= {"response": None, "error": {"code": "batch_expired"}}
    results[2]["response"]["body"] = {"choices": []}
    results.append(results[5])
    # A prompt that is filtered is an answer.
    filtered = {"error": {"code": "content_filter", "message": "no"}}
    results[3]["response"] = {"status_code": 400, "body": filtered}
    results[4]["response"] = {"status_code": 400, "body": {"error": {"code": "bad"}}}
    done = import_batches(run, path, (write(tmp_path / "in", results),))
    assert (done.taken, done.unanswered) == (4, 4)
    assert done.failures == {
        "HTTP 400": 1,
        "HTTP 500": 1,
        "batch_expired": 1,
        "no reply": 1,
    }
    rows = [from_json(line, "f") for line in path.read_bytes().splitlines()]
    assert [row.raw for row in rows if row.status == "refusal"] == ["no"] * 5
    more = export_batches(run, corpus, path, tmp_path / "more")
    wanted = [requests[number]["custom_id"] for number in (0, 1, 2, 4)]
    assert [request["custom_id"] for request in lines(*more.files)] == wanted


def test_two_answers_to_one_request(
    provider: ModuleType, corpus: Any, tmp_path: Path
) -> None:
    path, run = tmp_path / "f.jsonl", plan(corpus)
    (request, *_) = lines(*export_batches(run, corpus, path, tmp_path / "out").files)
    first, second = served(provider, request), served(provider, request)
    second["response"]["body"]["choices"][0]["message"]["content"] = "{}"
    file = write(tmp_path / "in", [first, second])
    with pytest.raises(JudgementError, match=r"in, line 2: a second answer to reque"):
        import_batches(run, path, (file,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "line 1: is not JSON"),
        ("[" * 200_000, "line 1: is not JSON"),
        ("[]", "line 1: has no custom_id, so is no result"),
        ('{"custom_id": "other"}', "line 1: custom_id 'other' is not of this run"),
    ],
)
def test_files_that_are_no_results(
    text: str, message: str, corpus: Any, tmp_path: Path
) -> None:
    file = tmp_path / "in"
    file.write_text(text)
    with pytest.raises(JudgementError, match=message):
        import_batches(plan(corpus), tmp_path / "f.jsonl", (file,))
    with pytest.raises(JudgementError, match="none: cannot be read"):
        import_batches(plan(corpus), tmp_path / "f.jsonl", (tmp_path / "none",))


def test_other_forms_are_refused(corpus: Any, tmp_path: Path) -> None:
    run = plan(corpus, "gemini:gemini-3")
    with pytest.raises(UnknownNameError, match="batch files of provider 'gemini' are"):
        export_batches(run, corpus, tmp_path / "f", tmp_path / "out")
    with pytest.raises(UnknownNameError, match="allowed: openai, whose form vLLM"):
        import_batches(run, tmp_path / "f", ())


def test_a_folder_with_batches_is_left_alone(corpus: Any, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "batch-001.jsonl").write_text("mine")
    with pytest.raises(SpecError, match="holds batch files already"):
        export_batches(plan(corpus), corpus, tmp_path / "f", tmp_path / "out")
