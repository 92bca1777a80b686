"""A judgement file is checked against the corpus it is about."""

import pytest
from click.testing import CliRunner

from eyechart.cards.check import check
from eyechart.commands.check import command
from eyechart.generator.errors import JudgementError


def test_complete(proven, judged, answers):
    found = check(judged(answers), proven)
    assert found.complete
    assert (found.rows, found.named) == (7, 7)
    (panel,) = found.panels
    assert (panel.judge, panel.framing, panel.criterion) == (
        "a|judge <b>",
        "reference",
        "difference",
    )
    assert (panel.n, panel.unscored, panel.absent) == (7, {}, ())


def test_missing(proven, judged, answers):
    answers[1] |= {"status": "refusal", "score": None}
    path = judged(answers[:-2])
    found = check(path, proven)
    (panel,) = found.panels
    assert (panel.n, panel.unscored) == (4, {"refusal": 1})
    assert panel.absent == tuple(one["stimulus_id"] for one in answers[-2:])
    done = CliRunner().invoke(command, [str(path), "--corpus", str(proven)])
    assert done.exit_code == 1
    assert all(name in done.stdout for name in panel.absent)
    assert done.stdout.splitlines()[-1] == "incomplete: some stimuli have no answer"


def test_an_instruction_is_not_asked_about_identity(proven, judged, answers, rows):
    lines = [
        line | {"framing": "instruction", "criterion": "text", "score": 4}
        for line, row in zip(answers, rows, strict=True)
        if row["kind"] != "identity"
    ]
    path = judged(lines)
    with pytest.raises(JudgementError, match="scale of the score is not stated"):
        check(path, proven)
    assert check(path, proven, scale="1-5").complete


def test_wide_form_and_tables_are_read(proven, rows, tmp_path):
    ids = [row["stimulus_id"] for row in rows]
    path = tmp_path / "wide.csv"
    path.write_text(
        "stimulus_id,judge,difference\n" + "".join(f"{one},me,true\n" for one in ids)
    )
    (shard,) = (proven / "metadata").iterdir()
    for place in (proven, shard):
        found = check(path, place)
        assert found.complete
        assert (found.rows, found.named) == (7, 0)


def _wide(rows, path):
    """Write a wide file, two criteria a row, each row naming its picture."""
    columns = ("stimulus_id", "judge", "pixels_sha256", "text", "layout")
    lines = [
        f"{row['stimulus_id']},me,{row['pixels_sha256']},5,4\n"
        for row in rows
        if row["kind"] != "identity"
    ]
    path.write_text(",".join(columns) + "\n" + "".join(lines))
    return path


def test_wide_form_names_the_picture(proven, rows, tmp_path):
    found = check(_wide(rows, tmp_path / "wide.csv"), proven, scale="1-5")
    assert found.complete
    assert [one.criterion for one in found.panels] == ["layout", "text"]
    assert (found.rows, found.named) == (6, 6)


@pytest.mark.parametrize("told", ["0" * 64, "7", "true"])
def test_wide_form_about_another_picture(proven, rows, tmp_path, told):
    rows = [
        row | {"pixels_sha256": told} if n == 1 else row for n, row in enumerate(rows)
    ]
    path = _wide(rows, tmp_path / "wide.csv")
    with pytest.raises(JudgementError, match=r"line 3: .*another revision"):
        check(path, proven, scale="1-5")


def test_a_digest_is_the_same_in_capitals(proven, judged, answers):
    answers[2]["pixels_sha256"] = answers[2]["pixels_sha256"].upper()
    assert check(judged(answers), proven).named == 7


def test_a_digest_that_is_cut_short_is_told_from_a_whole_one(proven, judged, answers):
    whole = answers[2]["pixels_sha256"]
    answers[2]["pixels_sha256"] = whole[:20]
    with pytest.raises(JudgementError, match=rf"{whole[:20]}, but .* holds {whole}:"):
        check(judged(answers), proven)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"score": 3}, r"line 3: score = 3 .*allowed"),
        ({"score": None}, r"line 3: score"),
        (
            {"stimulus_id": "nothing"},
            "line 3: the corpus holds no stimulus 'nothing'; allow",
        ),
        ({"pixels_sha256": "0" * 64}, "line 3: .*another revision"),
        (
            {"pixels_sha256": None, "requested": {"result": "0" * 64}},
            "line 3: .*another revision",
        ),
        ({"status": "fine"}, "line 3: status = 'fine'"),
    ],
)
def test_refused(proven, judged, answers, change, words):
    answers[2] |= change
    with pytest.raises(JudgementError, match=words):
        check(judged(answers), proven)


def test_out_of_range(proven, judged, answers):
    lines = [
        line | {"framing": "instruction", "criterion": "text", "score": 4}
        for line in answers
    ]
    lines[4]["score"] = 6
    with pytest.raises(JudgementError, match=r"line 5: score = 6.*1 to 5"):
        check(judged(lines), proven, scale="1-5")


def test_twice(proven, judged, answers):
    with pytest.raises(JudgementError, match=r"line 8: .*comes twice"):
        check(judged([*answers, answers[0]]), proven)


def test_a_near_name_is_offered(proven, judged, answers):
    name = answers[0]["stimulus_id"]
    answers[0]["stimulus_id"] = name.replace("colour", "color")
    with pytest.raises(JudgementError, match=f"did you mean '{name}'. \\(allowed: one"):
        check(judged(answers), proven)
