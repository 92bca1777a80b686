"""Streams: reproducible, keyed, unbiased."""

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest

from eyechart.generator.streams import Stream


def test_first_values_stay_what_they_are() -> None:
    stream = Stream(7, "colour-instructed-t4-invoice-r00", "edit 0")
    assert [stream.uniform() for _ in range(3)] == [
        0.8692767002374381,
        0.35334679422149784,
        0.47742873203151626,
    ]
    assert [stream.below(1000) for _ in range(5)] == [891, 410, 126, 208, 90]
    assert [stream.choice("abcdef") for _ in range(6)] == list("aaaeaa")


def test_equal_keys_give_equal_streams() -> None:
    first, second = Stream(3, "a", "b"), Stream(3, "a", "b")
    assert [first.below(10**9) for _ in range(20)] == [
        second.below(10**9) for _ in range(20)
    ]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param((4, "a", "b"), id="seed"),
        pytest.param((3, "a", "c"), id="purpose"),
        pytest.param((3, "ab"), id="joined"),
        pytest.param((3, "b", "a"), id="order"),
        pytest.param((3, "a"), id="shorter"),
        pytest.param((3, "a", "b", ""), id="longer"),
        pytest.param((3 + 2**32, "a", "b"), id="seed beyond 32 bits"),
        pytest.param((3 + 2**64, "a", "b"), id="seed beyond 64 bits"),
    ],
)
def test_another_key_gives_another_stream(other: tuple[int, ...]) -> None:
    first, second = Stream(3, "a", "b"), Stream(*other)  # type: ignore[arg-type]
    pairs = [(first.uniform(), second.uniform()) for _ in range(50)]
    assert all(one != two for one, two in pairs)


def test_a_stream_does_not_move_another() -> None:
    alone = Stream(0, "x").uniform()
    first, second = Stream(0, "y"), Stream(0, "x")
    first.uniform()
    assert second.uniform() == alone


@pytest.mark.parametrize("n", [2, 3, 7, 24])
def test_below_is_even(n: int) -> None:
    stream = Stream(11, f"evenness {n}")
    counts = Counter(stream.below(n) for _ in range(6000))
    assert set(counts) == set(range(n))
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_below_rejects_the_words_beyond_the_last_whole_multiple() -> None:
    # With n = 3 * 2**62 a word taken modulo n would fall into the lowest third
    # of [0, n) half of the time.
    n = 3 << 62
    stream = Stream(5, "large")
    low = sum(stream.below(n) < n // 3 for _ in range(3000))
    assert 900 < low < 1100


def test_uniform_is_uniform() -> None:
    stream = Stream(2, "uniform")
    assert kstest([stream.uniform() for _ in range(4000)], "uniform").pvalue > 0.001


@given(st.integers(0, 2**70), st.text(max_size=20))
def test_values_are_in_range(seed: int, key: str) -> None:
    stream = Stream(seed, key.encode("utf-8", "replace").decode())
    assert 0.0 <= stream.uniform() < 1.0
    assert -2.0 <= stream.uniform(-2.0, 3.0) <= 3.0
    assert stream.below(1) == 0
    assert 0 <= stream.below(5) < 5


def test_the_hash_seed_of_python_does_not_matter() -> None:
    code = (
        "from eyechart.generator.streams import Stream\n"
        "print([Stream(1, 'a').below(10**9) for _ in range(3)])"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1
