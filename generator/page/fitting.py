"""Fitting pages to another canvas."""

import dataclasses
import functools
import math

from .layout import Layout, Scenes, layout
from .scene import Ornament, Run, Scene


def fitted(scene: Scene, width: int, height: int) -> Scene:
    """Return a page scaled uniformly, as large as fits, and centred on a canvas.

    The background or plate fills the canvas; a plate is drawn at its new size, not
    enlarged. Pages are moved by whole pixels, so that at the scale 1 nothing is
    sampled otherwise.

    Parameters
    ----------
    scene : Scene
        The page.
    width, height : int
        Canvas in px.

    Examples
    --------
    >>> page = Scene(
    ...     width=100, height=50, background=(255, 255, 255), ornaments=(), runs=()
    ... )
    >>> fitted(page, 300, 100).width
    300
    """
    ratio = min(width / scene.width, height / scene.height)
    left = math.floor((width - ratio * scene.width) / 2)
    top = math.floor((height - ratio * scene.height) / 2)
    return dataclasses.replace(
        scene,
        width=width,
        height=height,
        ornaments=tuple(_ornament(one, ratio, left, top) for one in scene.ornaments),
        runs=tuple(_run(run, ratio, left, top) for run in scene.runs),
    )


def _ornament(ornament: Ornament, ratio: float, left: float, top: float) -> Ornament:
    scaled = [ratio * number for number in ornament.numbers]
    # Of rects and ellipses the first two numbers are a place, of polygons all.
    places = len(scaled) if ornament.shape == "polygon" else 2
    for i in range(places):
        scaled[i] += (left, top)[i % 2]
    return dataclasses.replace(ornament, numbers=tuple(scaled))


def _run(run: Run, ratio: float, left: float, top: float) -> Run:
    pose = dataclasses.replace(run.pose, dx=ratio * run.pose.dx, dy=ratio * run.pose.dy)
    return dataclasses.replace(
        run,
        x=ratio * run.x + left,
        y=ratio * run.y + top,
        size=ratio * run.size,
        pose=pose,
        blur=ratio * run.blur,
    )


@functools.cache
def fitted_layout(name: str, width: int, height: int) -> Layout:
    """Return a registered layout with its pages fitted to a canvas."""
    design = layout(name)

    def setter(number: int) -> Scene:
        return fitted(design.scenes[number], width, height)

    setters = [
        functools.partial(setter, number) for number in range(len(design.scenes))
    ]
    return dataclasses.replace(design, scenes=Scenes(setters))
