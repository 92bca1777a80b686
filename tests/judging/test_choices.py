"""Choices between pairs, read from a judgement file."""

from pathlib import Path

from eyechart.analysis.pairwise import Pair
from eyechart.judging.choices import judged_pairs, read_pairs
from eyechart.judging.judgement import Judgement


def row(name: str, order: str, score: int, **values: object) -> Judgement:
    told = {"criterion": "preference", "framing": "pairwise"} | values
    return Judgement(
        stimulus_id=name,
        judge="j",
        order=order,
        score=score,
        scale_min=-1,
        scale_max=1,
        **told,  # type: ignore[arg-type]
    )


def test_the_first_question_about_a_pair_counts(tmp_path: Path) -> None:
    rows = [
        row("a", "BA", -1),
        row("a", "BA", 1, criterion="looks"),
        row("a", "AB", 0),
        row("a", "AB", 1, criterion="looks"),
        row("a", "AB", 1, cue="watermark"),
        row("b", "AB", 1, framing="instruction"),
    ]
    path = tmp_path / "f.jsonl"
    path.write_text("".join(one.to_json() + "\n" for one in rows), "utf-8")
    assert read_pairs(path) == {("a", 0): Pair(ab=0, ba=-1)}
    order, ways = judged_pairs(path, {"a": "degraded"})
    assert (order.n, order.same) == (1, 0.0)
    assert {name: one.coverage for name, one in ways.items()} == {
        "strict": 0.0,
        "lenient": 1.0,
    }
