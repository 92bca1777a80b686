"""Rulers against a shape whose moments are known in closed form."""

import numpy as np
import pytest

from eyechart.generator.rulers.ink import read_ink

GROUND, INK = np.array([240.0, 238.0, 230.0]), np.array([20.0, 60.0, 130.0])
Blob = tuple[np.ndarray, np.ndarray]


def blob(x: float, y: float, long: float, short: float, angle: float) -> Blob:
    """Return a page and its plate.

    A Gaussian is its own average over a pixel, nearly; its tails end where they
    round to the plate, which takes half a per cent off its spread.
    """
    ys, xs = np.mgrid[0:200, 0:300] + 0.5
    turn = np.radians(angle)
    along = (xs - x) * np.cos(turn) + (ys - y) * np.sin(turn)
    across = -(xs - x) * np.sin(turn) + (ys - y) * np.cos(turn)
    cover = np.exp(-((along / long) ** 2 + (across / short) ** 2) / 2)
    plate = np.broadcast_to(GROUND, (200, 300, 3))
    pixels = plate + cover[..., None] * (INK - GROUND)
    return np.round(pixels).astype(np.uint8), plate.astype(np.uint8)


@pytest.mark.parametrize("angle", [0.0, 3.7, -20.0, 89.0])
@pytest.mark.parametrize(("dx", "dy"), [(0.0, 0.0), (0.3, -0.7), (11.13, 4.09)])
def test_moments_of_a_gaussian(angle: float, dx: float, dy: float) -> None:
    x, y, long, short = 150.2 + dx, 99.6 + dy, 20.0, 7.0
    pixels, plate = blob(x, y, long, short, angle)
    rows, columns = (part.ravel() for part in np.mgrid[0:200, 0:300])
    ink = read_ink(pixels, plate, rows, columns)
    assert (ink.x, ink.y) == pytest.approx((x, y), abs=0.006)
    assert (ink.axis - angle + 90) % 180 - 90 == pytest.approx(0, abs=0.01)
    assert ink.spread == pytest.approx(np.hypot(long, short), rel=0.008)
    assert ink.mass(INK) == pytest.approx(2 * np.pi * long * short, rel=0.005)
    assert ink.ground.tolist() == GROUND.tolist()
    assert ink.solid is None


@pytest.mark.parametrize("factor", [1.005, 1.4, 0.7])
def test_spread_and_root_of_mass_grow_like_the_size(factor: float) -> None:
    rows, columns = (part.ravel() for part in np.mgrid[0:200, 0:300])
    plain, grown = (
        read_ink(*blob(150.2, 99.6, 20 * by, 7 * by, 12.0), rows, columns)
        for by in (1.0, factor)
    )
    assert grown.spread / plain.spread == pytest.approx(factor, rel=0.002)
    mass = grown.mass(INK) / plain.mass(INK)
    assert np.sqrt(mass) == pytest.approx(factor, rel=0.002)
