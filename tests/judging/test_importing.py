"""Results of other harnesses become judgements, or one sentence says why not."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from eyechart.cli import cli
from eyechart.generator.errors import EyechartError, JudgementError, SpecError
from eyechart.judging.importing.importer import import_results, write_judgements
from eyechart.judging.importing.mapping import (
    mapping_names,
    open_mapping,
    read_mapping,
)
from eyechart.judging.judgement import Judgement
from eyechart.judging.protocol import load_protocol

DOCS = Path(__file__).resolve().parents[2] / "docs" / "importing.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)

LONG = """
title = "Long"
holds = "scores"
score = "value"
scale = [1, 5]
[stimulus_id]
column = "id"
[judge]
column = "by"
[framing]
value = "instruction"
[criterion]
column = "what"
"""


def found(
    tmp_path: Path, mapping: str, name: str, content: str | list[Any], **told: Any
) -> list[Judgement]:
    """Return what a mapping makes of a file."""
    (tmp_path / "m.toml").write_text(mapping, "utf-8")
    file = tmp_path / name
    text = content if isinstance(content, str) else json.dumps(content)
    file.write_text(text, "utf-8")
    opened = read_mapping(tmp_path / "m.toml")
    return [row for _, row in import_results([file], opened, **told)]


def told(rows: list[Judgement]) -> list[tuple[Any, ...]]:
    return [(row.stimulus_id, row.criterion, row.score, row.status) for row in rows]


@pytest.mark.parametrize("name", mapping_names())
def test_registered_mappings_are_whole(name: str) -> None:
    mapping = open_mapping(name)
    assert mapping.judge is None
    assert mapping.columns


def test_examples_of_the_page_are_mappings(tmp_path: Path) -> None:
    assert len(EXAMPLES) == 3
    for text in EXAMPLES:
        (tmp_path / "example.toml").write_text(text, "utf-8")
        read_mapping(tmp_path / "example.toml")


def test_the_wide_example_of_the_page(tmp_path: Path) -> None:
    content = (
        "result_file,run,follows,follows_reply,layout,error\n"
        "out/a_result.png,1,4,fine,10,\n"
        "out/a_result.png,2,6,six,,\n"
        "out/b_result.png,1,0,,0,timed out\n"
    )
    rows = found(tmp_path, EXAMPLES[0], "scores_our judge.csv", content)
    assert told(rows) == [
        ("a", "instruction_following", 4, "ok"),
        ("a", "layout_preservation", 10, "ok"),
        ("a", "instruction_following", None, "out_of_range"),
        ("a", "layout_preservation", None, "unparsed"),
        ("b", "instruction_following", None, "api_error"),
        ("b", "layout_preservation", None, "api_error"),
    ]
    assert {row.judge for row in rows} == {"our judge"}
    assert [row.repeat for row in rows] == [0, 0, 1, 1, 0, 0]
    assert [(row.scale_min, row.scale_max) for row in rows[:2]] == [(1, 5), (0, 10)]
    assert [row.raw for row in rows[:3]] == ["fine", None, "six"]


def test_the_long_example_of_the_page(tmp_path: Path) -> None:
    content = [
        {"sample": "a", "task": "edit", "metric": "IF", "value": 3.5}
        | {"lowest": 1, "highest": 5},
        {"sample": "a", "task": "compare", "metric": "same", "value": "true"},
    ]
    rows = found(tmp_path, EXAMPLES[1], "r.json", content, judge="j")
    assert [(row.framing, row.criterion, row.score) for row in rows] == [
        ("instruction", "instruction_following", 3.5),
        ("reference", "difference", True),
    ]
    assert (rows[1].scale_min, rows[1].scale_max) == (None, None)


GOOD = json.dumps({name.name: 5 for name in load_protocol("audit").criteria})


def test_the_reply_example_of_the_page(tmp_path: Path) -> None:
    replies = [
        (GOOD, "stop", "ok"),
        (f"Here:\n```json\n{GOOD}\n```", "stop", "ok"),
        (GOOD.replace("5", '"5/5"'), "stop", "repaired"),
        (GOOD.replace("5", "6"), "stop", "out_of_range"),
        (GOOD, "length", "truncated"),
        ("I cannot help with that.", "stop", "refusal"),
        ("", "content_filter", "refusal"),
        ("Four of five.", "stop", "unparsed"),
    ]
    content = "".join(
        json.dumps({"id": n, "completion": text, "finish_reason": why}) + "\n"
        for n, (text, why, _) in enumerate(replies)
    )
    rows = found(tmp_path, EXAMPLES[2], "r.jsonl", content, judge="j")
    assert len(rows) == 5 * len(replies)
    for n, (text, _, status) in enumerate(replies):
        mine = [row for row in rows if row.stimulus_id == str(n)]
        assert {row.status for row in mine} == {status}
        assert {row.raw for row in mine} == {text}
        carries = status in ("ok", "repaired")
        assert {row.score for row in mine} == ({5} if carries else {None})
    assert rows[0].requested is not None
    assert rows[0].requested["protocol_sha256"] == load_protocol("audit").digest()


def test_scores_of_texteditbench(tmp_path: Path) -> None:
    def entry(task: str, **scores: Any) -> dict[str, Any]:
        return {
            "task_id": task,
            "evaluation_results": scores,
            "category": "Receipts",
            "model": "an editor",
        }

    def score(key: str, value: Any, why: str = "as asked") -> dict[str, Any]:
        return {key: value, "rationale": why}

    path = tmp_path / "an editor.json"
    rest = {key: score(key, 5) for key in ("TA", "VC", "LP")}
    entries = [
        entry("s1", IF=score("IF", 4), SE=score("SE", 1), **rest),
        entry("s2", IF=score("IF", 0, "API Error: timed out"), **rest),
        entry("s3", IF=None, **rest),
        entry("s4", IF=score("IF", "0"), **rest),
    ]
    path.write_text(json.dumps(entries), "utf-8")
    mapping = open_mapping("textedit")
    rows = [row for _, row in import_results([path], mapping, judge="gpt-4o")]
    assert len(rows) == 16
    first = [row for row in rows if row.criterion == "instruction_following"]
    assert told(first) == [
        ("s1", "instruction_following", 4, "ok"),
        ("s2", "instruction_following", None, "api_error"),
        ("s3", "instruction_following", None, "unparsed"),
        ("s4", "instruction_following", 0, "ok"),
    ]
    assert {row.judge for row in rows} == {"gpt-4o"}
    assert first[1].raw is not None
    assert "API Error: timed out" in first[1].raw


def test_samples_of_lmms_eval(tmp_path: Path) -> None:
    path = tmp_path / "20260101_000000_samples_eyechart.jsonl"
    sample = {"doc_id": 0, "target": "s1", "filtered_resps": [GOOD], "doc_hash": "0"}
    path.write_text(json.dumps({**sample, "input": "x", "metric": float("nan")}))
    mapping, audit = open_mapping("lmms_eval"), load_protocol("audit")
    rows = [
        row for _, row in import_results([path], mapping, judge="qwen", protocol=audit)
    ]
    assert [row.score for row in rows] == [5] * 5
    with pytest.raises(SpecError, match="states no protocol"):
        next(iter(import_results([path], mapping, judge="qwen")))


def test_predictions_of_vlmevalkit(tmp_path: Path) -> None:
    path = tmp_path / "model_eyechart.csv"
    fail = "Failed to obtain answer via API."
    pd.DataFrame(
        {"index": [0, 1], "stimulus_id": ["s1", "s2"], "prediction": [GOOD, fail]}
    ).to_csv(path, index=False)
    mapping, audit = open_mapping("vlmevalkit"), load_protocol("audit")
    rows = [
        row for _, row in import_results([path], mapping, judge="m", protocol=audit)
    ]
    assert [row.status for row in rows] == ["ok"] * 5 + ["api_error"] * 5


def test_predictions_of_vlmevalkit_with_tabs(tmp_path: Path) -> None:
    reply = json.dumps(
        {name.name: 4 for name in load_protocol("audit").criteria}, indent=1
    )
    frame = pd.DataFrame(
        {
            "index": [0, 1, 2],
            "stimulus_id": ["a", "b", "c"],
            "prediction": [
                f"Here:\t\n{reply}",
                "Failed to obtain answer via API.",
                None,
            ],
        }
    )
    file = tmp_path / "M_D.tsv"
    frame.to_csv(file, sep="\t", index=False, quoting=csv.QUOTE_ALL)
    opened = open_mapping("vlmevalkit")
    rows = [
        row
        for _, row in import_results(
            [file], opened, judge="j", protocol=load_protocol("audit")
        )
    ]
    assert [(row.stimulus_id, row.status, row.score) for row in rows[::5]] == [
        ("a", "ok", 4),
        ("b", "api_error", None),
        ("c", "unparsed", None),
    ]


def test_kinds_of_files_agree(tmp_path: Path) -> None:
    frame = pd.DataFrame({"id": ["a", "b"], "by": "j", "what": "fit", "value": [2, 5]})
    frame.to_parquet(tmp_path / "r.parquet")
    frame.to_csv(tmp_path / "r.csv", index=False)
    frame.to_json(tmp_path / "r.json", orient="records")
    frame.to_json(tmp_path / "r.jsonl", orient="records", lines=True)
    (tmp_path / "long.toml").write_text(LONG)
    mapping = read_mapping(tmp_path / "long.toml")
    rows = [
        told([row for _, row in import_results([tmp_path / f"r.{kind}"], mapping)])
        for kind in ("csv", "json", "jsonl", "parquet")
    ]
    assert rows == [[("a", "fit", 2, "ok"), ("b", "fit", 5, "ok")]] * 4


def test_one_request_a_criterion_and_both_orders(tmp_path: Path) -> None:
    replies = """
