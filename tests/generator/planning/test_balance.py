"""Balance: features get their fair share, as far as candidates have them."""

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest

from eyechart.generator.planning.balance import (
    MORE_WAITING,
    WAITING,
    balanced,
    even,
)
from eyechart.generator.streams import Stream

WAYS = ("up", "down", "left", "right")
Candidate = tuple[int, dict[str, str]]


def candidates(*, never: str = "") -> Iterator[Candidate]:
    stream = Stream(3, "candidates")
    for number in itertools.count():
        way = stream.choice(WAYS)
        if way != never:
            yield number, {"direction": way, "layout": f"l{number % 5}"}


SHARES = {"direction": even(WAYS), "layout": even(f"l{i}" for i in range(5))}


def taken(wanted: int, *, never: str = "") -> list[Candidate]:
    found, _ = balanced(candidates(never=never), wanted, SHARES, lambda one: one[1])
    return found


def counts(found: list[Candidate], kind: str) -> list[int]:
    return sorted(Counter(one[1][kind] for one in found).values())


def test_draws_alone_are_not_balanced() -> None:
    first = list(itertools.islice(candidates(), 20))
    assert max(counts(first, "direction")) - min(counts(first, "direction")) > 2


@pytest.mark.parametrize("wanted", [8, 12, 20, 40])
def test_directions_and_layouts_get_their_share(wanted: int) -> None:
    found = taken(wanted)
    assert len(found) == wanted
    for kind, values, most in (("direction", 4, 1), ("layout", 5, 2)):
        assert max(counts(found, kind)) <= -(-wanted // values) + most


def test_what_no_candidate_has_is_shared_out_among_the_others() -> None:
    found = taken(18, never="up")
    assert len(found) == 18
    assert counts(found, "direction") in ([6, 6, 6], [5, 6, 7])


def test_asking_for_more_takes_the_same_and_more() -> None:
    assert taken(30)[:13] == taken(13)


def test_few_candidates_are_looked_at_in_vain() -> None:
    looked = 0

    def counting() -> Iterator[Candidate]:
        nonlocal looked
        for one in candidates():
            looked += 1
            yield one

    found, left = balanced(counting(), 20, SHARES, lambda one: one[1])
    assert looked == len(found) + left
    assert left <= WAITING + 20 // MORE_WAITING


def test_all_there_are_is_taken_when_more_is_wanted() -> None:
    few = list(itertools.islice(candidates(), 7))
    found, left = balanced(iter(few), 9, SHARES, lambda one: one[1])
    assert sorted(one[0] for one in found) == [one[0] for one in few]
    assert left == 0
