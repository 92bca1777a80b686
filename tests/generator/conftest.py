"""Runs and scenes made in one line."""

import dataclasses
from collections.abc import Callable

import pytest

from eyechart.generator.page.colour import Rgb
from eyechart.generator.page.scene import Pose, Run, Scene
from eyechart.generator.typography.fontbook import font
from eyechart.generator.typography.shape import Face

MakeFace = Callable[..., Face]
MakeRun = Callable[..., Run]
MakeScene = Callable[..., Scene]


@pytest.fixture(scope="session")
def make_face() -> MakeFace:
    def make(
        slug: str = "inter",
        *,
        features: tuple[str, ...] = (),
        tracking: float = 0.0,
        **axes: float,
    ) -> Face:
        location = font(slug).location(axes)
        return Face(font=slug, axes=location, features=features, tracking=tracking)

    return make


@pytest.fixture(scope="session")
def make_run(make_face: MakeFace) -> MakeRun:
    def make(text: str = "Harvest Fair", **changes: object) -> Run:
        run = Run(
            name="title",
            text=text,
            face=make_face(wght=600.0),
            size=40.0,
            leading=1.4,
            colour=(31, 111, 235),
            x=100.0,
            y=120.0,
            anchor="left",
            pose=Pose(),
        )
        return dataclasses.replace(run, **changes)  # type: ignore[arg-type]

    return make


@pytest.fixture(scope="session")
def make_scene() -> MakeScene:
    def make(
        *runs: Run, width: int = 640, height: int = 240, ground: Rgb = (255, 255, 255)
    ) -> Scene:
        return Scene(
            width=width, height=height, background=ground, ornaments=(), runs=runs
        )

    return make
