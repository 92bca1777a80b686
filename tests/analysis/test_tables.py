"""Below ceiling, floors, trends and tiers."""

import math

import pytest
from statsmodels.stats.multitest import multipletests

from eyechart.analysis.ceiling import check_score, responses
from eyechart.analysis.floor import (
    entropy_bits,
    floor_counts,
    floor_kinds,
    floor_rows,
    missing_rows,
)
from eyechart.analysis.inference.adjusting import adjust
from eyechart.analysis.model.share import share_of
from eyechart.analysis.table import read_table
from eyechart.analysis.tiers import neighbours, tier_of, tier_rows
from eyechart.analysis.trend import trend
from eyechart.generator.errors import AnalysisError, JudgementError


@pytest.fixture
def make_table(tmp_path):
    import json

    def made(scores, stimuli=None, framing="instruction"):
        stimuli = stimuli or {
            "f1": ("flawless", 0),
            "f2": ("flawless", 0),
            "u1": ("unedited", 0),
            "d1": ("degraded", 1.0),
            "d2": ("degraded", 2.0),
            "d3": ("degraded", 3.0),
        }
        rows = [
            {
                "stimulus_id": name,
                "kind": kind,
                "dimension": "blur" if kind == "degraded" else None,
                "role": "incidental" if kind == "degraded" else None,
                "magnitude": m,
                "tier": 1 + int(m > 1.5) if kind == "degraded" else None,
                "unit": "px",
            }
            for name, (kind, m) in stimuli.items()
        ]
        said = [
            {
                "stimulus_id": name,
                "judge": "m",
                "framing": framing,
                "criterion": criterion,
                "score": None if isinstance(score, str) else score,
                "status": score if isinstance(score, str) else "ok",
                "scale_min": 1,
                "scale_max": 5,
            }
            for name, given in scores.items()
            for criterion, score in given.items()
        ]
        paths = tmp_path / "s.jsonl", tmp_path / "j.jsonl"
        for path, lines in zip(paths, (rows, said), strict=True):
            path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return read_table([paths[1]], paths[0], None)

    return made


SCORES = {
    "f1": {"text": 5, "layout": 5, "overall": 3},
    "f2": {"text": 5, "layout": 4, "overall": 3},
    "u1": {"text": 1, "layout": 5, "overall": 3},
    "d1": {"text": 5, "layout": 5, "overall": 1},
    "d2": {"text": 4, "layout": 5, "overall": 5},
    "d3": {"text": 5, "layout": "refusal", "overall": 5},
}


def below(table, score):
    found = responses(table.panels[0], table.stimuli, score)
    return {r.stimulus.stimulus_id: r.below for r in found}


def test_any_criterion_but_never_a_holistic_one(make_table):
    assert below(make_table(SCORES), "any") == {
        "f1": False,
        "f2": True,
        "u1": True,
        "d1": False,
        "d2": True,
        "d3": None,
    }


def test_one_named_criterion(make_table):
    found = below(make_table(SCORES), "text")
    assert (found["f2"], found["d2"], found["d3"]) == (False, True, False)
    assert below(make_table(SCORES), "overall")["d1"] is True


def test_mean_is_against_the_judge_on_flawless_work(make_table):
    # Flawless means 5 and 4.5: below is under 4.75.
    found = below(make_table(SCORES), "mean")
    assert [found[n] for n in ("f1", "f2", "d1", "d2")] == [False, True, False, True]


def test_mean_of_equal_scores_is_not_below_itself(make_table):
    same = {n: {"a": 4, "b": 5, "c": 5} for n in ("f1", "f2", "d1")}
    assert not any(b for b in below(make_table(same), "mean").values())


def test_reference_framing_is_the_answer_to_difference(make_table):
    scores = {
        "f1": {"difference": False, "similarity": 2},
        "d1": {"difference": True, "similarity": 5},
        "d2": {"difference": "unparsed", "similarity": 5},
    }
    table = make_table(scores, framing="reference")
    for score in ("any", "mean", "similarity"):
        assert below(table, score) == {
            "f1": False,
            "f2": None,
            "d1": True,
            "d2": None,
            "d3": None,
        }


def test_missing_is_counted_by_reason(make_table):
    scores = {k: v for k, v in SCORES.items() if k != "f2"}
    scores["d2"] = {"text": 5}
    table = make_table(scores)
    found = responses(table.panels[0], table.stimuli, "any")
    rows = missing_rows(table.panels[0], found)
    assert [(r.status, r.n) for r in rows] == [("absent", 2), ("refusal", 1)]


def test_floor_table(make_table):
    table = make_table(SCORES)
    panel = table.panels[0]
    found = responses(panel, table.stimuli, "any")
    rows = {
        (r.criterion, r.kind): r
        for r in floor_rows(panel, table.stimuli, found, "any", 0.95)
    }
    floor = rows["any", "floor"]
    assert (floor.n, floor.below, floor.share) == (2, 1, 0.5)
    assert rows["any", "flawless"].below == 1
    assert rows["text", "flawless"].below == 0
    assert rows["layout", "flawless"].mean_score == 4.5
    assert rows["layout", "flawless"].entropy_bits == 1.0
    assert rows["layout", "degraded"].n == 2
    assert rows["any", "unedited"].share == 1.0
    assert ("any", "sham") not in rows
    assert floor_counts(panel, found) == (1, 2)


