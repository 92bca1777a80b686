"""Rulers read known errors of shapes that another renderer drew."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from coloraide import Color

from eyechart.generator.dimensions import dimension
from eyechart.generator.errors import VerificationError
from eyechart.generator.page.scene import Pose
from eyechart.generator.rulers.view import View

MakeView = Callable[..., View]
Show = Callable[..., Any]

CASES: list[tuple[str, float, dict[str, Any]]] = [
    ("position", 0.0, {}),
    ("position", 0.25, {"dx": 0.25}),
    ("position", 0.5, {"dx": -0.3, "dy": 0.4}),
    ("position", float(np.hypot(5.25, 2.1)), {"dx": 5.25, "dy": -2.1}),
    ("position", 60.0, {"dx": 60.0}),
    ("rotation", 0.1, {"angle": 0.1}),
    ("rotation", 0.7, {"angle": -0.7}),
    ("rotation", 3.0, {"angle": 3.0}),
    ("rotation", 14.0, {"angle": -14.0}),
    ("rotation", 30.0, {"angle": 30.0}),
    ("scale", 0.5, {"zoom": 1.005}),
    ("scale", 1.5, {"zoom": 0.985}),
    ("scale", 20.0, {"zoom": 1.2}),
    ("scale", 45.0, {"zoom": 0.55}),
    ("scale", 90.0, {"zoom": 1.9}),
    ("stretch", 0.5, {"stretch": 1.005}),
    ("stretch", 3.0, {"stretch": 0.97}),
    ("stretch", 30.0, {"stretch": 1.3}),
    ("stretch", 60.0, {"stretch": 0.4}),
    ("opacity", 0.02, {"opacity": 0.98}),
    ("opacity", 0.2, {"opacity": 0.8}),
    ("opacity", 0.6, {"opacity": 0.4}),
]
cases = pytest.mark.parametrize(("axis", "magnitude", "changes"), CASES)
COLOURS = [(30, 90, 200), (33, 92, 202), (60, 80, 160), (210, 120, 20)]


def read(axis: str, view: View) -> float:
    return dimension(axis).ruler.read(view)


def apart(first: tuple[int, ...], second: tuple[int, ...]) -> float:
    one, two = (Color("srgb", [c / 255 for c in part]) for part in (first, second))
    return float(one.delta_e(two, method="2000", space="lab-d65"))


@cases
def test_known_errors_are_read(
    show: Show, view_of: MakeView, axis: str, magnitude: float, changes: dict[str, Any]
) -> None:
    view = view_of(show(), show(**changes))
    allowed = dimension(axis).ruler.allowed(magnitude)
    assert read(axis, view) == pytest.approx(magnitude, abs=allowed)


@pytest.mark.parametrize(("axis", "magnitude", "changes"), CASES[1::3])
def test_they_are_read_of_hairlines(
    show: Show, view_of: MakeView, axis: str, magnitude: float, changes: dict[str, Any]
) -> None:
    view = view_of(show(thin=True), show(thin=True, **changes))
    allowed = dimension(axis).ruler.allowed(magnitude)
    assert read(axis, view) == pytest.approx(magnitude, abs=allowed)


@pytest.mark.parametrize(("axis", "magnitude", "changes"), CASES[1::2])
def test_they_are_read_on_turned_runs_too(
    show: Show, view_of: MakeView, axis: str, magnitude: float, changes: dict[str, Any]
) -> None:
    view = view_of(
        show(angle=-17.0),
        show(**changes | {"angle": changes.get("angle", 0.0) - 17.0}),
        pose=Pose(angle=-17.0),
    )
    allowed = dimension(axis).ruler.allowed(magnitude)
    assert read(axis, view) == pytest.approx(magnitude, abs=allowed)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("thin", [False, True])
def test_known_colours_are_read(
    show: Show, view_of: MakeView, colour: Any, thin: bool
) -> None:
    view = view_of(show(thin=thin), show(colour=colour, thin=thin))
    expected = apart((30, 90, 200), colour)
    assert read("colour", view) == pytest.approx(expected, abs=0.3)


@pytest.mark.parametrize("loss", [0.03, 0.3])
def test_opacity_is_read_beside_one_that_is_right(
    show: Show, view_of: MakeView, loss: float
) -> None:
    view = view_of(show(opacity=0.6), show(opacity=0.6 * (1 - loss)), opacity=0.6)
    assert read("opacity", view) == pytest.approx(loss, abs=0.004)


@pytest.mark.parametrize("axis", ["position", "scale", "rotation", "stretch"])
def test_what_was_right_to_be_faint_is_read(
    show: Show, view_of: MakeView, axis: str
) -> None:
    changes = next(one for name, size, one in CASES if name == axis and size >= 0.5)
    size = next(size for name, size, one in CASES if name == axis and one is changes)
    view = view_of(show(opacity=0.5), show(opacity=0.5, **changes), opacity=0.5)
    allowed = dimension(axis).ruler.allowed(size)
    assert read(axis, view) == pytest.approx(size, abs=allowed)


def test_light_text_on_a_dark_ground_is_read(show: Show, view_of: MakeView) -> None:
    dark, light = (20, 30, 28), (240, 250, 235)
    truth, shown = (show(dx=dx, colour=light, ground=dark) for dx in (0.0, 0.375))
    ground = np.broadcast_to(np.array(dark, np.uint8), truth.pixels.shape)
    view = view_of(truth, shown, ground, colour=light)
    assert read("position", view) == pytest.approx(0.375, abs=0.01)


def test_a_textured_ground_does_not_matter(show: Show, view_of: MakeView) -> None:
    rough = np.random.default_rng(4).integers(-24, 25, (220, 380, 3))
    ground = np.clip(np.array([228, 224, 214]) + rough, 0, 255).astype(np.uint8)
    base, ink = np.array([250.0, 245, 230]), np.array([30.0, 90, 200])
    pages = []
    for dx in (0.0, 0.375):
        one = show(dx=dx)
        cover = (one.pixels - base)[..., :1] / (ink - base)[0]
        mixed = np.rint(ground + cover * (ink - ground)).astype(np.uint8)
        pages.append(type(one)(pixels=mixed, quad=one.quad))
    view = view_of(*pages, ground)
    assert read("position", view) == pytest.approx(0.375, abs=0.01)


@pytest.mark.parametrize("axis", ["position", "scale", "rotation", "colour"])
def test_what_is_outside_the_boxes_does_not_matter(
    show: Show, view_of: MakeView, axis: str
) -> None:
    truth, shown = show(), show(dx=2.0)
    plain = read(axis, view_of(truth, shown))
    strewn = shown.pixels.copy()
    strewn[:20], strewn[:, :9] = (255, 0, 0), (0, 0, 0)
    spoilt = type(shown)(pixels=strewn, quad=shown.quad)
    assert read(axis, view_of(truth, spoilt)) == plain


@pytest.mark.parametrize("axis", ["position", "scale", "rotation", "stretch"])
def test_a_run_that_is_not_shown_is_refused(
    show: Show, view_of: MakeView, plate: np.ndarray, axis: str
) -> None:
    truth = show()
    view = view_of(truth, type(truth)(pixels=plate, quad=truth.quad))
    with pytest.raises(VerificationError, match="the run shows no ink"):
        read(axis, view)


def test_a_box_off_the_page_is_refused(show: Show, view_of: MakeView) -> None:
    truth = show()
    away = type(truth)(pixels=truth.pixels, quad=truth.quad + 900)
    with pytest.raises(VerificationError, match="the box of the run is off the page"):
        read("position", view_of(truth, away))
