"""The order in which stimuli are judged: mixed, with every cell spread evenly."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from ...generator.streams import Stream

Thing = TypeVar("Thing")


def cell(stimulus: Mapping[str, Any]) -> Hashable:
    """Return what is to be spread evenly: the kind, and of an error its cell."""
    return stimulus["kind"], stimulus.get("dimension"), stimulus.get("role")


def interleaved(
    things: Sequence[Thing],
    *,
    name: Callable[[Thing], str],
    group: Callable[[Thing], Hashable],
    seed: int,
) -> list[Thing]:
    """Return things in a seeded order in which every group is spread evenly.

    Each group is shuffled; its k-th of n members falls at random into the k-th
    of n equal parts of the run. A drift of the judge thus meets all groups
    alike, and so does a run that is stopped early.

    Parameters
    ----------
    things : sequence
        What to order.
    name, group : callable
        Its name, one of a kind, and its group.
    seed : int
        0 or more.

    Examples
    --------
    >>> order = interleaved(
    ...     ["a1", "a2", "b1", "b2"], name=str, group=lambda s: s[0], seed=0
    ... )
    >>> sorted(order[:2])[0][0], sorted(order[:2])[1][0]
    ('a', 'b')
    """
    groups: dict[Hashable, list[tuple[float, str, Thing]]] = {}
    for thing in things:
        draw = Stream(seed, "run", "shuffle", name(thing)).uniform()
        groups.setdefault(group(thing), []).append((draw, name(thing), thing))
    placed: list[tuple[float, str, Thing]] = []
    for members in groups.values():
        members.sort(key=lambda member: member[:2])
        for k, (_, called, thing) in enumerate(members):
            jitter = Stream(seed, "run", "place", called).uniform()
            placed.append(((k + jitter) / len(members), called, thing))
    placed.sort(key=lambda member: member[:2])
    return [thing for _, _, thing in placed]
