"""FLIP against its authors' implementation, and near a change against everywhere."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyechart.generator.companions import flip as module
from eyechart.generator.companions.flip import (
    PIXELS_PER_DEGREE,
    REACH,
    flip,
    flip_map,
)
from eyechart.generator.drawing.canvas import Pixels

Known = tuple[Pixels, Pixels, dict[str, float]]


def test_the_viewer_of_the_paper() -> None:
    assert pytest.approx(67.02, abs=0.005) == PIXELS_PER_DEGREE
    assert REACH == 10


def test_agrees_with_the_authors_implementation(known: Known) -> None:
    truth, shown, values = known
    mean, greatest = flip(truth, shown)
    # Theirs is in single precision.
    assert mean == pytest.approx(values["flip_mean"], abs=1e-6)
    assert greatest == pytest.approx(values["flip_max"], abs=1e-6)


def test_the_neighbourhood_is_the_whole_page(known: Known) -> None:
    truth, shown, _ = known
    errors = flip_map(truth, shown)
    mean, greatest = flip(truth, shown)
    assert mean == pytest.approx(errors.mean(), rel=1e-12)
    assert greatest == errors.max()


@settings(max_examples=30)
@given(
    rows=st.tuples(st.integers(0, 49), st.integers(1, 9)),
    columns=st.tuples(st.integers(0, 69), st.integers(1, 9)),
    seed=st.integers(0, 1000),
)
def test_no_error_beyond_the_reach(
    rows: tuple[int, int], columns: tuple[int, int], seed: int
) -> None:
    truth = np.random.default_rng(seed).integers(0, 256, (50, 70, 3), dtype=np.uint8)
    shown = truth.copy()
    (top, tall), (left, wide) = rows, columns
    shown[top : top + tall, left : left + wide] ^= 255
    errors = flip_map(truth, shown)
    near = np.zeros(errors.shape, dtype=bool)
    near[
        max(0, top - REACH) : top + tall + REACH,
        max(0, left - REACH) : left + wide + REACH,
    ] = True
    assert not errors[~near].any()
    assert flip(truth, shown) == pytest.approx((errors.mean(), errors.max()), rel=1e-12)


def test_equal_pictures_have_no_error(known: Known) -> None:
    truth, _, _ = known
    assert flip(truth, truth.copy()) == (0.0, 0.0)
    assert not flip_map(truth, truth).any()


def test_the_order_of_pictures_does_not_matter(known: Known) -> None:
    truth, shown, _ = known
    assert flip(truth, shown) == flip(shown, truth)


def test_green_for_blue_is_the_greatest_error() -> None:
    green, blue = np.zeros((2, 30, 30, 3), dtype=np.uint8)
    green[..., 1], blue[..., 2] = 255, 255
    assert flip(green, blue) == pytest.approx((1.0, 1.0), abs=1e-12)


def unsure(function: Callable[..., Any], chance: np.random.Generator) -> Any:
    """Return a function whose results are off in the last place."""

    def off(values: np.ndarray) -> np.ndarray:
        return values * (1 + 2.0**-52 * chance.integers(-1, 2, values.shape))

    def found(*arguments: Any) -> Any:
        result = function(*arguments)
        return [off(v) for v in result] if isinstance(result, list) else off(result)

    return found


def test_the_last_place_of_every_step_does_not_matter(
    known: Known, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth, shown, _ = known
    expected = flip(truth, shown)
    chance = np.random.default_rng(3)
    for name in ("_along", "to_opponent", "from_opponent", "perceived", "distance"):
        monkeypatch.setattr(module, name, unsure(getattr(module, name), chance))
    assert flip(truth, shown) == pytest.approx(expected, abs=1e-10)
    assert flip(truth, shown) != expected
