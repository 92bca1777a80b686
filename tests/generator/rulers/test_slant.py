"""Slant against the shear that scikit-image's moments of large text tell."""

import dataclasses
import math
from collections.abc import Callable

import numpy as np
import pytest
from skimage.measure import moments_central

from eyechart.generator.dimensions import dimension
from eyechart.generator.page.draw import draw, redraw
from eyechart.generator.page.scene import Pose, Run, Scene
from eyechart.generator.page.setting import quad
from eyechart.generator.rulers.view import View

MakeRun = Callable[..., Run]
MakeScene = Callable[..., Scene]


def shear(pixels: np.ndarray) -> float:
    """Return how far ink on white leans to the right for each px of height."""
    seen = moments_central(255.0 - pixels[..., 0], order=2)
    return float(-seen[1, 1] / seen[2, 0])


@pytest.mark.parametrize("right", [0.0, 7.0])
@pytest.mark.parametrize("error", [-15.0, -2.0, 0.7, 9.0])
def test_slants_are_those_of_the_moments(
    make_run: MakeRun, make_scene: MakeScene, right: float, error: float
) -> None:
    run = make_run("HARVEST", size=64.0, x=90.0, y=140.0, pose=Pose(slant=right))
    scene = make_scene(run)
    wrong = dataclasses.replace(run, pose=Pose(slant=right + error))
    view = View(
        truth=draw(scene),
        shown=redraw(scene, wrong),
        plate=draw(scene.without_run("title")),
        correct=run,
        truth_quad=quad(run),
        shown_quad=quad(wrong),
    )
    upright = shear(draw(make_scene(dataclasses.replace(run, pose=Pose()))))
    told = math.degrees(math.atan(shear(view.shown) - upright)) - right
    assert told == pytest.approx(error, abs=0.1)
    assert dimension("slant").ruler.read(view) == pytest.approx(abs(told), abs=0.1)
