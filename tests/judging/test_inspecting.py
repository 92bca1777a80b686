"""A corpus as a task of Inspect, its logs as judgements, and life without it."""

import base64
import hashlib
import json
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from eyechart.analysis.reading.answers import read_answers
from eyechart.cli import cli
from eyechart.generator.errors import JudgementError
from eyechart.judging.inspecting.extra import InspectMissingError
from eyechart.judging.inspecting.logs import import_logs
from eyechart.judging.inspecting.samples import askings, samples
from eyechart.judging.protocol import load_protocol, read_protocol

AUDIT = load_protocol("audit")
GOOD = json.dumps({criterion.name: 4 for criterion in AUDIT.criteria})
REPLIES = (
    (GOOD, "stop", "ok"),
    ("I'm sorry, but I can't help with that.", "stop", "refusal"),
    (GOOD.replace("4", "6"), "stop", "out_of_range"),
    (GOOD, "max_tokens", "truncated"),
    ("", "content_filter", "refusal"),
    ("It looks right.", "stop", "unparsed"),
)


def test_without_inspect_one_sentence_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    arguments = ["import", "a.eval", "-o", str(tmp_path / "out.jsonl")]
    done = CliRunner().invoke(cli, arguments)
    assert isinstance(done.exception, InspectMissingError)
    assert "pip install 'eyechart[inspect]'" in str(done.exception)
    assert not (tmp_path / "out.jsonl").exists()


def test_each_request_is_asked_once(make_pictures: Callable[..., Any]) -> None:
    stimuli = make_pictures(4, 1).metadata().to_pylist()
    names = [one.name for one in askings(load_protocol("textedit"), stimuli)]
    assert len(set(names)) == len(names) == 4 * (4 + 2)
    pairs = askings(load_protocol("pairwise"), stimuli, limit=3)
    assert sorted(one.order for one in pairs) == ["AB"] * 3 + ["BA"] * 3
    reference = askings(load_protocol("reference"), stimuli)
    assert {one.row["kind"] for one in reference} >= {"identity"}
    assert len(reference) == 7


@pytest.fixture(scope="session")
def inspect_ai() -> Any:
    return pytest.importorskip("inspect_ai", reason="needs the extra 'inspect'")


