"""Every error, drawn on real pages, is read back from the pixels, and no other."""

import functools
import itertools
from collections.abc import Iterator

import pytest

from eyechart.generator.dimensions import dimension, dimensions
from eyechart.generator.dimensions.dimension import NotPossibleError, magnitude_at
from eyechart.generator.page.colour import Rgb
from eyechart.generator.page.draw import draw, redraw
from eyechart.generator.page.layout import layout
from eyechart.generator.page.scene import Run, Scene
from eyechart.generator.page.setting import quad
from eyechart.generator.planning.clearance import check_clearance, ground_under
from eyechart.generator.planning.series import ask, editable_runs
from eyechart.generator.rulers import Region, check, measure, rulers
from eyechart.generator.stimulus import TIERS
from eyechart.generator.streams import Stream

LAYOUTS = ("quote_card", "event_poster", "timetable", "landing_page")
PAIRS = [(name, role) for name in dimensions() for role in dimension(name).roles]
Start = tuple[Scene, Run, Rgb]


@functools.cache
def started(name: str, role: str, number: int) -> Start | None:
    """Return a page after a correct edit, and the run to be disturbed."""
    page = layout(LAYOUTS[number % len(LAYOUTS)])
    stream = Stream(8, name, role, str(number))
    edits = [name] if role == "instructed" else [e for e in dimensions() if e != name]
    try:
        asked = ask(page, edits, stream)
        run = asked.edit.run
        if role == "bystander":
            others = editable_runs(page, asked.content)
            run = stream.choice([one for one in others if one.name != run.name])
        truth = asked.source.with_run(asked.edit.run)
        return truth, run, ground_under(truth, run)
    except NotPossibleError:
        return None


def shown(
    name: str, role: str, tier: int, direction: str
) -> Iterator[tuple[Scene, Run, Run, float]]:
    entry = dimension(name)
    window = entry.windows[tier - 1]
    for number in range(80):
        start = started(name, role, number)
        if start is None:
            continue
        truth, run, ground = start
        wanted = magnitude_at(window, Stream(8, name, str(number)).uniform())
        try:
            wrong, magnitude = entry.disturb(run, wanted, direction)
            check_clearance(truth, wrong, ground)
        except NotPossibleError:
            continue
        if window[0] <= magnitude <= window[1]:
            yield truth, run, wrong, magnitude


@pytest.mark.parametrize(("name", "role"), PAIRS)
def test_errors_are_read_back(name: str, role: str) -> None:
    missing = []
    for tier, direction in itertools.product(TIERS, dimension(name).directions):
        found = next(shown(name, role, tier, direction), None)
        if found is None:
            missing.append((tier, direction))
            continue
        truth, run, wrong, magnitude = found
        region = Region(truth_quad=quad(run), shown_quad=quad(wrong), colour=run.colour)
        plate = draw(truth.without_run(run.name))
        measured = measure(draw(truth), redraw(truth, wrong), plate, region)
        assert check(measured, name, magnitude) is None, (run.text, wrong, measured)
    # Some ways are too long for sRGB or for any page.
    assert all(tier >= 4 for tier, _ in missing), missing
    assert {tier for tier, _ in missing} <= {4, 5, 6}
    ways = {direction for tier, direction in missing if tier == 4}
    assert len(ways) < len(dimension(name).directions)


@pytest.mark.parametrize(("name", "role"), PAIRS)
def test_readings_rise_with_the_tier(name: str, role: str) -> None:
    for direction in dimension(name).directions:
        found = [next(shown(name, role, tier, direction), None) for tier in (1, 3, 5)]
        readings = []
        for truth, run, wrong, _ in (one for one in found if one is not None):
            region = Region(
                truth_quad=quad(run), shown_quad=quad(wrong), colour=run.colour
            )
            plate = draw(truth.without_run(run.name))
            pixels = draw(truth), redraw(truth, wrong)
            readings.append(measure(*pixels, plate, region)[name])
        assert readings == sorted(readings)
        if len(readings) > 1:
            return
    pytest.fail("no direction fits at two tiers")


@pytest.mark.parametrize(("name", "role"), PAIRS)
def test_no_error_reads_zero_on_every_axis(name: str, role: str) -> None:
    start = next(filter(None, (started(name, role, n) for n in range(80))))
    truth, run, _ = start
    region = Region(truth_quad=quad(run), shown_quad=quad(run), colour=run.colour)
    plate = draw(truth.without_run(run.name))
    measured = measure(draw(truth), redraw(truth, run), plate, region)
    assert measured == dict.fromkeys(rulers(), 0.0)
