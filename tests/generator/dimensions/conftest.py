"""Runs that every dimension is tried on, and what is seen of them."""

import dataclasses
import functools
from collections.abc import Callable

import pytest

from eyechart.generator.page.draw import draw, redraw
from eyechart.generator.page.scene import Pose, Run, Scene
from eyechart.generator.page.setting import box, quad
from eyechart.generator.rulers.view import View
from eyechart.generator.typography.fontbook import font
from eyechart.generator.typography.shape import Face

WIDTH, HEIGHT = 720, 400
WHITE, NIGHT = (255, 255, 255), (24, 36, 44)


@dataclasses.dataclass(frozen=True)
class Case:
    """A run on a page of one colour, as it should be."""

    scene: Scene

    @property
    def run(self) -> Run:
        return self.scene.runs[0]

    def view(self, wrong: Run) -> View:
        """Return what is seen where the run is shown as `wrong`."""
        return View(
            truth=draw(self.scene),
            shown=redraw(self.scene, wrong),
            plate=draw(self.scene.without_run(self.run.name)),
            correct=self.run,
            truth_quad=quad(self.run),
            shown_quad=quad(wrong),
        )


def made(
    text: str,
    slug: str,
    size: float,
    *,
    wght: float = 400.0,
    tracking: float = 0.0,
    ground: tuple[int, int, int] = WHITE,
    colour: tuple[int, int, int] = (52, 92, 140),
    pose: Pose | None = None,
    anchor: str = "left",
) -> Case:
    """Return a run, its box in the middle of the page."""
    axes = font(slug).location({"wght": wght})
    face = Face(font=slug, axes=axes, features=(), tracking=tracking)
    run = Run(
        name="title",
        text=text,
        face=face,
        size=size,
        leading=1.35,
        colour=colour,
        x=0.37,
        y=0.21,
        anchor=anchor,
    )
    x0, y0, x1, y1 = box(run)
    run = dataclasses.replace(
        run,
        x=run.x + (WIDTH - x0 - x1) // 2,
        y=run.y + (HEIGHT - y0 - y1) // 2,
        pose=pose or Pose(),
    )
    scene = Scene(
        width=WIDTH, height=HEIGHT, background=ground, ornaments=(), runs=(run,)
    )
    return Case(scene=scene)


CASES: dict[str, Callable[[], Case]] = {
    "sans": lambda: made("Harvest Home", "inter", 24, wght=600),
    "serif": lambda: made(
        "Notes from a Boat", "source-serif-4", 22, ground=NIGHT, colour=(221, 176, 92)
    ),
    "small": lambda: made("Bicycles carried", "inter", 14, tracking=0.02),
    "large": lambda: made("Open until noon", "roboto-slab", 40, anchor="centre"),
    "lines": lambda: made(
        "Bicycles are carried without charge\nall over the coast until noon",
        "inter",
        15,
    ),
    "turned": lambda: made(
        "Workshop nights",
        "roboto-flex",
        20,
        pose=Pose(dx=3.4, dy=-2.1, angle=-13.0, zoom=1.2, slant=9.0),
    ),
    "faint": lambda: made("Kitchen Table", "inter", 22, colour=(176, 190, 184)),
}


@pytest.fixture(scope="session")
def case() -> Callable[[str], Case]:
    return functools.cache(lambda name: CASES[name]())
