"""Moments of ink are those of scikit-image, and of a blob known in closed form."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from skimage.measure import moments_central

from eyechart.generator.rulers.ink import shown_ink
from eyechart.generator.rulers.view import View

MakeView = Callable[..., View]
GROUND, INK = np.array([240.0, 238.0, 230.0]), np.array([20.0, 60.0, 130.0])
SIZE = (200, 300)


class Page:
    """Pixels and a box around all but the margin of a page."""

    def __init__(self, pixels: np.ndarray) -> None:
        height, width = pixels.shape[:2]
        self.pixels = pixels
        self.quad = np.array(
            [[3, 3], [width - 3, 3], [width - 3, height - 3], [3, height - 3]], float
        )


def blob(x: float, y: float, long: float, short: float, angle: float) -> Page:
    """Return a page with a Gaussian, which is its own average over a pixel, nearly.

    Its tails end where they round to the plate, which takes half a per cent off its
    spread.
    """
    ys, xs = np.mgrid[0 : SIZE[0], 0 : SIZE[1]] + 0.5
    turn = np.radians(angle)
    along = (xs - x) * np.cos(turn) + (ys - y) * np.sin(turn)
    across = -(xs - x) * np.sin(turn) + (ys - y) * np.cos(turn)
    cover = np.exp(-((along / long) ** 2 + (across / short) ** 2) / 2)
    pixels = GROUND + cover[..., None] * (INK - GROUND)
    return Page(np.round(pixels).astype(np.uint8))


@pytest.fixture
def ink_of(view_of: MakeView) -> Callable[[Page], Any]:
    ground = np.broadcast_to(GROUND, (*SIZE, 3)).astype(np.uint8)

    def ink(page: Page) -> Any:
        return shown_ink(view_of(page, page, ground, colour=(20, 60, 130)))

    return ink


@pytest.mark.parametrize("angle", [0.0, 3.7, -20.0, 89.0])
@pytest.mark.parametrize(("dx", "dy"), [(0.0, 0.0), (0.3, -0.7), (11.13, 4.09)])
def test_moments_of_a_gaussian(
    ink_of: Callable[[Page], Any], angle: float, dx: float, dy: float
) -> None:
    x, y, long, short = 150.2 + dx, 99.6 + dy, 20.0, 7.0
    ink = ink_of(blob(x, y, long, short, angle))
    assert ink.centroid == pytest.approx((x, y), abs=0.006)
    assert ink.mass == pytest.approx(2 * np.pi * long * short, rel=0.005)
    found = ink.moments(angle)
    assert found.uu == pytest.approx(long**2, rel=0.015)
    assert found.vv == pytest.approx(short**2, rel=0.015)
    assert abs(found.uv) < 0.1


def test_moments_are_those_of_scikit_image(ink_of: Callable[[Page], Any]) -> None:
    page = blob(140.3, 95.8, 26.0, 6.0, 24.0)
    page.pixels[40:60, 50:110] = INK.astype(np.uint8)
    ink = ink_of(page)
    channel = (GROUND[0] - page.pixels[..., 0]) / (GROUND[0] - INK[0])
    seen = moments_central(channel, order=2)
    assert ink.mass == pytest.approx(seen[0, 0], rel=2e-3)
    found = ink.moments()
    assert found.uu == pytest.approx(seen[0, 2] / seen[0, 0], rel=5e-3)
    assert found.vv == pytest.approx(seen[2, 0] / seen[0, 0], rel=5e-3)
    assert found.uv == pytest.approx(seen[1, 1] / seen[0, 0], rel=5e-3)


@pytest.mark.parametrize("factor", [1.005, 1.4, 0.7])
def test_root_of_mass_grows_like_the_size(
    ink_of: Callable[[Page], Any], factor: float
) -> None:
    plain, grown = (
        ink_of(blob(150.2, 99.6, 20 * by, 7 * by, 12.0)).mass for by in (1.0, factor)
    )
    assert np.sqrt(grown / plain) == pytest.approx(factor, rel=0.002)
