"""Finding a text among lines that were read."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.judging.instrument.finding import find
from eyechart.judging.instrument.reading import Line
from eyechart.judging.instrument.spelling import distance, matches, plain


def line(text: str, x: float = 0, y: float = 0) -> Line:
    """Return a line whose characters are 10 px wide and 20 px high."""
    words, gaps = text.split(), set()
    for i in range(len(words)):
        gaps.add(len("".join(words[:i])))
    count = len("".join(words))
    right, low = x + 10 * count, y + 20
    return Line(
        text="".join(words),
        gaps=frozenset(gaps),
        quad=np.array([[x, y], [right, y], [right, low], [x, low]], dtype=float),
        starts=tuple(i / count for i in range(count)),
        ends=tuple((i + 1) / count for i in range(count)),
    )


def spans(lines: list[Line], text: str) -> list[list[tuple[float, float]]]:
    found = find(lines, text)
    return [[(q[0, 0], q[1, 0]) for q in one.quads] for one in found]


def test_a_line_of_its_own() -> None:
    (found,) = find([line("Total due"), line("Subtotal", y=50)], "Total due")
    assert (found.read, found.errors, found.cost) == ("totaldue", 0, 0)


def test_a_part_of_a_line_is_cut_out() -> None:
    page = [line("January 22, 2026 February 5, 2026")]
    assert spans(page, "February 5, 2026") == [[(140, 280)]]


def test_lines_are_chained() -> None:
    page = [
        line("Measure twice,"),
        line("£3.70", x=300),
        line("then ask who cut it.", y=30),
    ]
    assert spans(page, "Measure twice, then ask who cut it.") == [[(0, 130), (0, 160)]]


def test_lines_far_apart_are_not_chained() -> None:
    page = [line("Measure twice,"), line("then ask who cut it.", y=300)]
    assert find(page, "Measure twice, then ask who cut it.") == []


def test_a_stranger_at_the_end_of_a_line_is_left_out() -> None:
    page = [line("Airport"), line("shuttleA", x=75)]
    assert spans(page, "Airport shuttle") == [[(0, 70), (75, 145)]]


def test_a_text_that_is_there_twice_is_not_told_apart() -> None:
    assert len(find([line("2"), line("2", y=90)], "2")) == 2


def test_a_word_is_rather_whole_than_torn() -> None:
    assert spans([line("tea"), line("steam", y=90)], "tea") == [[(0, 30)]]


def test_misread_characters_are_forgiven_up_to_a_fifth() -> None:
    assert [one.errors for one in find([line("Totol dve")], "Total due")] == []
    assert [one.errors for one in find([line("Totol due")], "Total due")] == [1]
    assert [one.errors for one in find([line("£4.70")], "£3.70")] == [1]
    assert spans([line("£4.70"), line("£3.70", y=90)], "£3.70") == [[(0, 50)]]


def test_nothing_is_found_where_nothing_was_read() -> None:
    assert find([], "tea") == []
    assert find([line("tea")], " ") == []


@pytest.mark.parametrize(
    ("first", "second"),
    [("Ben’s “Tea” – №", "ben's 'tea' - no"), ("ﬁ ½", "FI 1/2"), ("５％", "5%")],
)
def test_typographic_variants_are_alike(first: str, second: str) -> None:
    assert plain(first) == plain(second)


WORDS = st.text(alphabet="abc", max_size=7)


@given(WORDS, WORDS)
def test_matches_are_the_best_stretches(part: str, whole: str) -> None:
    """Try all stretches."""
    tried = {
        (i, j): distance(part, whole[i:j])
        for i in range(len(whole) + 1)
        for j in range(i, len(whole) + 1)
    }
    least = min(tried.values())
    for match in matches(part, whole):
        assert match.errors == least == tried[match.start, match.end]


@given(WORDS, WORDS, WORDS)
def test_the_distance_is_one(first: str, second: str, third: str) -> None:
    assert (distance(first, second) == 0) == (first == second)
    assert distance(first, second) == distance(second, first)
    assert distance(first, third) <= distance(first, second) + distance(second, third)
