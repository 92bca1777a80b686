"""Fitting: pages scaled uniformly and centred on another canvas."""

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from eyechart.generator.page.draw import draw
from eyechart.generator.page.fitting import fitted, fitted_layout
from eyechart.generator.page.layout import layout, layout_names
from eyechart.generator.page.scene import Ornament, Pose, Run, Scene
from eyechart.generator.page.setting import box

MakeRun = Callable[..., Run]


@pytest.fixture
def page(make_run: MakeRun) -> Scene:
    ornaments = (
        Ornament(shape="rect", numbers=(10.0, 20.0, 30.0, 16.0, 4.0), colour=(9, 9, 9)),
        Ornament(shape="ellipse", numbers=(60.0, 20.0, 8.0, 6.0), colour=(9, 99, 9)),
        Ornament(
            shape="polygon", numbers=(0.0, 0.0, 8.0, 0.0, 8.0, 8.0), colour=(99, 9, 9)
        ),
    )
    run = make_run(x=20.0, y=100.0, size=20.0, pose=Pose(dx=4.0, dy=2.0), blur=1.0)
    return Scene(
        width=200,
        height=120,
        background=(250, 250, 240),
        ornaments=ornaments,
        runs=(run,),
    )


def test_a_page_on_its_own_canvas_is_left_alone(page: Scene) -> None:
    assert fitted(page, 200, 120).digest() == page.digest()


def test_a_wider_canvas_centres_the_page(page: Scene) -> None:
    before, after = draw(page), draw(fitted(page, 260, 120))
    assert (after[:, 30:230] == before).all()
    assert (after[:, :30] == page.background).all()
    assert (after[:, 230:] == page.background).all()


def test_everything_is_scaled_alike(page: Scene) -> None:
    larger = fitted(page, 400, 300)
    assert (larger.width, larger.height) == (400, 300)
    assert larger.ornaments[0].numbers == (20.0, 70.0, 60.0, 32.0, 8.0)
    assert larger.ornaments[1].numbers == (120.0, 70.0, 16.0, 12.0)
    assert larger.ornaments[2].numbers == (0.0, 30.0, 16.0, 30.0, 16.0, 46.0)
    run = larger.runs[0]
    assert (run.size, run.blur) == (40.0, 2.0)
    assert (run.pose.dx, run.pose.dy) == (8.0, 4.0)
    sharp = [
        dataclasses.replace(one, blur=0.0) for one in (page.runs[0], larger.runs[0])
    ]
    x0, y0, x1, y1 = (2 * np.array(box(sharp[0]))).tolist()
    assert box(sharp[1]) == pytest.approx((x0, y0 + 30, x1, y1 + 30), abs=0.02)


def test_layouts_are_fitted_lazily_and_keep_the_rest() -> None:
    design = layout("quote_card")
    wide = fitted_layout("quote_card", 1792, 1344)
    assert (wide.editable, wide.difficulty) == (design.editable, design.difficulty)
    assert len(wide.scenes) == len(design.scenes)
    assert wide.scenes[1] == fitted(design.scenes[1], 1792, 1344)
    sizes = [scene.runs[0].size for scene in (design.scenes[1], wide.scenes[1])]
    assert sizes[1] == 2 * sizes[0]


@pytest.mark.parametrize(
    "name", [name for name in layout_names() if layout(name).scenes[0].plate]
)
@pytest.mark.parametrize("size", [(64, 64), (500, 900), (1280, 400)])
def test_plates_fill_any_canvas(name: str, size: tuple[int, int]) -> None:
    scene = dataclasses.replace(layout(name).scenes[0], ornaments=(), runs=())
    pixels = draw(fitted(scene, *size))
    assert pixels.shape == (size[1], size[0], 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 1
