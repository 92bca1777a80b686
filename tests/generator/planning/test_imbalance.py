"""Imbalance: what changes along with the tier is told."""

from collections import Counter

from eyechart.generator.planning.imbalance import counted, imbalances


def test_values_are_counted_by_tier_in_order() -> None:
    shares = counted([(2, "hard"), (1, "easy"), (2, "hard")])
    assert list(shares.items()) == [(1, Counter(easy=1)), (2, Counter(hard=2))]


def test_differences_of_more_than_20_points_are_told() -> None:
    shares = {1: Counter(easy=10, hard=10), 4: Counter(easy=15, hard=5)}
    assert list(imbalances("difficulty", shares)) == [
        "difficulty easy is 75 % of tier 4 and 50 % of tier 1",
        "difficulty hard is 50 % of tier 1 and 25 % of tier 4",
    ]


def test_differences_of_20_points_are_not_told() -> None:
    shares = {1: Counter(easy=10, hard=10), 4: Counter(easy=14, hard=6)}
    assert list(imbalances("difficulty", shares)) == []


def test_what_chance_does_in_small_cells_is_not_told() -> None:
    shares = {1: Counter(up=3, down=0), 2: Counter(up=1, down=2)}
    assert list(imbalances("direction", shares, by_chance=2)) == []
    assert len(list(imbalances("direction", shares, by_chance=1))) == 2
