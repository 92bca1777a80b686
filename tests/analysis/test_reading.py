"""Files and frames: what is read, and one sentence for everything that is not."""

import json
import math

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from eyechart.analysis.reading.answers import read_answers
from eyechart.analysis.reading.scale import Scale, parse_scale
from eyechart.analysis.reading.stimuli import read_stimuli
from eyechart.generator.errors import (
    AnalysisError,
    CorpusError,
    EyechartError,
    JudgementError,
)

FIVE = Scale(low=1.0, high=5.0)
HEADER = "stimulus_id,judge,framing,criterion,score\n"
STIMULI = "stimulus_id,kind,dimension,role,magnitude\n"


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def answers(tmp_path, text, name="j.csv", scale=FIVE):
    return read_answers([written(tmp_path, name, text)], scale)


def refusal(call, *arguments):
    with pytest.raises(EyechartError) as caught:
        call(*arguments)
    message = str(caught.value)
    assert "\n" not in message
    return message


def row(**change):
    base = {
        "stimulus_id": "a",
        "judge": "m",
        "framing": "instruction",
        "criterion": "text",
        "score": 4,
    }
    return base | change


def jsonl(*rows):
    return "".join(json.dumps(one) + "\n" for one in rows)


def test_csv_with_bom_quotes_line_ends_and_blank_lines(tmp_path):
    text = (
        "\ufeffstimulus_id,judge,framing,criterion,score,raw\r\n"
        'a,"m,1",instruction,text,4,"said ""four""\r\nand\u2028more"\r\n\r\n'
        "b,m,instruction,text,5,\r\n"
    )
    first, second = answers(tmp_path, text)
    assert (first.judge, first.score, second.score) == ("m,1", 4.0, 5.0)
    assert first.place.endswith("line 2")
    assert second.place.endswith("line 5")


def test_a_long_raw_answer_is_read(tmp_path):
    text = "stimulus_id,judge,framing,criterion,score,raw\n"
    text += f"a,m,instruction,text,4,{'x' * 200_000}\n"
    assert answers(tmp_path, text)[0].score == 4


def test_old_mac_line_ends(tmp_path):
    text = (HEADER + "a,m,instruction,text,4\n").replace("\n", "\r")
    assert answers(tmp_path, text)[0].score == 4


def test_jsonl_with_line_separators_inside_strings(tmp_path):
    text = "\ufeff" + json.dumps(row(raw="x\u2028y"), ensure_ascii=False) + "\n\n"
    assert answers(tmp_path, text, "j.jsonl")[0].score == 4


@pytest.mark.parametrize("name", ["j.csv", "j.jsonl", "j.parquet"])
def test_kinds_of_file_agree(tmp_path, name):
    frame = pd.DataFrame([row(), row(stimulus_id="b", score=2)])
    path = tmp_path / name
    if name == "j.csv":
        frame.to_csv(path, index=False)
    elif name == "j.jsonl":
        frame.to_json(path, orient="records", lines=True)
    else:
        frame["judge"] = frame["judge"].astype("category")
        frame["score"] = frame["score"].astype("float32")
        frame.to_parquet(path)
    found = read_answers([path], FIVE)
    assert [(a.stimulus_id, a.score) for a in found] == [("a", 4.0), ("b", 2.0)]


def test_path_with_pattern_characters(tmp_path):
    folder = tmp_path / "a[1] *{x}"
    folder.mkdir()
    pd.DataFrame([row()]).to_parquet(folder / "j?.parquet")
    assert len(read_answers([folder / "j?.parquet"], FIVE)) == 1


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("True", 1.0),
        ("False", 0.0),
        ("0", 0.0),
        ("1", 1.0),
        ("false", 0.0),
        (True, 1.0),
        (0, 0.0),
        (1.0, 1.0),
    ],
)
def test_truth_values(tmp_path, given, expected):
    one = row(framing="reference", criterion="difference", score=given)
    assert answers(tmp_path, jsonl(one), "j.jsonl")[0].score == expected


@pytest.mark.parametrize("given", ["yes", 2, "", None, 0.5])
def test_no_truth_value(tmp_path, given):
    one = row(framing="reference", criterion="difference", score=given)
    message = refusal(answers, tmp_path, jsonl(one), "j.jsonl")
    assert "allowed: true, false, 1, 0" in message


def test_rows_state_their_scale(tmp_path):
    text = jsonl(row(scale_min=0, scale_max=10, score=10))
    found = answers(tmp_path, text, "j.jsonl", None)[0]
    assert (found.scale, found.merit) == (Scale(low=0.0, high=10.0), 1.0)