@pytest.fixture(scope="session")
def runs(inspect_ai: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with logs of the task, and with what the corpus holds."""
    folder = tmp_path_factory.mktemp("runs")
    replies = json.dumps([reply[:2] for reply in REPLIES])
    script = Path(__file__).with_name("inspect_runs.py")
    done = subprocess.run(
        [sys.executable, str(script), str(folder), replies],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="session")
def corpus(runs: Path) -> Any:
    return json.loads((runs / "corpus.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ["audit.eval", "audit.json"])
def test_from_corpus_to_judgements(
    runs: Path, corpus: Any, name: str, tmp_path: Path
) -> None:
    rows = [row for _, row in import_logs([runs / name])]
    assert len(rows) == 6 * 5
    assert {row.judge for row in rows} == {"mockllm/model"}
    assert {(row.raw, row.status) for row in rows} == {
        (text, status) for text, _, status in REPLIES
    }
    assert {row.score for row in rows if row.status == "ok"} == {4}
    assert {row.score for row in rows if row.status != "ok"} == {None}
    for row in rows:
        assert row.requested is not None
        assert row.requested["result"] == corpus[row.stimulus_id]["pixels_sha256"]
    out = tmp_path / "out.jsonl"
    arguments = ["import", str(runs / name), "--judge", "other", "-o", str(out)]
    done = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    read = read_answers([out], None)
    assert {answer.judge for answer in read} == {"other"}
    assert len(read) == 30


def test_what_the_log_says(runs: Path, corpus: Any) -> None:
    from inspect_ai.log import read_eval_log

    log = read_eval_log(str(runs / "audit.eval"), resolve_attachments=True)
    for sample in log.samples:
        system, user = sample.input
        assert system.content == AUDIT.asks[0].system
        row = corpus[sample.metadata["stimulus_id"]]
        assert row["instruction"] in user.content[0].text
        shown = [part for part in user.content if part.type == "image"]
        heads, pictures = zip(*(part.image.split(",") for part in shown), strict=True)
        assert set(heads) == {"data:image/png;base64"}
        assert [base64.b64decode(picture).hex() for picture in pictures] == row["shown"]
        assert {part.detail for part in shown} == {"high"}
    means = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert means == {criterion.name: 4.0 for criterion in AUDIT.criteria}
    assert {score.unscored_samples for score in log.results.scores} == {5}
    reasons = [score.reason for s in log.samples for score in s.scores.values()]
    assert sorted(filter(None, reasons)) == sorted(s for *_, s in REPLIES[1:])
    settings = log.plan.config
    assert (settings.temperature, settings.max_tokens) == (0.0, 1024)


def test_epochs_orders_and_requests(runs: Path) -> None:
    rows = [row for _, row in import_logs([runs / "pairs.eval"])]
    assert sorted((row.repeat, row.order, row.score) for row in rows) == [
        (0, "AB", 1),
        (0, "BA", -1),
        (1, "AB", 1),
        (1, "BA", -1),
    ]
    found = {
        row.criterion: row.status for _, row in import_logs([runs / "textedit.eval"])
    }
    assert found == {
        "instruction_following": "unparsed",
        "text_accuracy": "unparsed",
        "visual_consistency": "ok",
        "layout_preservation": "unparsed",
    }


def test_a_composite_is_computed_from_both_requests(runs: Path) -> None:
    rows = [row for _, row in import_logs([runs / "viescore.eval"])]
    assert len(rows) == 5
    overall = rows[-1]
    assert (overall.criterion, overall.status) == ("overall", "ok")
    assert overall.score == pytest.approx(math.sqrt(4 * 6))


def test_a_protocol_of_ones_own_and_a_sample_that_failed(
    runs: Path, tmp_path: Path
) -> None:
    log = runs / "mine.eval"
    with pytest.raises(JudgementError, match="'mine', which is not registered"):
        list(import_logs([log]))
    rows = [
        row for _, row in import_logs([log], protocol=read_protocol(runs / "mine.toml"))
    ]
    assert sorted(row.status for row in rows) == ["api_error"] * 5 + ["ok"] * 5
    text = (runs / "mine.toml").read_text("utf-8")
    changed = tmp_path / "mine.toml"
    changed.write_text(text.replace("Useless.", "Bad."), "utf-8")
    with pytest.raises(JudgementError, match="another version of protocol 'mine'"):
        list(import_logs([log], protocol=read_protocol(changed)))


def test_files_that_are_no_logs(inspect_ai: Any, tmp_path: Path) -> None:
    (tmp_path / "a.eval").write_bytes(b"PK no zip")
    (tmp_path / "a.json").write_text('[{"score": 1}]')
    for name, sentence in (
        ("a.eval", "is no log that Inspect can read"),
        ("a.json", "is no log that Inspect can read"),
        ("b.eval", "does not exist"),
        ("a.csv", "with --map"),
    ):
        with pytest.raises(JudgementError, match=sentence):
            list(import_logs([tmp_path / name]))


def test_pictures_are_files_each_of_them_once(
    inspect_ai: Any, make_pictures: Callable[..., Any], tmp_path: Path
) -> None:
    corpus = make_pictures(2, 1)
    stimuli = {row["stimulus_id"]: row for row in corpus.metadata().to_pylist()}
    textedit = load_protocol("textedit")
    asked = askings(textedit, list(stimuli.values()))
    made = samples(textedit, corpus, asked, tmp_path)
    assert [one["id"] for one in made] == [one.name for one in asked]
    assert {one["metadata"]["framing"] for one in made} == {"instruction"}
    shown = [
        Path(part.image)
        for one in made
        for part in one["input"][1].content
        if part.type == "image"
    ]
    assert set(shown) == set(tmp_path.iterdir())
    assert len(set(shown)) < len(shown)
    for path in shown:
        assert path.stem == hashlib.sha256(path.read_bytes()).hexdigest()