title = "Replies"
holds = "replies"
raw = "text"
[stimulus_id]
column = "id"
"""
    asked = replies + '[criterion]\ncolumn = "what"\n'
    content = 'id,what,text\na,text_accuracy,"{""text_accuracy"": 0}"\n'
    textedit = load_protocol("textedit")
    rows = found(tmp_path, asked, "r.csv", content, judge="j", protocol=textedit)
    assert told(rows) == [("a", "text_accuracy", 0, "ok")]
    with pytest.raises(JudgementError, match="makes 4 requests"):
        found(tmp_path, replies, "r.csv", content, judge="j", protocol=textedit)
    wrong = content.replace("a,text_accuracy", "a,text_acuracy")
    with pytest.raises(JudgementError, match="did you mean 'text_accuracy'"):
        found(tmp_path, asked, "r.csv", wrong, judge="j", protocol=textedit)

    pairs = replies + '[order]\ncolumn = "order"\n'
    both = "id,order,text\n" + "".join(
        f'a,{order},"{{""preference"": ""A""}}"\n' for order in ("AB", "BA")
    )
    rows = found(
        tmp_path, pairs, "r.csv", both, judge="j", protocol=load_protocol("pairwise")
    )
    assert [(row.order, row.score) for row in rows] == [("AB", 1), ("BA", -1)]


ROW = {"id": "a", "by": "j", "what": "fit", "value": 3}


@pytest.mark.parametrize(
    ("change", "rows", "sentence"),
    [
        ("", [{**ROW, "value": "four"}], "record 1: value = 'four' is no number"),
        ("", [{**ROW, "value": True}], "value = True is no number"),
        ("", [ROW, {**ROW, "value": None}], "record 2: value is empty; allowed: a"),
        ("", [{**ROW, "id": 1.5}], "id = 1.5 is no text"),
        ("", [{**ROW, "id": " "}], "id is empty"),
        ("", [{k: ROW[k] for k in ("id", "by", "what")}], "no record has 'value'"),
        ('id"\npattern = "x_(.*)', [ROW], "id = 'a' does not give stimulus_id"),
        ("", {"rows": [ROW]}, "holds no list; allowed"),
        ("", [], "holds no records"),
        ("", [[1]], "record 1: is .1.; allowed: an object"),
    ],
)
def test_results_that_do_not_fit(
    tmp_path: Path, change: str, rows: Any, sentence: str
) -> None:
    mapping = LONG.replace('column = "id', f'column = "{change}') if change else LONG
    with pytest.raises(JudgementError, match=sentence) as caught:
        found(tmp_path, mapping, "r.json", rows)
    assert "r.json" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("scale = ", "scales = ", "states no scale"),
        ("score =", 'raws = "r"\nscore =', "unknown key 'raws'; did you mean 'raw'"),
        ("[1, 5]", "[5, 1]", "the lower first"),
        ('"scores"', '"score"', "did you mean 'scores'"),
        ('value = "instruction"', 'value = "x"', "framing. number|value = 'x'"),
        ('column = "id"', 'column = "id"\nvalue = "a"', "has column and value"),
        ('column = "id"', 'column = "id"\npattern = "a"', "has 0 groups; allowed: 1"),
        ('column = "id"', 'column = "id"\npattern = "("', "pattern = '\\('"),
        ("[judge]", '[repeat]\nvalue = "1"\n[judge]', "allowed: column or file"),
        ("score =", 'blank = "ok"\nscore =', "blank = 'ok' is unknown"),
        ("score =", 'scale_min = "a"\nscore =', "scale_min beside scale"),
        (
            "[judge]",
            '[[failures]]\ncolumn = "a"\npattern = "x"\nstatus = "ok"\n[judge]',
            "status = 'ok' is unknown",
        ),
    ],
)
def test_mappings_that_are_none(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert old in LONG
    with pytest.raises(SpecError, match=sentence):
        found(tmp_path, LONG.replace(old, new, 1), "r.json", [ROW])


def test_what_is_stated_twice_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="states the judge and so does the command"):
        found(tmp_path, LONG, "r.json", [ROW], judge="k")
    nobody = LONG.replace('[judge]\ncolumn = "by"\n', "")
    with pytest.raises(SpecError, match="states no judge; allowed: --judge"):
        found(tmp_path, nobody, "r.json", [ROW])
    audit = load_protocol("audit")
    with pytest.raises(SpecError, match="holds scores; allowed: no protocol"):
        found(tmp_path, LONG, "r.json", [ROW], protocol=audit)


def test_a_question_is_answered_once(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(LONG)
    file = tmp_path / "r.json"
    file.write_text(json.dumps([ROW, {**ROW, "value": 4}]))
    rows = import_results([file], read_mapping(tmp_path / "m.toml"))
    with pytest.raises(JudgementError, match=r"record 2: .* twice \(first at .*1\)"):
        write_judgements(rows, tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(LONG)
    (tmp_path / "r.json").write_text(json.dumps([ROW, {**ROW, "id": "b", "value": 9}]))
    out = tmp_path / "out.jsonl"
    arguments = ["import", str(tmp_path / "r.json"), "-m", str(tmp_path / "m.toml")]
    run = CliRunner()
    done = run.invoke(cli, [*arguments, "-o", str(out)], catch_exceptions=False)
    assert done.exit_code == 0
    assert "2 judgements" in done.output
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(row["score"], row["status"]) for row in rows] == [
        (3, "ok"),
        (None, "out_of_range"),
    ]
    assert rows[1]["raw"] == "9"
    before = out.read_bytes()
    again = run.invoke(cli, [*arguments, "-o", str(out)])
    assert isinstance(again.exception, JudgementError)
    assert "exists already" in str(again.exception)
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("textedits", "did you mean 'textedit'"), ("no.toml", "no.toml: cannot be read")],
)
def test_an_unknown_mapping(name: str, sentence: str) -> None:
    with pytest.raises(EyechartError, match=sentence):
        open_mapping(name)


def test_tabs_between_fields(tmp_path: Path) -> None:
    content = '\ufeffid\tby\twhat\tvalue\n"a\tb"\tj\tfit\t4\n\n"a ""c"\tj\tfit\t7\n'
    rows = found(tmp_path, LONG, "f.tsv", content)
    assert told(rows) == [
        ("a\tb", "fit", 4, "ok"),
        ('a "c', "fit", None, "out_of_range"),
    ]
    assert rows[0].requested is not None
    assert rows[0].requested["imported_from"] == "f.tsv"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("f.tsv", "id\tby\na\n", "f.tsv: line 2: has 1 fields; allowed: 2, as in"),
        ("f.tsv", "id\tid\n", "line 1: column 'id' comes twice"),
        ("f.tsv", 'id\tby\n"a\tj\n', "f.tsv: line 2: is not TSV"),
        ("f.tsv", "", "f.tsv: holds no records"),
        ("f.tsv", "id\tby\n", "f.tsv: holds no records"),
        (
            "f.xlsx",
            "PK",
            r"f.xlsx: is a workbook, which is not read; allowed: the same saved as CSV "
            r"in UTF-8, or written as .tsv or .json \(VLMEvalKit: PRED_FORMAT=tsv\)",
        ),
    ],
)
def test_tables_that_are_not_read(
    name: str, content: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(JudgementError, match=message):
        found(tmp_path, LONG, name, content)


VIESCORE = """
title = "VIEScore"
holds = "replies"
raw = "reply"
protocol = "viescore"
[stimulus_id]
column = "id"
[criterion]
column = "about"
[repeat]
column = "run"
"""


def test_what_a_protocol_computes_is_computed(tmp_path: Path) -> None:
    def line(name: str, about: str, reply: str, run: int = 0) -> dict[str, Any]:
        return {"id": name, "about": about, "reply": reply, "run": run}

    def pair(first: int | str, second: int | str, *names: str) -> str:
        return json.dumps(dict(zip(names, (first, second), strict=True)))

    done, looks = ("editing_success", "over_editing"), ("naturalness", "artefacts")
    content = [
        line("a", done[0], pair(9, 4, *done)),
        line("b", done[0], pair(8, 11, *done)),
        line("a", done[0], pair(10, 10, *done), run=1),
        line("a", looks[1], pair(9, "9/10", *looks)),
        line("b", looks[0], pair(8, 8, *looks)),
        line("c", looks[0], pair(8, 8, *looks)),
        line("a", looks[0], pair(10, 10, *looks), run=1),
    ]
    rows = found(tmp_path, VIESCORE, "f.json", content, judge="j")
    overall = [row for row in rows if row.criterion == "overall"]
    # Of c one half was not asked about, so nothing is computed.
    assert [(r.stimulus_id, r.repeat, r.score, r.status) for r in overall] == [
        ("a", 0, 6.0, "repaired"),
        ("b", 0, None, "out_of_range"),
        ("a", 1, 10.0, "ok"),
    ]
    assert [(r.scale_min, r.scale_max, r.raw) for r in overall] == [(0, 10, None)] * 3
    assert overall[0].requested == rows[0].requested
