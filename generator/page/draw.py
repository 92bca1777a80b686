"""Drawing scenes."""

import dataclasses
import functools

import numpy as np

from ..drawing.canvas import Pixels, blank, paint
from ..drawing.mask import Mask
from ..drawing.raster import coverage
from ..paths import Path, polygon, rectangle
from .finishing import finish
from .scene import Ornament, Run, Scene
from .setting import mask
from .texture import texture


def _ornament_path(ornament: Ornament) -> Path:
    if ornament.shape == "rect":
        x, y, width, height, radius = ornament.numbers
        return rectangle(x, y, width, height, radius)
    if ornament.shape == "ellipse":
        x, y, rx, ry = ornament.numbers
        circle = rectangle(-1.0, -1.0, 2.0, 2.0, 1.0)
        return circle.mapped(np.diag([rx, ry]), np.array([x, y]))
    return polygon(np.array(ornament.numbers).reshape(-1, 2))


@functools.lru_cache(maxsize=1024)
def _ornament_mask(ornament: Ornament) -> Mask:
    return coverage(_ornament_path(ornament))


@functools.lru_cache(maxsize=64)
def _ground(scene: Scene) -> Pixels:
    if scene.plate is None:
        pixels = blank(scene.width, scene.height, scene.background)
    else:
        pixels = texture(scene.plate, scene.width, scene.height).copy()
    for ornament in scene.ornaments:
        paint(pixels, _ornament_mask(ornament), ornament.colour)
    pixels.flags.writeable = False
    return pixels


def draw_ground(scene: Scene) -> Pixels:
    """Return the page without any text; read-only and shared."""
    return _ground(dataclasses.replace(scene, runs=()))


def draw_run(pixels: Pixels, run: Run) -> None:
    """Paint one run over `pixels` in place, with the damage around it."""
    paint(pixels, mask(run), run.colour, run.opacity)
    finish(pixels, run)


@functools.lru_cache(maxsize=64)
def _drawn(scene: Scene) -> Pixels:
    pixels = draw_ground(scene).copy()
    for run in scene.runs:
        paint(pixels, mask(run), run.colour, run.opacity)
    for run in scene.runs:
        finish(pixels, run)
    pixels.flags.writeable = False
    return pixels


def draw(scene: Scene) -> Pixels:
    """Return the pixels of a scene; read-only and shared."""
    return _drawn(scene)


def redraw(scene: Scene, run: Run) -> Pixels:
    """Return the scene with one run replaced, repainting only that run.

    Runs never overlap, so this equals ``draw(scene.with_run(run))`` in every
    byte, at the price of one run.
    """
    pixels = draw(scene.without_run(run.name)).copy()
    draw_run(pixels, run)
    pixels.flags.writeable = False
    return pixels
