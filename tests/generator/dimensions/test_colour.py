"""Deviant colours: as far as told, the way told, or refused."""

from collections.abc import Callable

import numpy as np
import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.page.colour import difference, from_lch, parse_hex, to_lch
from eyechart.generator.page.scene import Run

MakeRun = Callable[..., Run]

COLOURS = ["#1F6FEB", "#B42318", "#4B5563", "#FDE68A", "#1E3A34", "#777777"]
AXES = {
    "lighter": (0, 1),
    "darker": (0, -1),
    "more-chroma": (1, 1),
    "less-chroma": (1, -1),
    "hue-up": (2, 1),
    "hue-down": (2, -1),
}


def deviate(run: Run, magnitude: float, direction: str) -> tuple[Run, float]:
    return dimension("colour").disturb(run, magnitude, direction)


@pytest.mark.parametrize("text", COLOURS)
@pytest.mark.parametrize("direction", AXES)
def test_recorded_differences_are_those_of_the_colours_shown(
    make_run: MakeRun, text: str, direction: str
) -> None:
    run = make_run(colour=parse_hex(text, ""))
    for wanted in (0.5, 0.9, 1.7, 3.3, 7.0, 14.0, 30.0):
        try:
            wrong, magnitude = deviate(run, wanted, direction)
        except NotPossibleError:
            continue
        assert magnitude == difference(run.colour, wrong.colour)
        assert magnitude == pytest.approx(wanted, abs=0.2)
        if wanted < 3:
            continue
        axis, sign = AXES[direction]
        before, after = to_lch(run.colour), to_lch(wrong.colour)
        step = after[axis] - before[axis]
        if axis == 2:
            step = (step + 180) % 360 - 180
        assert step * sign > 0
        assert after[0] == pytest.approx(before[0], abs=1.0) or axis == 0


@pytest.mark.parametrize("text", COLOURS)
@pytest.mark.parametrize("direction", ["lighter", "darker", "more-chroma"])
def test_all_of_the_gamut_is_used(make_run: MakeRun, text: str, direction: str) -> None:
    colour = parse_hex(text, "")
    start, (axis, sign) = to_lch(colour), AXES[direction]
    if axis == 1 and start[1] < 8:
        return
    reach = 0.0
    for way in np.arange(0.5, 120, 0.5):
        lch = list(start)
        lch[axis] += sign * way
        shown = from_lch(*lch) if 0 <= lch[0] <= 100 else None
        if shown is None:
            break
        reach = max(reach, difference(colour, shown))
    if reach > 1:
        _, magnitude = deviate(make_run(colour=colour), 0.97 * reach, direction)
        assert magnitude == pytest.approx(0.97 * reach, abs=0.2)
    with pytest.raises(NotPossibleError, match="the colour leaves the sRGB gamut"):
        deviate(make_run(colour=colour), reach + 2.0, direction)


@pytest.mark.parametrize(
    ("text", "up", "down"),
    [("#1a1a1a", 86.4, 5.5), ("#777777", 36.5, 36.5)],
)
def test_the_room_of_greys(
    make_run: MakeRun, text: str, up: float, down: float
) -> None:
    run = make_run(colour=parse_hex(text, ""))
    for direction, room in (("lighter", up), ("darker", down)):
        _, magnitude = deviate(run, room - 0.4, direction)
        assert magnitude == pytest.approx(room - 0.4, abs=0.2)
        with pytest.raises(NotPossibleError):
            deviate(run, room + 0.6, direction)


@pytest.mark.parametrize("text", ["#FFFF00", "#0000FF", "#FF0000"])
@pytest.mark.parametrize("direction", ["lighter", "darker", "more-chroma"])
def test_corners_of_the_gamut_have_no_room(
    make_run: MakeRun, text: str, direction: str
) -> None:
    with pytest.raises(NotPossibleError, match="leaves the sRGB gamut"):
        deviate(make_run(colour=parse_hex(text, "")), 3.0, direction)


@pytest.mark.parametrize("direction", ["more-chroma", "less-chroma", "hue-up"])
def test_greys_have_no_hue(make_run: MakeRun, direction: str) -> None:
    with pytest.raises(NotPossibleError, match="a grey has no chroma or hue"):
        deviate(make_run(colour=(119, 119, 119)), 2.0, direction)