def test_only_baseline_rows_are_kept(tmp_path):
    rows = [
        row(),
        row(repeat=1),
        row(cue="praise"),
        row(order="BA"),
        row(framing="pairwise", criterion="verdict", score="A"),
    ]
    found = answers(tmp_path, jsonl(*rows), "j.jsonl")
    assert len(found) == 1
    assert found[0].baseline


def test_missing_answers_carry_no_score(tmp_path):
    found = answers(tmp_path, jsonl(row(status="refusal", score=None)), "j.jsonl")
    assert (found[0].score, found[0].status) == (None, "refusal")


def test_wide_form(tmp_path):
    text = (
        "stimulus_id,judge,text,layout,difference,status,magnitude\n"
        "a,m,4,5,True,ok,3.5\n"
        "b,m,,3,,ok,2.0\n"
        "c,m,,,,refusal,1.0\n"
    )
    found = answers(tmp_path, text)
    assert [(a.stimulus_id, a.framing, a.criterion, a.score) for a in found] == [
        ("a", "instruction", "text", 4.0),
        ("a", "instruction", "layout", 5.0),
        ("a", "reference", "difference", 1.0),
        ("b", "instruction", "layout", 3.0),
        ("c", "instruction", "text", None),
        ("c", "instruction", "layout", None),
        ("c", "reference", "difference", None),
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [row(score=6)],
            "score = 6 with status 'ok' is outside the scale; allowed: 1 to 5",
        ),
        ([row(score="good")], "line 1: score = 'good' is no number"),
        ([row(score="3,5")], "score = '3,5' is no number; allowed: finite numbers"),
        ([row(score=True)], "score = True is no number"),
        ([row(score=None)], "score = None is no number"),
        ([row(score="nan")], "is no number"),
        ([row(score=1e999)], "line 1: score = Infinity, which is no JSON number"),
        ([row(note="NaN", score=[1, math.nan])], "line 1: score = NaN"),
        ([row(note={"a": [math.nan]})], "line 1: note = NaN"),
        ([row(score=math.nan)], "line 1: score = NaN, which is no JSON number"),
        ([row(status="fine")], "status = 'fine' is unknown; allowed: ok, repaired"),
        ([row(status="okay")], "did you mean 'ok'?"),
        ([row(status="refusal")], "only ok and repaired carry a score"),
        ([row(framing="instructions")], "did you mean 'instruction'?"),
        ([row(), row(repeat=1), row()], "comes twice (first at"),
        ([row(order="CD")], "order = 'CD' is unknown"),
        ([row(repeat=-1)], "repeat = -1 is no count"),
        ([row(repeat=0.5)], "repeat = 0.5 is no count"),
        ([row(stimulus_id="")], "stimulus_id is empty"),
        ([row(judge=None)], "judge is empty; allowed: any text"),
        ([row(judge=["m"])], "judge = ['m'] is no text"),
        ([row(judge="\ud800")], "lone surrogate"),
        ([row(judge="a\nb")], "judge = 'a\\nb' holds a control character or line"),
        ([row(judge="a\u2028b")], "allowed: text of one line"),
        ([row(judge="a\x1bb")], "judge = 'a\\x1bb' holds a control character"),
        ([row(judge="x" * 201)], "has 201 characters; allowed: at most 200"),
        ([row(score=10**400)], "is no number; allowed: finite numbers"),
        ([row(scale_min=5, scale_max=1)], "is no scale"),
        ([row(scale_min=0, scale_max=10)], "the file states the scale 0 to 10"),
        ([row(scale_min=1)], "scale_max = None is no scale"),
        ([row(scale_min=-1e308, scale_max=1e308)], "scale_max = 1e+308 is no scale"),
        ([row(criterion="a\nb")], "criterion = 'a\\nb' holds a control character"),
        ([row(stimulus_id="a\x1b[31m")], "stimulus_id = 'a\\x1b[31m' holds a control"),
        ([[1, 2]], "is a JSON list; allowed: an object"),
    ],
)
def test_refused_judgements(tmp_path, rows, message):
    assert message in refusal(answers, tmp_path, jsonl(*rows), "j.jsonl")


