"""Choices between two edits in both orders."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.analysis.pairwise import (
    Pair,
    consistency,
    lenient,
    reconciled,
    strict,
)
from eyechart.generator.errors import AnalysisError

SAID = st.sampled_from([1, 0, -1, None])
PAIRS = st.dictionaries(
    st.tuples(st.text("abc", max_size=3), st.integers(0, 1)),
    st.builds(lambda ab, ba: Pair(ab=ab, ba=ba), SAID, SAID),
)

TABLE = {
    (1, 1): (1, 1),
    (0, 0): (0, 0),
    (-1, -1): (-1, -1),
    (1, 0): (None, 1),
    (0, 1): (None, 1),
    (-1, 0): (None, -1),
    (0, -1): (None, -1),
    (1, -1): (None, None),
    (-1, 1): (None, None),
}


def test_every_pair_of_verdicts() -> None:
    for ab, ba in itertools.product((1, 0, -1), repeat=2):
        pair = Pair(ab=ab, ba=ba)
        assert (strict(pair), lenient(pair)) == TABLE[ab, ba]


@pytest.mark.parametrize("value", [1, 0, -1, None])
def test_one_answer_decides_nothing(value: int | None) -> None:
    for pair in (Pair(ab=value), Pair(ba=value)):
        assert (strict(pair), lenient(pair)) == (None, None)


def test_a_judge_that_always_takes_the_first() -> None:
    found = consistency({(str(i), 0): Pair(ab=1, ba=-1) for i in range(9)})
    assert (found.same, found.strict_flip, found.soft_flip) == (0.0, 1.0, 1.0)
    assert (found.first, found.repeated, found.asked_twice) == (1.0, None, 0)


def test_a_judge_that_sees() -> None:
    pairs = {(str(i), r): Pair(ab=-1, ba=-1) for i in range(9) for r in (0, 1)}
    found = consistency(pairs)
    assert (found.n, found.same, found.strict_flip) == (9, 1.0, 0.0)
    assert (found.first, found.repeated, found.asked_twice) == (0.5, 1.0, 18)


@given(PAIRS)
def test_counts_by_hand(pairs: dict[tuple[str, int], Pair]) -> None:
    found = consistency(pairs)
    both = Counter(
        (pair.ab, pair.ba)
        for (_, repeat), pair in pairs.items()
        if repeat == 0 and None not in (pair.ab, pair.ba)
    )
    n = both.total()
    assert found.n == n
    if n == 0:
        assert (found.same, found.strict_flip, found.soft_flip) == (None, None, None)
        return
    assert found.same == sum(both[v, v] for v in (1, 0, -1)) / n
    assert found.strict_flip == (both[1, -1] + both[-1, 1]) / n
    assert found.soft_flip == pytest.approx(1 - found.same)


def test_undecided_pairs_count_as_wrong_over_all() -> None:
    truth = {"a": -1, "b": -1, "c": 0, "d": -1}
    found = reconciled({"a": -1, "b": 1, "c": 0, "d": None}, truth)
    assert found.coverage == 0.75
    assert found.accuracy_decided == pytest.approx(2 / 3)
    assert found.accuracy_all == 0.5


def test_what_is_no_verdict() -> None:
    with pytest.raises(AnalysisError, match="verdict 2 on a pair; allowed: 1, 0, -1"):
        Pair(ab=2)
    with pytest.raises(AnalysisError, match="no verdicts"):
        reconciled({}, {})
    with pytest.raises(AnalysisError, match="'x', which is not among"):
        reconciled({"x": 1}, {})
