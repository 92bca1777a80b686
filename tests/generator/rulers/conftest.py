"""A second renderer: shapes sampled at 256 points a pixel, by their inequality."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from eyechart.generator.rulers import Region

HEIGHT, WIDTH = 300, 460
SAMPLES = 16
# Boxes and one ellipse, in px from the middle of the page, like a short word.
BOXES = (
    (-78, -16, -70, 16),
    (-70, -4, -58, 4),
    (-58, -16, -50, 16),
    (-8, -16, 0, 16),
    (0, 9, 22, 16),
    (32, -16, 41, 16),
    (41, -16, 60, -9),
    (41, -4, 55, 3),
)
RING = (-29.0, 0.0, 14.0, 17.0, 8.0)
THIN = tuple(
    (x, -12.0, x + 0.7, 12.0) for x in np.arange(-70.0, 75.0, 9.3).round(1).tolist()
) + ((-70.0, -12.0, 20.0, -11.4), (-30.0, 4.0, 75.0, 4.6))
Rgb = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A page with one shape on it, and the shape's box."""

    pixels: np.ndarray
    quad: np.ndarray


def transform(angle: float, zoom: float) -> np.ndarray:
    turn = np.radians(angle)
    rows = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    return zoom * np.array(rows)


def hit(u: np.ndarray, v: np.ndarray, thin: bool) -> np.ndarray:
    found = np.zeros(u.shape, dtype=bool)
    for x0, y0, x1, y1 in THIN if thin else BOXES:
        found |= (u >= x0) & (u < x1) & (v >= y0) & (v < y1)
    if not thin:
        x, y, rx, ry, width = RING
        outer = ((u - x) / rx) ** 2 + ((v - y) / ry) ** 2 <= 1
        inner = ((u - x) / (rx - width)) ** 2 + ((v - y) / (ry - width)) ** 2 <= 1
        found |= outer & ~inner
    return found


def moments(thin: bool) -> np.ndarray:
    """Return the centroid of the shape, sampled finely."""
    u, v = np.meshgrid(np.arange(-80, 80, 0.05), np.arange(-20, 20, 0.05))
    inside = hit(u + 0.025, v + 0.025, thin)
    return np.array([u[inside].mean() + 0.025, v[inside].mean() + 0.025])


CENTROIDS = {thin: moments(thin) for thin in (False, True)}


@pytest.fixture(scope="session")
def show() -> Callable[..., Shown]:
    def shown(
        dx: float = 0.0,
        dy: float = 0.0,
        angle: float = 0.0,
        zoom: float = 1.0,
        colour: Rgb = (30, 90, 200),
        ground: Rgb = (250, 245, 230),
        thin: bool = False,
    ) -> Shown:
        """Turn and zoom about the centroid of the ink, then shift."""
        matrix, centre = transform(angle, zoom), CENTROIDS[thin]
        middle = np.array([WIDTH / 2 + 0.31, HEIGHT / 2 + 0.17]) + [dx, dy]
        steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
        xs = (np.arange(WIDTH)[:, None] + steps).ravel() - middle[0]
        cover = np.empty((HEIGHT, WIDTH))
        back = np.linalg.inv(matrix)
        for row in range(HEIGHT):
            ys = row + steps - middle[1]
            u = back[0, 0] * xs + back[0, 1] * ys[:, None] + centre[0]
            v = back[1, 0] * xs + back[1, 1] * ys[:, None] + centre[1]
            hits = hit(u, v, thin).reshape(SAMPLES, WIDTH, SAMPLES)
            cover[row] = hits.mean(axis=(0, 2))
        ends = np.array(ground, float), np.array(colour, float)
        mixed = ends[0] + (ends[1] - ends[0]) * cover[..., None]
        corners = np.array([[-80, -18], [77, -18], [77, 18], [-80, 18]], float)
        quad = (corners - centre) @ matrix.T + middle
        return Shown(pixels=np.floor(mixed + 0.5).astype(np.uint8), quad=quad)

    return shown


@pytest.fixture(scope="session")
def plate() -> np.ndarray:
    return np.broadcast_to(
        np.array([250, 245, 230], np.uint8), (HEIGHT, WIDTH, 3)
    ).copy()


@pytest.fixture(scope="session")
def region_of() -> Callable[..., Region]:
    def region(truth: Shown, shown: Shown, colour: Rgb = (30, 90, 200)) -> Region:
        return Region(truth_quad=truth.quad, shown_quad=shown.quad, colour=colour)

    return region