def test_identity_is_floor_in_the_reference_framing_only():
    assert floor_kinds("reference") == ("flawless", "identity")
    assert floor_kinds("instruction") == ("flawless",)


@pytest.mark.parametrize(
    ("score", "message"),
    [
        ("txt", "did you mean 'text'?"),
        ("mean", "needs answered flawless controls"),
    ],
)
def test_refused_scores(make_table, score, message):
    table = make_table({"d1": {"text": 5, "layout": 5}})

    def asked():
        check_score(score, table)
        return responses(table.panels[0], table.stimuli, score)

    with pytest.raises(AnalysisError, match=message.replace("?", r"\?")):
        asked()


def test_only_holistic_criteria(make_table):
    table = make_table({"d1": {"overall": 5}})
    with pytest.raises(AnalysisError, match="needs a criterion besides overall"):
        check_score("any", table)
    check_score("overall", table)


def test_unknown_stimulus(make_table):
    with pytest.raises(JudgementError, match=r"'dd1' is not among .* mean 'd1'\?"):
        make_table({"dd1": {"text": 5}})


def test_reference_without_difference(make_table):
    with pytest.raises(JudgementError, match="without the criterion 'difference'"):
        make_table({"d1": {"similarity": 5}}, framing="reference")


def test_share_limits_are_the_published_ones():
    # Newcombe 1998, Statistics in Medicine 17, 857-872, table I: 81 of 263.
    share = share_of(81, 263, 0.95)
    assert (share.wilson_low, share.wilson_high) == pytest.approx(
        (0.2553, 0.3662), abs=5e-5
    )
    assert (share.exact_low, share.exact_high) == pytest.approx(
        (0.2527, 0.3676), abs=5e-5
    )


def test_share_limits_at_the_ends():
    assert share_of(0, 20, 0.95)[1::2][0] == 0.0
    assert share_of(20, 20, 0.95).wilson_high == 1.0
    assert share_of(0, 0, 0.95).share is None
    # Rule of three, exactly: 1 - .025 ** (1 / 20).
    assert share_of(0, 20, 0.95).exact_high == pytest.approx(1 - 0.025 ** (1 / 20))


def test_entropy():
    assert entropy_bits([5, 5, 5]) == 0.0
    assert entropy_bits([1, 2, 3, 4]) == 2.0
    assert entropy_bits([1, 1, 1, 2]) == pytest.approx(0.8112781244591328)


def test_trend_of_a_perfect_order():
    found = trend([1, 2, 3, 4, 5], [0.0, 0.1, 0.3, 0.7, 0.9])
    assert found.rho == pytest.approx(1.0)
    assert trend([1, 2, 3, 4, 5], [5, 4, 3, 2, 1]).rho == pytest.approx(-1.0)


def test_trend_with_ties_by_hand():
    # Ranks 1 2 3 4 and 1.5 1.5 3.5 3.5: rho = 4 / sqrt(5 * 4).
    assert trend([1, 2, 3, 4], [0, 0, 1, 1]).rho == pytest.approx(4 / math.sqrt(20))


def test_constant_cells_neither_vanish_nor_poison():
    p = [0.01, 0.04, trend([1, 2, 3], [1, 1, 1]).p, trend([1], [0]).p]
    q = adjust(p)
    assert q == pytest.approx((0.04, 0.08, 1.0, 1.0))
    assert adjust([]) == ()


def test_adjusted_by_the_definition():
    p = [0.001, 0.2, 0.01, 0.03, 0.03, 0.8]
    order = sorted(range(6), key=p.__getitem__)
    q, running = [0.0] * 6, 1.0
    for rank in range(6, 0, -1):
        running = min(running, p[order[rank - 1]] * 6 / rank)
        q[order[rank - 1]] = running
    assert adjust(p) == pytest.approx(q)
    assert adjust(p) == pytest.approx(multipletests(p, method="fdr_bh")[1])


def test_tiers(make_table):
    table = make_table(SCORES)
    panel = table.panels[0]
    found = [
        r
        for r in responses(panel, table.stimuli, "any")
        if r.stimulus.kind == "degraded"
    ]
    first, second = tier_rows(panel, found, 0.95)
    assert (first.tier, first.n, first.below, first.share) == (1, 1, 0, 0.0)
    assert (second.tier, second.n, second.below) == (2, 1, 1)
    assert second.magnitude_low == second.magnitude_high == pytest.approx(2.0)
    assert (tier_of(1.3, [first, second]), tier_of(1.5, [first, second])) == (1, 2)
    assert tier_of(None, [first]) is None


def test_an_unanswered_tier_is_listed(make_table):
    scores = SCORES | {"d2": {"text": "refusal", "layout": 5}}
    table = make_table(scores)
    found = [
        r for r in responses(table.panels[0], table.stimuli, "any") if r.stimulus.tier
    ]
    rows = tier_rows(table.panels[0], found, 0.95)
    assert [(r.tier, r.n, r.share) for r in rows] == [(1, 1, 0.0), (2, 0, None)]


def test_neighbours():
    assert neighbours([4.0, 1.0, 4.0, 2.0]) == [2, 0, 2, 1]
    many = neighbours([float(i) for i in range(40, 0, -1)])
    assert sorted(set(many)) == list(range(8))
    assert many == sorted(many, reverse=True)
    assert [many.count(i) for i in range(8)] == [5] * 8
