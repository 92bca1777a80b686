"""Colour difference over ink."""

import numpy as np
import pytest

from eyechart.generator.companions.delta_e import delta_e_ink
from eyechart.generator.page.colour import difference

WHITE, INK, WRONG = (255, 255, 255), (31, 111, 235), (200, 40, 40)


def page(**marks: tuple[slice, tuple[int, int, int]]) -> np.ndarray:
    pixels = np.full((12, 20, 3), 255, dtype=np.uint8)
    for columns, colour in marks.values():
        pixels[4:8, columns] = colour
    return pixels


def test_a_recoloured_run_differs_by_what_its_colour_differs() -> None:
    truth, shown = page(a=(slice(3, 9), INK)), page(a=(slice(3, 9), WRONG))
    expected = difference(INK, WRONG)
    assert delta_e_ink(truth, shown, page()) == pytest.approx(expected, abs=1e-9)


def test_ink_is_that_of_either_picture() -> None:
    truth, shown = page(a=(slice(3, 9), INK)), page(a=(slice(5, 11), INK))
    # Of 8 inked columns 4 differ: 2 lost and 2 gained.
    expected = difference(INK, WHITE) / 2
    assert delta_e_ink(truth, shown, page()) == pytest.approx(expected, abs=1e-9)


def test_ink_that_both_share_counts_and_other_runs_do_not() -> None:
    plate = page(other=(slice(15, 19), INK))
    truth = page(other=(slice(15, 19), INK), a=(slice(0, 8), INK))
    shown = truth.copy()
    shown[4:8, :2] = WRONG
    expected = difference(INK, WRONG) / 4
    assert delta_e_ink(truth, shown, plate) == pytest.approx(expected, abs=1e-9)


def test_changed_ground_is_ink() -> None:
    shown = page()
    shown[0, 0] = WRONG
    expected = difference(WHITE, WRONG)
    assert delta_e_ink(page(), shown, page()) == pytest.approx(expected, abs=1e-9)


def test_equal_pictures_do_not_differ_even_without_ink() -> None:
    assert delta_e_ink(page(), page(), page()) == 0.0
