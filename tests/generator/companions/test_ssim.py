"""SSIM against scikit-image, and near a change against everywhere."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyechart.generator.companions import ssim as module
from eyechart.generator.companions.ssim import ssim
from eyechart.generator.drawing.canvas import Pixels
from eyechart.generator.errors import GeometryError


def test_agrees_with_scikit_image(
    known: tuple[Pixels, Pixels, dict[str, float]],
) -> None:
    truth, shown, values = known
    assert ssim(truth, shown) == pytest.approx(values["ssim"], abs=1e-12)


def everywhere(truth: Pixels, shown: Pixels) -> float:
    whole = module._similarity(module._channels(truth), module._channels(shown))
    return float(whole[:, 5:-5, 5:-5].mean())


@settings(max_examples=30)
@given(top=st.integers(0, 39), left=st.integers(0, 49), seed=st.integers(0, 1000))
def test_the_neighbourhood_is_the_whole_page(top: int, left: int, seed: int) -> None:
    truth = np.random.default_rng(seed).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    shown = truth.copy()
    shown[top : top + 4, left : left + 6] //= 2
    assert ssim(truth, shown) == pytest.approx(everywhere(truth, shown), abs=1e-13)


def test_equal_pictures_score_one() -> None:
    page = np.random.default_rng(1).integers(0, 256, (11, 11, 3), dtype=np.uint8)
    assert ssim(page, page.copy()) == 1.0


def test_a_negative_scores_less_than_nothing() -> None:
    page = np.random.default_rng(1).integers(0, 256, (30, 30, 3), dtype=np.uint8)
    assert ssim(page, 255 - page) < -0.5


def test_a_picture_smaller_than_the_window_is_refused() -> None:
    page = np.zeros((10, 40, 3), dtype=np.uint8)
    message = r"a picture of 40x10 px has no SSIM; allowed: 11 px a side or more"
    with pytest.raises(GeometryError, match=message):
        ssim(page, page)