def test_scale_is_never_guessed(tmp_path):
    text = HEADER + "a,m,instruction,text,4\n"
    message = refusal(answers, tmp_path, text, "j.csv", None)
    assert "line 2: the scale of the score is not stated" in message
    assert "scale_min" in message


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("j.csv", "", "holds no judgements"),
        ("j.csv", HEADER, "holds no judgements"),
        ("j.jsonl", "\n \n", "holds no judgements"),
        (
            "j.csv",
            HEADER.replace("framing", "frame") + "a,m,x,y,1\n",
            "'framing' is missing",
        ),
        (
            "j.csv",
            HEADER.replace(",score", "") + "a,m,x,y\n",
            "column 'score' is missing",
        ),
        ("j.csv", HEADER.replace("\n", ",statu\n") + "a,m,x,y,1,ok\n", "'status'"),
        ("j.csv", HEADER.replace(",", ";") + "a;m;x;y;1\n", "not separated by commas"),
        ("j.csv", HEADER + "a,m,instruction\n", "line 2: has 3 fields; allowed: 5"),
        (
            "j.csv",
            HEADER.replace("judge", "score") + "a,1,x,y,1\n",
            "'score' comes twice",
        ),
        ("j.csv", HEADER + 'a,m,"instruction,text,4\n', "is not CSV"),
        ("j.csv", HEADER.encode("utf-16"), "is not UTF-8 at byte 0"),
        ("j.csv", "judge,text\nm,4\n", "column 'stimulus_id' is missing"),
        ("j.csv", "stimulus_id,judge\na,m\n", "no column holds scores"),
        ("j.csv", "stimulus_id,judge,text\na,m,\n", "status ok without any score"),
        ("j.csv", "stimulus_id,judge,text\na,m,nice\n", "text = 'nice' is no number"),
        ("j.jsonl", "{'a': 1}\n", "line 1: is not JSON"),
        ("j.jsonl", "[" * 100_000, "is not JSON"),
        (
            "j.jsonl",
            '\n{"judge": "m", "score": 1, "score": 5}\n',
            "line 2: is not JSON (key 'score' comes twice in an object)",
        ),
        (
            "j.csv",
            "stimulus_id,judge,text,repeats\na,m,4,1\n",
            "column 'repeats' is unknown; did you mean 'repeat'?",
        ),
        (
            "j.csv",
            "stimulus_id,judge,text,Scale Min\na,m,4,1\n",
            "column 'Scale Min' is unknown; did you mean 'scale_min'?",
        ),
        (
            "j.csv",
            "stimulus_id,judge,text,Tier\na,m,4,1\n",
            "column 'Tier' is unknown; did you mean 'tier'?",
        ),
        ("j.csv", HEADER.replace("\n", ",REPEAT\n") + "a,m,x,y,1,0\n", "'repeat'"),
        ("j.parquet", "PAR1 nonsense", "cannot be read"),
        ("j.txt", "x", "kind of file '.txt' is unknown"),
    ],
)
def test_refused_files(tmp_path, name, text, message):
    found = refusal(answers, tmp_path, text, name)
    assert message in found
    assert name in found


def test_truncated_parquet(tmp_path):
    path = tmp_path / "j.parquet"
    pd.DataFrame([row()] * 50).to_parquet(path)
    path.write_bytes(path.read_bytes()[:-40])
    assert "truncated" in refusal(read_answers, [path], FIVE)


def test_missing_file_and_folder(tmp_path):
    gone = tmp_path / "gone.csv"
    assert "gone.csv: does not exist; allowed: a file (.csv" in refusal(
        read_answers, [gone], FIVE
    )
    assert "gone: does not exist" in refusal(read_stimuli, tmp_path / "gone")
    assert "is a folder; allowed: a file" in refusal(read_answers, [tmp_path], FIVE)


@pytest.mark.parametrize(
    "name", ["seed", "Index", "id", "n", "COUNT", "Unnamed: 0", ""]
)
def test_columns_that_are_plainly_no_criteria(tmp_path, name):
    message = refusal(answers, tmp_path, f"stimulus_id,judge,text,{name}\na,m,4,1\n")
    assert f"column {name!r} would be read as a criterion; allowed: drop it" in message


def test_one_scale_for_a_judge_framing_and_criterion(tmp_path):
    five = {"scale_min": 1, "scale_max": 5}
    ten = {"scale_min": 0, "scale_max": 10}
    others = [row(**five), row(criterion="layout", **ten), row(judge="k", **ten)]
    text = jsonl(*others)
    assert len(answers(tmp_path, text, "j.jsonl", None)) == 3
    text += jsonl(row(stimulus_id="b", **ten))
    message = refusal(answers, tmp_path, text, "j.jsonl", None)
    assert "line 4: 'm' scores 'text' on the scale 0 to 10, but 1 to 5 at" in message


def test_frame_values_are_shown_as_numbers():
    frame = pd.DataFrame([row()]).astype({"score": object})
    frame.at[0, "score"] = np.float64(9)
    assert "score = 9.0 with status" in refusal(read_answers, [frame], FIVE)


def test_only_other_rows_is_an_error(tmp_path):
    text = jsonl(row(repeat=1))
    with pytest.raises(AnalysisError, match="hold no baseline judgement"):
        answers(tmp_path, text, "j.jsonl")


