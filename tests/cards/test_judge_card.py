"""The card of a judge says what the audit found."""

import dataclasses
import json
import re

import pytest
from click.testing import CliRunner

import eyechart
from eyechart.cards.judge.card import judge_card, write_judge_card
from eyechart.cards.judge.record import recorded_settings
from eyechart.commands.card import command
from eyechart.generator.corpus.verified import file_digest
from eyechart.generator.errors import AnalysisError, CorpusError, JudgementError


def _cells(line):
    return [one.strip() for one in re.split(r"(?<!\\)\|", line.strip("|"))]


@pytest.fixture
def file(judged, answers):
    settings = {"settings": "x", "temperature": 0.5}
    return judged(
        [
            {key: value for key, value in one.items() if key != "pixels_sha256"}
            | {"requested": settings | {"result": one["pixels_sha256"]}}
            | {"sent": {"effective_magnitude": float(number)}}
            for number, one in enumerate(answers)
        ]
    )


def test_card(proven, file):
    text = judge_card(proven, file)
    audit = eyechart.fit(file, proven)
    lines = [_cells(line) for line in text.splitlines() if line[:1] == "|"]
    onsets = {(line[1], line[2]): line for line in lines if len(line) == 10}
    for one in audit.onsets:
        shown = onsets[one.dimension, one.role]
        assert shown[6].replace("\\", "") == one.status
        assert shown[8:] == [str(one.n), str(one.n_missing)]
        assert shown[7] == ("" if one.floor is None else f"{100 * one.floor:.1f} %")
    floors = {line[2]: line for line in lines if len(line) == 8}
    assert floors["floor"][3:5] == ["3", "0.0 %"]
    assert floors["unedited"][3:5] == ["1", "0.0 %"]
    assert "under the reference framing with `identity`" in text
    assert "a\\|judge &lt;b>" in text
    assert "<b>" not in text
    assert file_digest(proven / "manifest.jsonl") in text
    assert "| a\\|judge &lt;b> | requested: temperature | 0.5 | 7 |" in text


def test_settings_of_the_stimulus_are_left_out(file):
    found = recorded_settings(file)
    assert [(one.name, one.value, one.n) for one in found] == [
        ("requested: settings", "x", 7),
        ("requested: temperature", "0.5", 7),
    ]


def test_missing_answers_are_told(proven, judged, answers):
    answers[0] |= {"status": "refusal", "score": None}
    text = judge_card(proven, judged(answers))
    assert "| a\\|judge &lt;b> | reference | refusal | 1 |" in text


def test_the_corpus_is_the_one_that_was_judged(proven, judged, answers, file):
    assert (
        "\n7 of 7 judgements name the picture that was judged, and it is this corpus' "
        "own.\n"
    ) in judge_card(proven, file)
    for one in answers[1:]:
        del one["pixels_sha256"]
    assert "\n1 of 7 judgements name" in judge_card(proven, judged(answers))
    del answers[0]["pixels_sha256"]
    assert "\nNo judgement names the picture" in judge_card(proven, judged(answers))
    answers[0]["pixels_sha256"] = "0" * 64
    with pytest.raises(JudgementError, match="another revision"):
        judge_card(proven, judged(answers))


def test_of_an_audit(proven, file, tmp_path):
    folder = tmp_path / "audit"
    eyechart.fit(file, proven).save(folder)
    done = CliRunner().invoke(command, [str(proven), "--judge", str(folder)])
    assert (done.exit_code, done.stdout) == (0, f"{folder / 'JUDGE.md'}\n")
    text = (folder / "JUDGE.md").read_text(encoding="utf-8")
    ours, theirs = text.split("## Settings"), judge_card(proven, file)
    assert theirs.startswith(ours[0])
    assert "\nThe audit was fitted to a corpus with this manifest.\n" in text


def test_an_audit_of_another_corpus_is_refused(proven, file, tmp_path):
    audit = eyechart.fit(file, proven)
    other = dataclasses.replace(audit.settings, manifest_sha256="0" * 64)
    dataclasses.replace(audit, settings=other).save(tmp_path / "other")
    with pytest.raises(AnalysisError, match="with manifest 0000"):
        judge_card(proven, tmp_path / "other")
    bare = dataclasses.replace(audit.settings, manifest_sha256=None)
    dataclasses.replace(audit, settings=bare).save(tmp_path / "bare")
    text = judge_card(proven, tmp_path / "bare")
    assert (
        "\nSo says who had this card written: the audit was fitted to a table" in text
    )


def test_beside_the_file(proven, file):
    path = write_judge_card(proven, file, None)
    assert path == file.with_name("judge.card.md")
    other = write_judge_card(proven, file, file.parent / "other.md")
    assert other.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_refusals(proven, tmp_path):
    with pytest.raises(AnalysisError, match=r"settings\.json"):
        judge_card(proven, tmp_path)
    with pytest.raises(JudgementError, match="does not exist"):
        judge_card(proven, tmp_path / "none.jsonl")
    (tmp_path / "bad.jsonl").write_text(json.dumps({"stimulus_id": 1}))
    with pytest.raises(JudgementError, match=r"bad\.jsonl"):
        judge_card(proven, tmp_path / "bad.jsonl")


@pytest.mark.parametrize("option", ["-o", "--revision"])
def test_some_options_go_with_a_judge(proven, tmp_path, option):
    done = CliRunner().invoke(command, [str(proven), option, str(tmp_path / "x")])
    assert done.exit_code == 2
    assert f"{option} goes with --judge" in done.stderr


def test_a_folder_is_no_revision(proven, file):
    asked = [str(proven), "--judge", str(file), "--revision", "v1"]
    done = CliRunner().invoke(command, asked)
    assert isinstance(done.exception, CorpusError)
    assert "is a folder, so it has no revision 'v1'" in str(done.exception)
