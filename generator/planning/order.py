"""The order in which a cell goes through layouts."""

from collections.abc import Sequence

from ..page.layout import Layout
from ..streams import Stream


def layout_order(layouts: Sequence[Layout], seed: int, key: str) -> tuple[Layout, ...]:
    """Return layouts in an order that spreads difficulties evenly.

    Within a difficulty the order is drawn; difficulties are then merged so that
    every stretch of the order holds its share of each.

    Parameters
    ----------
    layouts : sequence of Layout
        In any order.
    seed : int
        Seed of the corpus.
    key : str
        What the order is for: the same for all tiers, so that they go through the
        same layouts, and another for every dimension and role, so that no layout
        is always the first.
    """
    ranks = {
        one.name: Stream(seed, key, "order", one.name).uniform() for one in layouts
    }
    groups: dict[str, list[Layout]] = {}
    for one in sorted(layouts, key=lambda one: ranks[one.name]):
        groups.setdefault(one.difficulty, []).append(one)
    places = {}
    for difficulty, group in groups.items():
        start = Stream(seed, key, "order", difficulty).uniform()
        for number, one in enumerate(group):
            places[one.name] = (number + start) / len(group)
    return tuple(sorted(layouts, key=lambda one: (places[one.name], one.name)))
