"""Planted faults: a second error beside the claimed one is a miss."""

from collections.abc import Callable
from typing import Any

import pytest

from eyechart.generator.dimensions import dimension, dimensions
from eyechart.generator.dimensions.dimension import NotPossibleError, magnitude_at
from eyechart.generator.errors import VerificationError
from eyechart.generator.measuring.measure import axes, check, measure
from eyechart.generator.page.scene import Run

GetCase = Callable[[str], Any]

FAULTS = {
    "blur": 0.4,
    "colour": 2.0,
    "jpeg": 12.0,
    "leading": 0.01,
    "letter-spacing": 0.01,
    "noise": 1.0,
    "opacity": 0.05,
    "position": 0.1,
    "rotation": 0.2,
    "scale": 1.0,
    "slant": 0.7,
    "stretch": 1.0,
    "weight": 30.0,
}
SMALLER = {"blur": 0.75, "letter-spacing": 0.25, "scale": 0.5, "stretch": 0.5}
"""Shares of faults that move edges by less than a pixel, so that they are read."""


def with_error(run: Run, name: str, magnitude: float) -> tuple[Run, float, str] | None:
    """Return a run with an error, in the first direction that there is room for."""
    for way in dimension(name).directions:
        try:
            return *dimension(name).disturb(run, magnitude, way), way
        except NotPossibleError:
            continue
    return None


@pytest.mark.parametrize("second", [n for n in dimensions() if n in FAULTS])
@pytest.mark.parametrize("first", dimensions())
def test_a_second_error_is_a_miss(first: str, second: str, case: GetCase) -> None:
    if first == second:
        return
    shown = case("lines")
    claimed = with_error(
        shown.run, first, magnitude_at(dimension(first).windows[1], 0.5)
    )
    assert claimed is not None
    run, magnitude, way = claimed
    spoilt = with_error(run, second, FAULTS[second])
    assert spoilt is not None
    try:
        measured = measure(shown.view(spoilt[0]), first, way)
    except VerificationError:
        return
    assert check(measured, first, magnitude) is not None, measured


@pytest.mark.parametrize("second", [n for n in dimensions() if n in FAULTS])
def test_an_error_beside_none_is_told_on_its_axis(second: str, case: GetCase) -> None:
    shown = case("lines" if second == "leading" else "sans")
    size = FAULTS[second] * SMALLER.get(second, 1.0)
    spoilt = with_error(shown.run, second, size)
    assert spoilt is not None
    first = "position" if second != "position" else "scale"
    measured = measure(shown.view(spoilt[0]), first, dimension(first).directions[0])
    miss = check(measured, first, 0.0)
    assert miss is not None
    entry = dimension(second)
    if entry.probes:
        assert measured[second] == pytest.approx(size, rel=0.25)
        assert measured[second] > entry.ruler.allowed(0.0)


def test_faults_are_planted_on_every_gradual_axis() -> None:
    assert {n for n, entry in dimensions().items() if entry.probes} <= set(FAULTS)


def test_a_reading_that_is_no_number_is_a_miss() -> None:
    measured = dict.fromkeys(axes(), 0.0) | {"scale": float("nan")}
    miss = check(measured, "position", 0.0)
    assert miss is not None
    assert miss.axis == "scale"
