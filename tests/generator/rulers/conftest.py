"""A second renderer: shapes sampled at 256 points a pixel, by their inequality."""

import dataclasses
import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from eyechart.generator.drawing.mask import FULL, Mask
from eyechart.generator.page.scene import Pose, Run
from eyechart.generator.rulers import opacity
from eyechart.generator.rulers.view import View
from eyechart.generator.typography.shape import Face

HEIGHT, WIDTH = 220, 380
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
# Hairlines that run along no row or column of pixels for long.
THIN = tuple(
    (x, 3 * (-1) ** i, 9.0, 12.0, 0.8) for i, x in enumerate(range(-66, 67, 12))
)
Rgb = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A page with one shape on it, the shape's box, and what it covers."""

    pixels: np.ndarray
    quad: np.ndarray
    cover: Mask | None = None


def transform(angle: float, zoom: float, stretch: float) -> np.ndarray:
    turn = np.radians(angle)
    rows = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    return zoom * np.array(rows) @ np.diag([stretch, 1.0])


def ring(u: np.ndarray, v: np.ndarray, shape: tuple[float, ...]) -> np.ndarray:
    x, y, rx, ry, width = shape
    outer = ((u - x) / rx) ** 2 + ((v - y) / ry) ** 2 <= 1
    inner = ((u - x) / (rx - width)) ** 2 + ((v - y) / (ry - width)) ** 2 <= 1
    hits: np.ndarray = outer & ~inner
    return hits


def hit(u: np.ndarray, v: np.ndarray, thin: bool) -> np.ndarray:
    found = np.zeros(u.shape, dtype=bool)
    for x0, y0, x1, y1 in () if thin else BOXES:
        found |= (u >= x0) & (u < x1) & (v >= y0) & (v < y1)
    for one in THIN if thin else (RING,):
        found |= ring(u, v, one)
    return found


def moments(thin: bool) -> np.ndarray:
    """Return the centroid of the shape, sampled finely."""
    u, v = np.meshgrid(np.arange(-80, 80, 0.1), np.arange(-20, 20, 0.1))
    inside = hit(u + 0.05, v + 0.05, thin)
    return np.array([u[inside].mean() + 0.05, v[inside].mean() + 0.05])


CENTROIDS = {thin: moments(thin) for thin in (False, True)}


@pytest.fixture(scope="session")
def show() -> Callable[..., Shown]:
    @functools.cache
    def shown(
        dx: float = 0.0,
        dy: float = 0.0,
        angle: float = 0.0,
        zoom: float = 1.0,
        stretch: float = 1.0,
        opacity: float = 1.0,
        colour: Rgb = (30, 90, 200),
        ground: Rgb = (250, 245, 230),
        thin: bool = False,
    ) -> Shown:
        """Stretch, turn and zoom about the centroid of the ink, then shift."""
        matrix, centre = transform(angle, zoom, stretch), CENTROIDS[thin]
        middle = np.array([WIDTH / 2 + 0.31 + dx, HEIGHT / 2 + 0.17 + dy])
        corners = np.array([[-80, -18], [77, -18], [77, 18], [-80, 18]], float)
        quad = (corners - centre) @ matrix.T + middle
        left, top = np.floor(quad.min(axis=0)).astype(int)
        right, bottom = np.ceil(quad.max(axis=0)).astype(int)
        steps = (np.arange(SAMPLES) + 0.5) / SAMPLES
        xs = (np.arange(left, right)[:, None] + steps).ravel() - middle[0]
        ys = (np.arange(top, bottom)[:, None] + steps).ravel() - middle[1]
        back = np.linalg.inv(matrix)
        u = back[0, 0] * xs + back[0, 1] * ys[:, None] + centre[0]
        v = back[1, 0] * xs + back[1, 1] * ys[:, None] + centre[1]
        cells = (bottom - top, SAMPLES, right - left, SAMPLES)
        cover = hit(u, v, thin).reshape(cells).mean(axis=(1, 3))
        low, high = np.array(ground, float), np.array(colour, float)
        pixels = np.full((HEIGHT, WIDTH, 3), ground, np.uint8)
        mixed = low + opacity * (high - low) * cover[..., None]
        pixels[top:bottom, left:right] = np.floor(mixed + 0.5)
        levels = np.rint(cover * FULL).astype(np.uint16)
        return Shown(
            pixels=pixels, quad=quad, cover=Mask(x=int(left), y=int(top), levels=levels)
        )

    return shown


@pytest.fixture(scope="session")
def plate() -> np.ndarray:
    return np.broadcast_to(
        np.array([250, 245, 230], np.uint8), (HEIGHT, WIDTH, 3)
    ).copy()


COVERS: dict[str, Mask | None] = {}
"""What each shape that should be seen covers, by the text of its run."""


@pytest.fixture(autouse=True)
def no_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the ruler that draws these shapes again draw what was sampled of them."""
    monkeypatch.setattr(opacity, "mask", lambda run: COVERS[run.text])


@pytest.fixture(scope="session")
def view_of(plate: np.ndarray) -> Callable[..., View]:
    def view(
        truth: Shown,
        shown: Shown,
        ground: np.ndarray = plate,
        **changes: object,
    ) -> View:
        face = Face(font="none", axes=(), features=(), tracking=0.0)
        correct = Run(
            name="shape",
            text=f"shape {len(COVERS)}",
            face=face,
            size=40.0,
            leading=1.2,
            colour=(30, 90, 200),
            x=0.0,
            y=0.0,
            anchor="left",
            pose=Pose(),
        )
        COVERS[correct.text] = getattr(truth, "cover", None)
        return View(
            truth=truth.pixels,
            shown=shown.pixels,
            plate=ground,
            correct=dataclasses.replace(correct, **changes),  # type: ignore[arg-type]
            truth_quad=truth.quad,
            shown_quad=shown.quad,
        )

    return view
