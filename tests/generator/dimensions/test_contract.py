"""What every dimension owes: identity, draws, windows, words."""

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from eyechart.generator.dimensions import dimension, dimensions
from eyechart.generator.dimensions.dimension import NotPossibleError, magnitude_at
from eyechart.generator.errors import UnknownNameError
from eyechart.generator.page.draw import draw, redraw
from eyechart.generator.page.layout import layout
from eyechart.generator.page.scene import Run
from eyechart.generator.planning.series import Series, draw_series, editable_runs
from eyechart.generator.rulers import rulers
from eyechart.generator.stimulus import ROLES, TIERS, Edit
from eyechart.generator.streams import Stream

MakeRun = Callable[..., Run]

WHITE = (255, 255, 255)
every = pytest.mark.parametrize("name", dimensions())


def edits(name: str, run: Run, count: int = 150) -> Iterator[Edit]:
    for number in range(count):
        try:
            yield dimension(name).edit(run, WHITE, Stream(0, name, str(number)))
        except NotPossibleError:
            continue


@every
def test_no_error_is_the_identity(name: str, make_run: MakeRun) -> None:
    for direction in dimension(name).directions:
        for run in (make_run(), next(edits(name, make_run())).run):
            assert dimension(name).disturb(run, 0.0, direction) == (run, 0.0)


@every
def test_no_error_gives_the_pixels_of_the_truth(name: str) -> None:
    scene = layout("quote_card").scenes[0]
    run = editable_runs(layout("quote_card"), 0)[0]
    for direction in dimension(name).directions:
        same, _ = dimension(name).disturb(run, 0.0, direction)
        assert np.array_equal(redraw(scene, same), draw(scene))


@every
def test_windows_rise_and_never_overlap(name: str) -> None:
    windows = dimension(name).windows
    assert len(windows) == len(TIERS)
    ends = list(itertools.chain(*windows))
    assert ends == sorted(ends)
    assert all(0 < low < high for low, high in windows)
    assert dimension(name).visible_anchor == windows[3][0]


@every
def test_an_entry_says_what_it_is(name: str) -> None:
    entry = dimension(name)
    assert entry.name == name
    assert set(entry.roles) <= set(ROLES)
    assert entry.roles
    assert len(set(entry.directions)) == len(entry.directions) >= 1
    for text in (entry.summary, entry.rationale, entry.anchor_source):
        assert text.endswith(".")
        assert len(text) > 40
    assert rulers()[name].unit == entry.unit
    # Were the smallest error left out, its ruler would tell.
    assert rulers()[name].bound < entry.windows[0][0]


@every
def test_the_error_has_the_magnitude_that_it_tells(
    name: str, make_run: MakeRun
) -> None:
    entry = dimension(name)
    exact = set()
    for direction, window in itertools.product(entry.directions, entry.windows):
        wanted = magnitude_at(window, 0.4)
        try:
            wrong, magnitude = entry.disturb(make_run(), wanted, direction)
        except NotPossibleError:
            continue
        assert wrong != make_run()
        assert wrong.text == make_run().text
        assert magnitude == pytest.approx(wanted, abs=0.25)
        exact.add(magnitude == wanted)
    assert exact == {name != "colour"}


@every
def test_the_sign_is_told_by_the_direction_alone(name: str, make_run: MakeRun) -> None:
    entry, muted = dimension(name), make_run(colour=(110, 140, 165))
    found = {
        entry.disturb(muted, entry.windows[1][0], direction)[0]
        for direction in entry.directions
    }
    assert len(found) == len(entry.directions)


@every
def test_instructions_name_the_target_and_the_value(
    name: str, make_run: MakeRun
) -> None:
    for edit in edits(name, make_run("Two\nlines")):
        assert edit.property == name
        assert edit.run != make_run("Two\nlines")
        assert edit.run.name == "title"
        assert "“Two lines”" in edit.instruction
        assert "\n" not in edit.instruction
        assert edit.instruction.endswith(".")
        numbers = re.findall(r"#[0-9A-F]{6}|\d+(?:\.\d+)?", edit.value)
        assert numbers
        for number in set(numbers) - {"0"}:
            assert number in edit.instruction, edit


@every
def test_several_wordings_are_drawn(name: str, make_run: MakeRun) -> None:
    bare = {
        re.sub(r"#[0-9A-F]{6}|\d+", "N", edit.instruction)
        for edit in edits(name, make_run())
    }
    openings = {text.split("“")[0] for text in bare}
    assert len(openings) >= 3
    assert len({edit.value for edit in edits(name, make_run())}) >= 10


@every
def test_edits_change_one_property(name: str, make_run: MakeRun) -> None:
    run = make_run()
    for edit in edits(name, run, 40):
        changed = [
            field.name
            for field in dataclasses.fields(run)
            if getattr(edit.run, field.name) != getattr(run, field.name)
        ]
        assert len(changed) == 1


@every
@pytest.mark.parametrize("role", ROLES)
def test_tiers_share_what_is_drawn(name: str, role: str) -> None:
    entry = dimension(name)
    if role not in entry.roles:
        pytest.skip("not a role of this dimension")
    tiers = list(zip(TIERS, entry.windows, strict=True))[:4]
    for number in range(4):
        args = (f"{name}-{role}-{number}", 3, layout("quote_card"), entry, role)
        drawn = draw_series(*args, tiers, tuple(dimensions()))
        if isinstance(drawn, Series):
            break
    assert isinstance(drawn, Series)
    assert [rung.tier for rung in drawn.rungs] == [1, 2, 3, 4]
    sizes = [rung.magnitude for rung in drawn.rungs]
    assert sizes == sorted(sizes)
    shares = [
        np.log(rung.magnitude / low) / np.log(high / low)
        for rung, (_, (low, high)) in zip(drawn.rungs, tiers, strict=True)
    ]
    # Colours are on a lattice of whole levels.
    assert shares == pytest.approx(
        [shares[3]] * 4, abs=0.35 if name == "colour" else 1e-9
    )
    assert len({rung.run.name for rung in drawn.rungs}) == 1
    for tier in tiers:
        alone = draw_series(*args, [tier], tuple(dimensions()))
        assert isinstance(alone, Series)
        if alone.asked == drawn.asked:
            assert alone.direction == drawn.direction
            assert alone.rungs[0] == drawn.rungs[tier[0] - 1]


def test_an_unknown_dimension_is_told() -> None:
    with pytest.raises(UnknownNameError, match="unknown dimension 'color'; did you"):
        dimension("color")


def test_magnitudes_are_spread_evenly_over_the_logarithm() -> None:
    assert magnitude_at((2.0, 32.0), 0.25) == pytest.approx(4.0)
    assert magnitude_at((2.0, 32.0), 0.0) == pytest.approx(2.0)
    assert magnitude_at((2.0, 32.0), 1.0) == pytest.approx(32.0)
