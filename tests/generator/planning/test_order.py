"""The order of layouts: difficulties alternate, and no layout is always first."""

import itertools
from collections import Counter

import pytest

from eyechart.generator.page.layout import layout, layout_names
from eyechart.generator.planning.order import layout_order

LAYOUTS = [layout(name) for name in layout_names()]


def names(key: str, *, without: str = "") -> list[str]:
    some = [one for one in LAYOUTS if one.name != without]
    return [one.name for one in layout_order(some, 1, key)]


def test_the_order_is_a_permutation_that_depends_on_the_key_alone() -> None:
    assert sorted(names("scale-incidental")) == list(layout_names())
    backwards = layout_order(LAYOUTS[::-1], 1, "scale-incidental")
    assert [one.name for one in backwards] == names("scale-incidental")
    keys = [f"{i}" for i in range(40)]
    assert len({tuple(names(key)) for key in keys}) == len(keys)
    assert len({names(key)[0] for key in keys}) > len(LAYOUTS) / 3


@pytest.mark.parametrize("key", ["a", "b", "colour-bystander"])
def test_every_stretch_holds_its_share_of_difficulties(key: str) -> None:
    order = [layout(name).difficulty for name in names(key)]
    whole = Counter(order)
    for length in range(1, len(order) + 1):
        for level, count in Counter(order[:length]).items():
            assert abs(count - whole[level] * length / len(order)) <= 2


def test_a_layout_less_keeps_the_order_within_difficulties() -> None:
    left_out = LAYOUTS[3].name
    for level in ("easy", "medium", "hard"):
        before, after = (
            [name for name in order if layout(name).difficulty == level]
            for order in (names("k"), names("k", without=left_out))
        )
        assert [name for name in before if name != left_out] == after


def test_pairs_of_neighbours_differ_between_keys() -> None:
    pairs = [set(itertools.pairwise(names(key))) for key in ("x", "y")]
    assert len(pairs[0] & pairs[1]) < len(LAYOUTS) / 2