def test_frame_rows_are_named():
    frame = pd.DataFrame([row(), row(score=9)])
    frame.loc[1, "stimulus_id"] = "b"
    assert "judgements: row 2: score" in refusal(read_answers, [frame], FIVE)


def test_frame_with_named_index_and_missing_values():
    frame = pd.DataFrame([row(), row(stimulus_id="b", status="refusal", score=None)])
    found = read_answers([frame.set_index("stimulus_id")], FIVE)
    assert [a.score for a in found] == [4.0, None]


def test_stimuli_table(tmp_path):
    text = STIMULI.replace("\n", ",tier,unit,extra\n")
    text += "a,degraded,blur,incidental,0.5,2,px,z\nb,flawless,,,,,,\nc,sham,,,0,,,\n"
    found = read_stimuli(written(tmp_path, "s.csv", text))
    assert (found["a"].tier, found["a"].unit, found["a"].magnitude) == (2, "px", 0.5)
    assert (found["b"].magnitude, found["b"].tier) == (0.0, None)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("a,degraded,blur,incidental,0\n", "line 2: magnitude = '0' of a degraded"),
        ("a,degraded,blur,incidental,-1\n", "allowed: above 0"),
        ("a,degraded,blur,incidental,nan\n", "magnitude = 'nan' is no number"),
        ("a,degraded,blur,incidental,\n", "magnitude = '' is no number"),
        ("a,degraded,blur,incidental,1e400\n", "is no number"),
        ("a,degraded,bl\x1bur,incidental,1\n", "dimension = 'bl\\x1bur' holds a"),
        ('a,degraded,"bl\nur",incidental,1\n', "allowed: text of one line"),
        ("a,broken,blur,incidental,1\n", "kind = 'broken' is unknown; allowed: degr"),
        ("a,flawles,,,0\n", "did you mean 'flawless'?"),
        ("a,flawless,,,2\n", "magnitude = '2' of a control; allowed: 0"),
        ("a,degraded,,incidental,1\n", "dimension is empty"),
        ("a,degraded,blur,accidental,1\n", "did you mean 'incidental'?"),
        ("a,sham,,,0\na,sham,,,0\n", "line 3: stimulus_id 'a' comes twice"),
        ("", "holds no stimuli"),
    ],
)
def test_refused_stimuli(tmp_path, lines, message):
    path = written(tmp_path, "s.csv", STIMULI + lines)
    assert message in refusal(read_stimuli, path)


def test_stimuli_without_a_column(tmp_path):
    path = written(
        tmp_path, "s.csv", "stimulus_id,kind,dimension,rolle,magnitude\na,sham,,,0\n"
    )
    assert "column 'role' is missing; did you mean 'rolle'?" in refusal(
        read_stimuli, path
    )


def test_corpus_folder(tmp_path, stimuli):
    folder = tmp_path / "metadata"
    folder.mkdir()
    table = pa.Table.from_pandas(pd.DataFrame(stimuli), preserve_index=False)
    pq.write_table(table.slice(0, 100), folder / "test-0.parquet")
    pq.write_table(table.slice(100).drop_columns(["unit"]), folder / "test-1.parquet")
    (folder / ".test-2.parquet.part").write_bytes(b"half")
    (folder / ".half.parquet").write_bytes(b"half")
    message = refusal(read_stimuli, tmp_path)
    assert "has no README.md, so its rendering has not finished" in message
    (tmp_path / "README.md").touch()
    found = read_stimuli(tmp_path)
    assert list(found) == [one["stimulus_id"] for one in stimuli]


def test_folder_that_is_no_corpus(tmp_path):
    assert "holds no metadata/*.parquet" in refusal(read_stimuli, tmp_path)


def test_corpus_that_is_a_wrong_file(tmp_path):
    path = written(tmp_path, "corpus", "x")
    with pytest.raises(CorpusError, match="kind of file '' is unknown"):
        read_stimuli(path)


@pytest.mark.parametrize(
    ("stated", "low", "high"),
    [("1-5", 1, 5), ("0..100", 0, 100), ("-1 - 1", -1, 1), ("0.5-2.5", 0.5, 2.5)],
)
def test_scales(stated, low, high):
    assert parse_scale(stated) == Scale(low=low, high=high)


@pytest.mark.parametrize(
    "stated", ["5", "5-1", "1-1", "a-b", "", "1-5-9", f"0-{10**400}"]
)
def test_no_scales(stated):
    with pytest.raises(AnalysisError, match="is no scale; allowed: LOW-HIGH"):
        parse_scale(stated)


def test_error_types_keep_their_builtin(tmp_path):
    with pytest.raises(ValueError, match="holds no judgements"):
        answers(tmp_path, HEADER)
    assert issubclass(JudgementError, ValueError)
