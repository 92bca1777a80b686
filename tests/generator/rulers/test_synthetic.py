"""Rulers read known errors of shapes that another renderer drew."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from coloraide import Color

from eyechart.generator.errors import VerificationError
from eyechart.generator.rulers import Region, check, measure, rulers

MakeRegion = Callable[..., Region]
Show = Callable[..., Any]

CASES: list[tuple[str, float, dict[str, Any]]] = [
    ("position", 0.0, {}),
    ("position", 0.25, {"dx": 0.25}),
    ("position", 0.5, {"dx": -0.3, "dy": 0.4}),
    ("position", np.hypot(5.25, 2.1), {"dx": 5.25, "dy": -2.1}),
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
]
cases = pytest.mark.parametrize(("axis", "magnitude", "changes"), CASES)
COLOURS = [(30, 90, 200), (33, 92, 202), (60, 80, 160), (210, 120, 20)]


def apart(first: tuple[int, ...], second: tuple[int, ...]) -> float:
    one, two = (Color("srgb", [c / 255 for c in part]) for part in (first, second))
    return float(one.delta_e(two, method="2000", space="lab-d65"))


@cases
def test_known_errors_are_read(
    show: Show,
    plate: np.ndarray,
    region_of: MakeRegion,
    axis: str,
    magnitude: float,
    changes: dict[str, Any],
) -> None:
    truth, shown = show(), show(**changes)
    region = region_of(truth, shown)
    measured = measure(truth.pixels, shown.pixels, plate, region)
    assert check(measured, axis, magnitude) is None, measured


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("thin", [False, True])
def test_known_colours_are_read(
    show: Show, plate: np.ndarray, region_of: MakeRegion, colour: Any, thin: bool
) -> None:
    truth, shown = show(thin=thin), show(colour=colour, thin=thin)
    measured = measure(truth.pixels, shown.pixels, plate, region_of(truth, shown))
    expected = apart((30, 90, 200), colour)
    assert measured["colour"] == pytest.approx(expected, abs=0.3 if thin else 1e-9)
    assert check(measured, "colour", expected) is None, measured


# Enlarged by 90 % the strokes are no longer thin.
@pytest.mark.parametrize(("axis", "magnitude", "changes"), CASES[:-1])
def test_text_too_thin_for_whole_pixels_is_read_by_its_spread(
    show: Show,
    plate: np.ndarray,
    region_of: MakeRegion,
    axis: str,
    magnitude: float,
    changes: dict[str, Any],
) -> None:
    truth, shown = show(thin=True), show(thin=True, **changes)
    measured = measure(truth.pixels, shown.pixels, plate, region_of(truth, shown))
    assert check(measured, axis, magnitude) is None, measured


@pytest.mark.parametrize(
    ("axis", "changes"),
    [
        ("position", {"dx": 0.2}),
        ("position", {"dy": -0.12}),
        ("rotation", {"angle": 0.25}),
        ("scale", {"zoom": 1.008}),
        ("scale", {"zoom": 0.992}),
        ("colour", {"colour": (33, 92, 202)}),
    ],
)
@pytest.mark.parametrize("claimed", ["position", "colour", "rotation", "scale"])
def test_planted_faults_are_misses(
    show: Show,
    plate: np.ndarray,
    region_of: MakeRegion,
    axis: str,
    changes: dict[str, Any],
    claimed: str,
) -> None:
    truth, shown = show(), show(**changes)
    measured = measure(truth.pixels, shown.pixels, plate, region_of(truth, shown))
    miss = check(measured, claimed, 0.0)
    assert miss is not None
    assert miss.axis == axis
    assert miss.requested == 0.0
    assert miss.measured == measured[axis]
    assert (miss.unit, miss.bound) == (rulers()[axis].unit, rulers()[axis].bound)


def test_a_second_error_beside_the_claimed_one_is_a_miss(
    show: Show, plate: np.ndarray, region_of: MakeRegion
) -> None:
    truth, shown = show(), show(angle=3.0, dx=0.3)
    measured = measure(truth.pixels, shown.pixels, plate, region_of(truth, shown))
    miss = check(measured, "rotation", 3.0)
    assert miss is not None
    assert miss.axis == "position"


def test_a_reading_that_is_no_number_is_a_miss() -> None:
    measured = dict.fromkeys(rulers(), 0.0) | {"scale": float("nan")}
    miss = check(measured, "position", 0.0)
    assert miss is not None
    assert miss.axis == "scale"


def test_light_text_on_a_dark_ground_is_read(show: Show, region_of: MakeRegion) -> None:
    dark, light = (20, 30, 28), (240, 250, 235)
    look = {"colour": light, "ground": dark}
    truth, shown = show(**look), show(dx=0.4, **look)
    ground = np.broadcast_to(np.array(dark, np.uint8), truth.pixels.shape)
    region = region_of(truth, shown, light)
    measured = measure(truth.pixels, shown.pixels, ground, region)
    assert check(measured, "position", 0.4) is None, measured


def test_what_is_outside_the_boxes_does_not_matter(
    show: Show, plate: np.ndarray, region_of: MakeRegion
) -> None:
    truth, shown = show(), show(dx=2.0)
    region = region_of(truth, shown)
    plain = measure(truth.pixels, shown.pixels, plate, region)
    strewn = shown.pixels.copy()
    strewn[:20], strewn[:, :9] = (255, 0, 0), (0, 0, 0)
    assert measure(truth.pixels, strewn, plate, region) == plain


def test_a_plate_of_two_colours_is_refused(
    show: Show, plate: np.ndarray, region_of: MakeRegion
) -> None:
    truth = show()
    striped = plate.copy()
    striped[110:] = (250, 245, 231)
    with pytest.raises(VerificationError, match="plate under the run is not of one"):
        measure(truth.pixels, truth.pixels, striped, region_of(truth, truth))


def test_a_run_that_is_not_shown_is_refused(
    show: Show, plate: np.ndarray, region_of: MakeRegion
) -> None:
    truth = show()
    with pytest.raises(VerificationError, match="the run shows no ink"):
        measure(truth.pixels, plate, plate, region_of(truth, truth))


def test_a_box_off_the_page_is_refused(
    show: Show, plate: np.ndarray, region_of: MakeRegion
) -> None:
    truth = show()
    region = Region(
        truth_quad=truth.quad, shown_quad=truth.quad + 900, colour=(30, 90, 200)
    )
    with pytest.raises(VerificationError, match="the box of the run is off the page"):
        measure(truth.pixels, truth.pixels, plate, region)
