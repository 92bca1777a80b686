"""Putting observers through corpora, from the command line too."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from eyechart.analysis.audit import fit
from eyechart.commands.judge import command
from eyechart.generator.dimensions.wording import quoted
from eyechart.generator.drawing.encode import to_png
from eyechart.generator.errors import CorpusError, JudgementError, UnknownNameError
from eyechart.generator.page.draw import draw, redraw
from eyechart.generator.page.layout import layout
from eyechart.generator.page.scene import Pose
from eyechart.generator.page.setting import box
from eyechart.judging.judgement import from_json
from eyechart.judging.observers import observer_names, open_observer
from eyechart.judging.observers.simulated import simulated
from eyechart.judging.runner import FRAMINGS, Questions, Tally, run

Rows = list[dict[str, Any]]
Maker = Callable[..., Any]


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_order_of_the_file(mixed: Rows, make_corpus: Maker, tmp_path: Path) -> None:
    path = tmp_path / "new" / "f.jsonl"
    tally = run(simulated(), make_corpus(mixed), path, questions=Questions(repeats=2))
    keys = [(r["stimulus_id"], r["framing"], r["repeat"]) for r in read(path)]
    expected = [
        (row["stimulus_id"], framing, repeat)
        for row in mixed
        for framing in ("instruction", "reference")
        if (row["kind"], framing) != ("identity", "instruction")
        for repeat in (0, 1)
    ]
    assert list(dict.fromkeys(keys)) == expected
    assert tally == Tally(asked=len(expected), kept=0)
    assert len(keys) == 16 * 5 + 18 * 2


def test_what_is_there_is_kept(mixed: Rows, make_corpus: Maker, tmp_path: Path) -> None:
    path, corpus = tmp_path / "f.jsonl", make_corpus(mixed)
    steps: list[tuple[int, int]] = []
    questions = Questions(framings=("reference",))
    first = run(simulated(), corpus, path, questions=questions, limit=2)
    before = path.read_bytes()
    second = run(
        simulated(),
        corpus,
        path,
        questions=questions,
        progress=lambda done, total: steps.append((done, total)),
    )
    assert (first, second) == (Tally(asked=2, kept=0), Tally(asked=7, kept=2))
    assert path.read_bytes().startswith(before)
    assert steps == [(done, 9) for done in range(3, 10)]
    third = run(simulated(), corpus, path, questions=questions)
    assert third == Tally(asked=0, kept=9)


def test_a_grown_corpus_is_continued(
    mixed: Rows, make_corpus: Maker, tmp_path: Path
) -> None:
    path = tmp_path / "f.jsonl"
    run(simulated(), make_corpus(mixed[:4]), path)
    assert run(simulated(), make_corpus(mixed), path).kept == 8


def test_another_picture_of_the_same_name_is_refused(
    mixed: Rows, make_corpus: Maker, tmp_path: Path
) -> None:
    path = tmp_path / "f.jsonl"
    run(simulated(), make_corpus(mixed), path)
    mixed[0]["pixels_sha256"] = "other"
    with pytest.raises(JudgementError, match="another picture, by its digest"):
        run(simulated(), make_corpus(mixed), path)


def test_a_missing_column_is_named(
    mixed: Rows, make_corpus: Maker, tmp_path: Path
) -> None:
    for row in mixed:
        row["magnitudes"] = row.pop("magnitude")
    with pytest.raises(CorpusError, match=r"'magnitude'.*did you mean 'magnitudes'"):
        run(simulated(), make_corpus(mixed), tmp_path / "f.jsonl")
    assert not (tmp_path / "f.jsonl").exists()


def drawn() -> Rows:
    """Position errors of one run at growing magnitudes, and flawless controls."""
    scene = layout("quote_card").scenes[0]
    run_ = scene.run(layout("quote_card").editable[0])
    truth = draw(scene)
    source = draw(scene.with_run(dataclasses.replace(run_, pose=Pose(dx=-12.0))))

    def row(name: str, magnitude: float | None) -> dict[str, Any]:
        pose = Pose(dx=magnitude or 0.0)
        shown = redraw(scene, dataclasses.replace(run_, pose=pose))
        return {
            "stimulus_id": name,
            "kind": "flawless" if magnitude is None else "degraded",
            "dimension": None if magnitude is None else "position",
            "role": None if magnitude is None else "instructed",
            "magnitude": magnitude,
            "visible_anchor": None if magnitude is None else 4.0,
            "unit": None if magnitude is None else "px",
            "instruction": f"Move {quoted(run_)} 12 px to the right.",
            "target_box": list(box(run_)),
            "source": {"bytes": to_png(source), "path": None},
            "ground_truth": {"bytes": to_png(truth), "path": None},
            "result": {"bytes": to_png(shown), "path": None},
            "pixels_sha256": name,
        }

    errors = [row(f"e{i:02}", 0.02 * 1.6**i) for i in range(16)]
    return errors + [row(f"f{i}", None) for i in range(12)]


@pytest.mark.parametrize("name", observer_names())
def test_files_are_read_as_judgements_and_by_the_analysis(
    name: str, make_corpus: Maker, tmp_path: Path
) -> None:
    corpus, path = make_corpus(drawn()), tmp_path / "f.jsonl"
    try:
        observer = open_observer(name)
    except ImportError as error:
        pytest.skip(str(error))
    framings = tuple(one for one in FRAMINGS if one in observer.criteria)
    run(observer, corpus, path, questions=Questions(framings=framings))
    rows = [from_json(line, "f") for line in path.read_bytes().splitlines()]
    assert {row.time for row in rows} == {None}
    audit = fit(path, pd.DataFrame(corpus.metadata().to_pylist()))
    assert [(o.judge, o.framing, o.n, o.n_missing) for o in audit.onsets] == [
        (name, framing, 16, 0) for framing in framings
    ]


def test_the_analysis_finds_the_step_of_the_pixel_judge(
    make_corpus: Maker, tmp_path: Path
) -> None:
    corpus, path = make_corpus(drawn()), tmp_path / "f.jsonl"
    run(open_observer("pixel"), corpus, path)
    seen = {r["stimulus_id"]: r["score"] for r in read(path) if r["score"] in (0, 1)}
    rows = corpus.metadata().to_pylist()
    sizes = {r["stimulus_id"]: r["magnitude"] for r in rows}
    missed = max(m for name, m in sizes.items() if m and not seen[name])
    caught = min(m for name, m in sizes.items() if m and seen[name])
    audit = fit(path, pd.DataFrame(rows))
    (onset,) = [o for o in audit.onsets if o.framing == "reference"]
    assert onset.status == "separated"
    assert missed < caught
    assert onset.onset_low <= missed
    assert caught <= onset.onset_high
    assert onset.floor == 0


@pytest.fixture
def corpus_on_disk(
    mixed: Rows, make_corpus: Maker, monkeypatch: pytest.MonkeyPatch
) -> str:
    from eyechart.generator.corpus import reading

    monkeypatch.setattr(reading, "open_corpus", lambda _: make_corpus(mixed))
    return "corpus"


def call(*arguments: str) -> Any:
    return CliRunner().invoke(command, arguments)


def test_command(corpus_on_disk: str, tmp_path: Path) -> None:
    path = str(tmp_path / "f.jsonl")
    result = call(corpus_on_disk, "-j", "simulated", "-o", path)
    assert result.exit_code == 0
    assert result.stdout == f"17 answers by simulated: {path}\n"
    assert result.stderr == ""
    again = call(corpus_on_disk, "-j", "simulated", "-o", path, "--repeat", "2")
    assert again.stdout == f"17 answers by simulated, 17 kept from before: {path}\n"


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--framing", "instruction"], 8),
        (["--framing", "reference"], 9),
        (["--framing", "both", "--limit", "3"], 6),
        (["--repeat", "3"], 51),
    ],
)
def test_options(
    corpus_on_disk: str, tmp_path: Path, options: list[str], count: int
) -> None:
    path = str(tmp_path / "f.jsonl")
    result = call(corpus_on_disk, "-j", "simulated", "-o", path, *options)
    assert result.stdout.startswith(f"{count} answers")


def test_the_seed_changes_the_answers(corpus_on_disk: str, tmp_path: Path) -> None:
    written = set()
    for seed in ("0", "1", "2"):
        path = tmp_path / seed
        options = ("-o", str(path), "--seed", seed, "--repeat", "9")
        assert call(corpus_on_disk, "-j", "simulated", *options).exit_code == 0
        written.add(tuple(row["score"] for row in read(path)))
    assert len(written) == 3


def test_another_seed_does_not_continue_a_file(
    corpus_on_disk: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "f.jsonl")
    call(corpus_on_disk, "-j", "simulated", "-o", path)
    result = call(corpus_on_disk, "-j", "simulated", "-o", path, "--seed", "1")
    assert isinstance(result.exception, JudgementError)


def test_a_corpus_must_be_there(tmp_path: Path) -> None:
    output = str(tmp_path / "f.jsonl")
    result = call(str(tmp_path / "none"), "-j", "simulated", "-o", output)
    assert isinstance(result.exception, CorpusError)
    assert "none: does not exist; allowed: a corpus folder" in str(result.exception)
    assert not Path(output).exists()


def test_an_unknown_judge_is_named_before_the_corpus(tmp_path: Path) -> None:
    result = call(str(tmp_path), "-j", "pixels", "-o", "f.jsonl")
    assert isinstance(result.exception, UnknownNameError)
    assert (
        "did you mean 'pixel'? (allowed: instrument, pixel, simulated, "
        "anthropic, gemini, openai)" in (str(result.exception))
    )


@pytest.mark.parametrize(
    "options", [["--limit", "0"], ["--repeat", "0"], ["--seed", "-1"]]
)
def test_counts_are_checked(options: list[str]) -> None:
    assert call("c", "-j", "simulated", "-o", "f", *options).exit_code == 2
