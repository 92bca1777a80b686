"""Keys, eyes and estimates of requests that are not sent yet."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from eyechart.generator.errors import CorpusError, SpecError, UnknownNameError
from eyechart.judging.asking.estimate import estimate, size_seen
from eyechart.judging.asking.judge import Hosted, hosted
from eyechart.judging.asking.plan import plan_run
from eyechart.judging.asking.task import stubbed
from eyechart.judging.forecast import forecast
from eyechart.judging.protocol import load_protocol
from eyechart.judging.sending.prices import Prices
from eyechart.judging.vision.models import eyes

Maker = Callable[..., Any]


def judge(name: str = "openai:gpt-4o", protocol: str = "audit") -> Hosted:
    return hosted(name, load_protocol(protocol))


def keys(of: Hosted, corpus: Any, **values: Any) -> list[str]:
    asked = plan_run(of, corpus, **values).asked
    return [task.key for one in asked for task in one.tasks]


def test_keys_tell_all_that_an_answer_depends_on(make_pictures: Maker) -> None:
    corpus, base = make_pictures(3, 1), judge()
    before = set(keys(base, corpus))
    settings = dataclasses.replace(base.protocol.settings, temperature=0.5)
    warmer = dataclasses.replace(base.protocol, settings=settings)
    others = [
        judge("openai:gpt-4o-mini"),
        judge("gemini:gpt-4o"),
        judge(protocol="editjudge"),
        dataclasses.replace(base, protocol=warmer),
    ]
    for other in others:
        assert not before & set(keys(other, corpus))
    # A server that moves, or is called otherwise, gives the same answers.
    moved = hosted(
        "openai:gpt-4o", base.protocol, base_url="http://localhost:8000/v1", name="mine"
    )
    assert set(keys(moved, corpus)) == before
    assert set(keys(base, corpus, seed=7)) == before
    twice = keys(base, corpus, repeats=2)
    assert len(set(twice)) == 2 * len(before)
    assert before < set(twice)


def test_keys_tell_every_picture_by_its_pixels(
    make_pictures: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = make_pictures(2, 0)
    before = keys(judge(), corpus)
    lines = list(corpus.manifest())
    changed = {**lines[0].pixels, "source": "other"}
    lines[0] = SimpleNamespace(stimulus_id=lines[0].stimulus_id, pixels=changed)
    monkeypatch.setattr(corpus, "manifest", lambda: lines)
    assert len(set(before) - set(keys(judge(), corpus))) == 1


def test_stimuli_that_show_the_same_have_keys_of_their_own(
    make_pictures: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = make_pictures(2, 0)
    first, second = corpus._rows
    second.update({k: v for k, v in first.items() if k != "stimulus_id"})
    assert len(set(keys(judge(protocol="reference"), corpus))) == 2


def test_a_picture_without_a_digest(
    make_pictures: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = make_pictures(1, 0)
    lines = [
        SimpleNamespace(
            stimulus_id=line.stimulus_id, pixels={**line.pixels, "source": None}
        )
        for line in corpus.manifest()
    ]
    monkeypatch.setattr(corpus, "manifest", lambda: lines)
    with pytest.raises(CorpusError, match=r"'e0000': .* has no digest of its source, "):
        plan_run(judge(), corpus)
    plan_run(judge(protocol="reference"), corpus)


def test_a_limit_is_a_beginning_of_the_order(make_pictures: Maker) -> None:
    corpus = make_pictures(20, 4)
    whole = keys(judge(), corpus)
    assert keys(judge(), corpus, limit=9) == whole[:9]
    assert keys(judge(), corpus, seed=1) != whole


def test_pairs_begin_with_either_order(make_pictures: Maker) -> None:
    asked = plan_run(judge(protocol="pairwise"), make_pictures(40, 0)).asked
    orders = [one.question.order for one in asked]
    assert orders.count("AB") == orders.count("BA") == 40
    assert 10 <= orders[:40].count("AB") <= 30
    names = [one.question.stimulus_id for one in asked]
    assert names[:40] == names[40:]


def test_manifest_and_metadata_must_agree(
    make_pictures: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = make_pictures(1, 0)
    monkeypatch.setattr(corpus, "manifest", lambda: [])
    with pytest.raises(CorpusError, match="the manifest knows its result as None"):
        plan_run(judge(), corpus)


def test_names_of_judges() -> None:
    with pytest.raises(UnknownNameError, match="names no model"):
        judge("openai")
    with pytest.raises(UnknownNameError, match="names no model"):
        judge("anthropic: ")
    with pytest.raises(SpecError, match="is not an address"):
        hosted("openai:m", load_protocol("audit"), base_url="localhost")


@pytest.mark.parametrize(
    ("provider", "model", "setting", "rule", "tokens"),
    [
        # 85 + 170 x 4 squares, and the base alone at low: OpenAI, images and vision.
        ("openai", "gpt-4o", "high", "openai-tile-high", 765),
        ("openai", "gpt-4o-2024-11-20", "low", "openai-tile-low", 85),
        ("openai", "gpt-4o-mini", "high", "openai-tile-high", 25501),
        ("openai", "gpt-5", "auto", "openai-tile-high", 630),
        ("openai", "o3", "high", "openai-tile-high", 675),
        # 28 x 21 patches of 32 px times 1.62, rounded up.
        ("openai", "gpt-4.1-mini", "high", "openai-gpt-5.2", 953),
        ("openai", "gpt-5.4", "high", "openai-gpt-5.4-high", 706),
        # 588 patches times 1.2, 1.5, 1.72 and 2.46, rounded up.
        ("openai", "gpt-5.4-mini", "low", "openai-gpt-5.4-low", 706),
        ("openai", "gpt-5.4-nano-2026-03-17", "auto", "openai-gpt-5.4-high", 706),
        ("openai", "gpt-5-mini", "low", "openai-patch-1536", 706),
        ("openai", "gpt-5-nano-2025-08-07", "high", "openai-patch-1536", 882),
        ("openai", "o4-mini", "high", "openai-patch-1536", 1012),
        ("openai", "openai/o4-mini-2025-04-16", "auto", "openai-patch-1536", 1012),
        ("openai", "gpt-4.1-nano", "low", "openai-patch-1536", 1447),
        ("openai", "gpt-4.1-2025-04-14", "high", "openai-tile-high", 765),
        ("openai", "o1-2024-12-17", "low", "openai-tile-low", 75),
        ("openai", "o1-pro", "high", "openai-tile-high", 675),
        ("openai", "gpt-5.1", "high", "openai-tile-high", 630),
        ("openai", "gpt-5.5", "auto", "openai-gpt-5.5-original", 706),
        # 16 x 12 patches times 1.2: the picture is seen at 512x384 px.
        ("openai", "gpt-5.6-luna", "low", "openai-gpt-5.6-low", 231),
        # What is not said of a model by its name is not known.
        ("openai", "gpt-5.9", "high", None, None),
        ("openai", "gpt-5.10", "high", None, None),
        ("openai", "gpt-50", "high", None, None),
        ("openai", "gpt-5-pro", "high", None, None),
        ("openai", "gpt-5.6", "high", None, None),
        ("openai", "o3-mini", "high", None, None),
        ("openai", "o3-pro", "high", None, None),
        ("openai", "o1vlm", "high", None, None),
        ("openai", "gpt-4o-audio-preview", "high", None, None),
        ("openai", "llava", "high", None, None),
        # 32 x 24 patches of 28 px.
        ("anthropic", "claude-sonnet-4-5-20250929", "", "claude-4.6", 768),
        ("anthropic", "claude-opus-4-20250514", "", "claude-4.6", 768),
        ("anthropic", "claude-3-7-sonnet-latest", "", "claude-4.6", 768),
        ("anthropic", "claude-opus-4-1-20250805", "", "claude-4.6", 768),
        ("anthropic", "claude-opus-4-7", "", "claude-4.7", 768),
        ("anthropic", "claude-opus-5-5", "", "claude-4.7", 768),
        ("anthropic", "claude-fable-5", "", "claude-4.7", 768),
        ("anthropic", "claude-opus-4-10", "", None, None),
        ("anthropic", "claude-next", "", None, None),
        ("gemini", "gemini-3-pro-preview", "high", None, 1120),
        ("gemini", "gemini-3-pro-preview", "low", None, 280),
        ("openai", "Qwen/Qwen2.5-VL-72B-Instruct-AWQ", "high", "qwen2.5-vl", 770),
        ("openai", "Qwen/Qwen3-VL-8B-Instruct", "high", "qwen3-vl", 590),
        ("openai", "sysuyy/ImgEdit-Judge", "high", "imgedit-judge", 1346),
    ],
)
def test_what_is_known_of_models(
    provider: str, model: str, setting: str, rule: str | None, tokens: int | None
) -> None:
    known = eyes(provider, model, setting)
    assert (known.rule.name if known.rule else None) == rule
    size = size_seen(known, (896, 672))
    priced = None if known.price is None else known.price(size, setting)
    assert priced == tokens


def test_reports_of_tokens_are_believed_within_reason(make_pictures: Maker) -> None:
    plan = plan_run(judge(), make_pictures(1, 0))
    request = stubbed(plan.judge, plan.asked[0].tasks[0])
    found = estimate(request, plan.judge.eyes, (896, 672))
    assert found.low is not None
    assert found.high is not None
    assert 2 * 765 < found.low < found.input_tokens < found.high
    assert found.output_tokens == request.settings.max_tokens
    assert found.agrees(found.input_tokens)
    # At low detail the two pictures would cost 170 tokens.
    assert not found.agrees(found.input_tokens - 2 * 765 + 170)
    unknown = estimate(request, eyes("openai", "llava", "high"), (896, 672))
    assert unknown.agrees(1)


def test_a_forecast_writes_nothing(make_pictures: Maker, tmp_path: Path) -> None:
    plan = plan_run(judge(), make_pictures(5, 1), repeats=2)
    prices = Prices(input=2.0, output=10.0, currency="USD")
    found = forecast(plan, tmp_path / "f.jsonl", prices)
    assert (found.questions, found.kept, found.requests) == (14, 0, 14)
    assert found.output_tokens == 14 * 1024
    assert found.cost is not None
    low, high = found.cost
    assert low == pytest.approx(found.input_tokens * 2e-6)
    assert high - low == pytest.approx(14 * 1024 * 1e-5)
    assert found.seen == ()
    assert list(tmp_path.iterdir()) == []


def test_a_forecast_tells_of_sizes_that_change(
    make_pictures: Maker, tmp_path: Path
) -> None:
    corpus = make_pictures(2, 0)
    unknown = plan_run(judge("openai:llava"), corpus)
    assert forecast(unknown, tmp_path / "f").seen == (("896x672", "not published"),)
    shrinking = plan_run(judge("openai:imgedit-judge"), corpus)
    assert forecast(shrinking, tmp_path / "f").seen == (("896x672", "1176x896"),)
