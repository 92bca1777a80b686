"""Scenes: whatever is drawn is in the digest, and nothing else."""

import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from eyechart.generator.drawing.canvas import pixel_digest
from eyechart.generator.errors import UnknownNameError
from eyechart.generator.page.draw import draw
from eyechart.generator.page.layout import layout
from eyechart.generator.page.plates.gradient import Gradient
from eyechart.generator.page.scene import Finish, Ornament, Pose, Run, Scene
from eyechart.generator.typography.shape import Face

FACE = Face(font="inter", axes=(("wght", 600.0),), features=("tnum",), tracking=0.01)
RUN = Run(
    name="title",
    text="Fair",
    face=FACE,
    size=40.0,
    leading=1.4,
    colour=(31, 111, 235),
    x=100.0,
    y=120.0,
    anchor="left",
    pose=Pose(dx=0.5, dy=-1.0, angle=3.0, zoom=1.1),
)
BOX = Ornament(shape="rect", numbers=(1.0, 2.0, 3.0, 4.0, 0.0), colour=(1, 2, 3))
SCENE = Scene(
    width=640, height=240, background=(255, 254, 253), ornaments=(BOX,), runs=(RUN,)
)
OTHER = dataclasses.replace(RUN, name="other", y=200.0)

OTHERS: dict[type, dict[str, Any]] = {
    Scene: {
        "width": 641,
        "height": 241,
        "background": (255, 254, 252),
        "ornaments": (BOX, BOX),
        "runs": (RUN, OTHER),
        "plate": Gradient(colours=((9, 9, 9), (8, 8, 8)), angle=3),
    },
    Ornament: {
        "shape": "ellipse",
        "numbers": (1.0, 2.0, 3.0, 4.0, 0.5),
        "colour": (1, 2, 4),
    },
    Run: {
        "name": "lead",
        "text": "Fair.",
        "face": dataclasses.replace(FACE, font="caveat"),
        "size": 40.000000000000007,
        "leading": 1.5,
        "colour": (31, 111, 236),
        "x": 100.5,
        "y": 119.0,
        "anchor": "right",
        "pose": Pose(),
        "opacity": 0.9,
        "blur": 0.5,
        "finish": Finish(loss=3),
    },
    Face: {
        "font": "caveat",
        "axes": (("wght", 601.0),),
        "features": (),
        "tracking": 0.02,
    },
    Pose: {
        "dx": 0.25,
        "dy": 1.0,
        "angle": -3.0,
        "zoom": 1.0,
        "slant": 4.0,
        "stretch": 1.02,
    },
    Finish: {"noise": 3.0, "grain": "a", "loss": 12},
}
PLACES: dict[type, Callable[[Any], Scene]] = {
    Scene: lambda scene: scene,
    Ornament: lambda one: dataclasses.replace(SCENE, ornaments=(one,)),
    Run: lambda run: dataclasses.replace(SCENE, runs=(run,)),
    Face: lambda face: PLACES[Run](dataclasses.replace(RUN, face=face)),
    Pose: lambda pose: PLACES[Run](dataclasses.replace(RUN, pose=pose)),
    Finish: lambda one: PLACES[Run](dataclasses.replace(RUN, finish=one)),
}
PARTS = {
    Scene: SCENE,
    Ornament: BOX,
    Run: RUN,
    Face: FACE,
    Pose: RUN.pose,
    Finish: RUN.finish,
}
FIELDS = [(one, field.name) for one in PARTS for field in dataclasses.fields(one)]


@pytest.mark.parametrize(("one", "field"), FIELDS)
def test_every_field_moves_the_digest(one: type, field: str) -> None:
    changed = dataclasses.replace(PARTS[one], **{field: OTHERS[one][field]})
    assert PLACES[one](changed).digest() != SCENE.digest()


def test_the_order_of_what_is_drawn_moves_the_digest() -> None:
    first = dataclasses.replace(SCENE, runs=(RUN, OTHER))
    second = dataclasses.replace(SCENE, runs=(OTHER, RUN))
    assert first.digest() != second.digest()


PINNED = "705f89fc5a7ff6e727c87c47a829d5bc46f236d9f68add41a943ea849890ffb0"


def test_the_digest_stays_what_it_is() -> None:
    assert SCENE.digest() == PINNED


@pytest.mark.parametrize("seed", ["0", "4294967295"])
def test_neither_the_hash_seed_nor_the_process_matters(seed: str) -> None:
    code = (
        "import sys; sys.path[:] = sys.argv[1:]\n"
        "from eyechart.generator.page.draw import draw\n"
        "from eyechart.generator.drawing.canvas import pixel_digest\n"
        "from eyechart.generator.page.layout import layout\n"
        "scene = layout('quote_card').scenes[1]\n"
        "print(scene.digest(), pixel_digest(draw(scene)))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, *sys.path],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    ).stdout.split()
    scene = layout("quote_card").scenes[1]
    assert told == [scene.digest(), pixel_digest(draw(scene))]


def test_runs_are_found_replaced_and_removed_by_name() -> None:
    scene = dataclasses.replace(SCENE, runs=(RUN, OTHER))
    moved = dataclasses.replace(RUN, x=7.0)
    assert scene.run("other") == OTHER
    assert scene.with_run(moved).runs == (moved, OTHER)
    assert scene.without_run("title").runs == (OTHER,)


@pytest.mark.parametrize(
    "ask",
    [
        lambda scene: scene.run("titel"),
        lambda scene: scene.without_run("titel"),
        lambda scene: scene.with_run(dataclasses.replace(RUN, name="titel")),
    ],
)
def test_a_run_that_is_not_there_is_told(ask: Callable[[Scene], object]) -> None:
    with pytest.raises(UnknownNameError, match="no run 'titel' on this page; did you"):
        ask(SCENE)
