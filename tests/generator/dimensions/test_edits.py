"""Stated values say what the correct edit does."""

import re
from collections.abc import Callable

import pytest

from eyechart.generator.dimensions import dimension
from eyechart.generator.dimensions.dimension import NotPossibleError
from eyechart.generator.page.colour import contrast, difference, to_hex
from eyechart.generator.page.scene import Pose, Run
from eyechart.generator.page.setting import centroid
from eyechart.generator.stimulus import Edit
from eyechart.generator.streams import Stream

MakeRun = Callable[..., Run]
WHITE = (255, 255, 255)


def drawn(name: str, run: Run, count: int = 120) -> list[Edit]:
    entry = dimension(name)
    return [entry.edit(run, WHITE, Stream(1, str(number))) for number in range(count)]


def test_colours_are_stated_exactly(make_run: MakeRun) -> None:
    for edit in drawn("colour", make_run()):
        assert edit.value == to_hex(edit.run.colour)
        if "RGB" in edit.instruction:
            assert "(RGB {}, {}, {})".format(*edit.run.colour) in edit.instruction
        assert contrast(edit.run.colour, WHITE) >= 4.5
        assert difference(edit.run.colour, make_run().colour) >= 15


def test_a_ground_on_which_no_colour_is_legible_is_refused(make_run: MakeRun) -> None:
    # No colour has a contrast of 4.5 to mid grey but those near black and white.
    light, dark = (make_run(colour=colour) for colour in (WHITE, (17, 24, 39)))
    grey = (119, 119, 119)
    assert contrast((17, 24, 39), grey) < 4.5 > contrast(WHITE, grey)
    for run in (light, dark):
        with pytest.raises(NotPossibleError, match="no colour of the palette"):
            dimension("colour").edit(run, grey, Stream(0, "x"))


def test_moves_are_stated_in_page_pixels(make_run: MakeRun) -> None:
    run = make_run(x=300.0, y=300.0)
    both = 0
    for edit in drawn("position", run):
        steps = dict(re.findall(r"([xy]) ([+-]\d+) px", edit.value))
        dx, dy = int(steps.get("x", 0)), int(steps.get("y", 0))
        assert edit.run.pose == Pose(dx=dx, dy=dy)
        x, y = centroid(run)
        assert centroid(edit.run) == pytest.approx((x + dx, y + dy))
        told = [f"{abs(dx)} px to the {'right' if dx > 0 else 'left'}"] if dx else []
        told += [f"{abs(dy)} px {'down' if dy > 0 else 'up'}"] if dy else []
        assert " and ".join(told) in edit.instruction
        assert edit.instruction.count("px") == len(told)
        both += len(told) == 2
    assert 15 < both < 70


def test_turns_are_stated_clockwise(make_run: MakeRun) -> None:
    senses = set()
    for edit in drawn("rotation", make_run()):
        angle = int(edit.value.removesuffix("°"))
        assert edit.run.pose == Pose(angle=angle)
        sense = "clockwise" if angle > 0 else "anticlockwise"
        assert f"{abs(angle)}° {sense} " in edit.instruction.replace(",", " ")
        senses.add(sense)
    assert senses == {"clockwise", "anticlockwise"}


def test_sizes_are_stated_as_ratios_and_in_pixels(make_run: MakeRun) -> None:
    run = make_run("HxH", size=38.5)
    ways = set()
    for edit in drawn("scale", run):
        shown = run.size * edit.run.pose.zoom
        if edit.value.endswith("%"):
            percent = int(edit.value.removesuffix(" %"))
            assert shown == pytest.approx(38.5 * (1 + percent / 100))
            sense = "larger" if percent > 0 else "smaller"
            assert f"{abs(percent)} % {sense}" in edit.instruction
        else:
            assert shown == pytest.approx(float(edit.value.removesuffix(" px")))
            assert "38.5 px" in edit.instruction
            assert edit.value in edit.instruction
        ways.add((edit.value[-1], edit.instruction[0]))
        assert "its centre" in edit.instruction
        assert centroid(edit.run) == centroid(run)
    assert ways == {("%", "M"), ("%", "S"), ("x", "C"), ("x", "S")}
