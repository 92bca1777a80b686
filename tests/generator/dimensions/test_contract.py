"""What every dimension owes: words, windows, roles, draws, identity."""

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from eyechart.generator.dimensions import dimension, dimensions
from eyechart.generator.dimensions.dimension import NotPossibleError, magnitude_at
from eyechart.generator.errors import UnknownNameError
from eyechart.generator.page.layout import layout
from eyechart.generator.page.scene import Run
from eyechart.generator.page.setting import centroid
from eyechart.generator.planning.series import Series, draw_series
from eyechart.generator.stimulus import ROLES, TIERS, Edit
from eyechart.generator.streams import Stream

MakeRun = Callable[..., Run]
GetCase = Callable[[str], Any]

WHITE = (255, 255, 255)
RUNS = ("sans", "serif", "small", "large", "lines", "turned", "faint")
INSTRUCTED = [n for n, entry in dimensions().items() if "instructed" in entry.roles]
GRAIN = {"colour": 0.25, "weight": 0.5}
EDITED = {"slant": "sans"}
"""Runs for edits that blocks of lines are not asked for."""

SETTLED = {"opacity"}
"""What takes magnitudes that levels can show, which may lie off the draw."""
"""By how much 8-bit levels and whole weights miss the magnitude asked for."""

every = pytest.mark.parametrize("name", dimensions())
instructed = pytest.mark.parametrize("name", INSTRUCTED)


def edits(name: str, run: Run, count: int = 120) -> Iterator[Edit]:
    draw = dimension(name).edit
    assert draw is not None
    for number in range(count):
        try:
            yield draw(run, WHITE, Stream(0, name, str(number)))
        except NotPossibleError:
            continue


@every
def test_every_role_is_played_or_refused_with_a_reason(name: str) -> None:
    entry = dimension(name)
    assert entry.roles
    assert sorted((*entry.roles, *entry.refused)) == sorted(ROLES)
    assert (entry.edit is None) == ("instructed" in entry.refused)
    assert all(len(reason) > 20 for reason in entry.refused.values())


@every
def test_an_entry_says_what_it_is(name: str) -> None:
    entry = dimension(name)
    assert entry.name == name
    assert len(set(entry.directions)) == len(entry.directions) >= 1
    assert set(entry.probes) <= set(entry.directions)
    assert entry.step > 0
    for text in (entry.summary, entry.rationale, entry.anchor_source):
        assert text.endswith(".")
        assert len(text) > 40


@every
def test_windows_rise_and_never_overlap(name: str) -> None:
    entry = dimension(name)
    assert len(entry.windows) == len(TIERS)
    ends = list(itertools.chain(*entry.windows))
    assert ends == sorted(ends)
    assert all(0 < low < high for low, high in entry.windows)
    assert entry.limits[0] <= ends[0]
    assert ends[-1] <= entry.limits[1]
    assert entry.visible_anchor == entry.windows[3][0]


@every
def test_a_ruler_would_tell_that_the_smallest_error_is_missing(name: str) -> None:
    entry = dimension(name)
    least = entry.windows[0][0]
    assert entry.ruler.allowed(least) < least


@every
@pytest.mark.parametrize("which", RUNS)
def test_no_error_is_the_truth_in_every_byte(
    name: str, which: str, case: GetCase
) -> None:
    shown = case(which)
    for direction in dimension(name).directions:
        same, magnitude = dimension(name).disturb(shown.run, 0.0, direction)
        assert (same, magnitude) == (shown.run, 0.0)
    view = shown.view(same)
    assert np.array_equal(view.shown, view.truth)
    assert not np.array_equal(view.truth, view.plate)


@instructed
def test_no_error_after_an_edit_is_the_edit(name: str, case: GetCase) -> None:
    for edit in itertools.islice(edits(name, case(EDITED.get(name, "lines")).run), 4):
        for direction in dimension(name).directions:
            assert dimension(name).disturb(edit.run, 0.0, direction) == (edit.run, 0.0)


@every
def test_the_error_has_the_magnitude_that_it_tells(name: str, case: GetCase) -> None:
    entry, run = dimension(name), case("lines").run
    found = 0
    for direction, window in itertools.product(entry.directions, entry.windows):
        wanted = magnitude_at(window, 0.4)
        try:
            wrong, magnitude = entry.disturb(run, wanted, direction)
        except NotPossibleError:
            continue
        found += 1
        assert (wrong.name, wrong.text) == (run.name, run.text)
        if entry.probes:
            assert abs(magnitude - wanted) <= GRAIN.get(name, 0.0)
        elif not window[0] <= magnitude <= window[1]:
            continue
        assert wrong != run
    assert found >= len(TIERS)


@every
def test_the_magnitude_drawn_never_falls_as_more_is_asked_for(
    name: str, case: GetCase
) -> None:
    entry = dimension(name)
    for direction in entry.directions:
        drawn = []
        for window, share in itertools.product(entry.windows, (0.0, 0.3, 0.7)):
            wanted = magnitude_at(window, share)
            try:
                drawn.append(entry.disturb(case("sans").run, wanted, direction)[1])
            except NotPossibleError:
                continue
        assert drawn == sorted(drawn)


@every
def test_each_direction_is_another_error(name: str, case: GetCase) -> None:
    entry = dimension(name)
    run = dataclasses.replace(case("lines").run, colour=(110, 140, 165))
    wanted = magnitude_at(entry.windows[2], 0.1)
    found = {entry.disturb(run, wanted, way)[0] for way in entry.directions}
    assert len(found) == len(entry.directions)


@instructed
def test_instructions_name_the_target_and_the_value(name: str, case: GetCase) -> None:
    run = case("lines").run
    for edit in edits(name, run, 60):
        assert edit.property == name
        assert edit.run != run
        assert (edit.run.name, edit.run.text) == (run.name, run.text)
        assert f"“{run.text.replace(chr(10), ' ')}”" in edit.instruction
        assert "\n" not in edit.instruction
        assert edit.instruction.endswith(".")
        numbers = re.findall(r"#[0-9A-F]{6}|\d+(?:\.\d+)?", edit.value)
        if not numbers:
            assert edit.value in edit.instruction
        for number in set(numbers) - {"0"}:
            told = edit.instruction
            # To keep 60 % of the opacity is to be 40 % transparent.
            clear = name == "opacity" and f"{100 - int(number)} % transp" in told
            assert number in told or clear, edit


@instructed
def test_several_wordings_and_values_are_drawn(name: str, case: GetCase) -> None:
    found = list(edits(name, case(EDITED.get(name, "lines")).run))
    assert len({edit.instruction.split("“")[0] for edit in found}) >= 3
    assert len({edit.value for edit in found}) >= 6


@instructed
def test_edits_change_one_property(name: str, case: GetCase) -> None:
    run = case("lines").run
    for edit in edits(name, run, 30):
        changed = {
            field.name
            for field in dataclasses.fields(run)
            if getattr(edit.run, field.name) != getattr(run, field.name)
        }
        changed.discard("pose")
        if name == "family":
            # Sizes hold the height of capitals, and leading that of lines.
            assert edit.run.leading * edit.run.size == pytest.approx(
                run.leading * run.size
            )
            changed -= {"size", "leading"}
        assert len(changed) <= 1
        if name != "position":
            assert centroid(edit.run) == pytest.approx(centroid(run), abs=0.03)


@every
@pytest.mark.parametrize("role", ROLES)
def test_what_is_drawn_does_not_depend_on_the_tier(name: str, role: str) -> None:
    entry = dimension(name)
    if role not in entry.roles:
        assert role in entry.refused
        return
    tiers = list(zip(TIERS, entry.windows, strict=True))[:3]
    for place, number in itertools.product(("event_poster", "quote_card"), range(3)):
        args = (f"{name}-{role}-{number}", 3, layout(place), entry, role)
        drawn = draw_series(*args, tiers, ("colour", "position"))
        if isinstance(drawn, Series):
            break
    assert isinstance(drawn, Series), drawn
    assert [rung.tier for rung in drawn.rungs] == [1, 2, 3]
    sizes = [rung.magnitude for rung in drawn.rungs]
    assert sizes == sorted(sizes)
    if entry.probes and name not in GRAIN.keys() | SETTLED:
        shares = [
            np.log(rung.magnitude / low) / np.log(high / low)
            for rung, (_, (low, high)) in zip(drawn.rungs, tiers, strict=True)
        ]
        assert shares == pytest.approx([shares[0]] * 3, abs=1e-9)
    for tier in tiers:
        alone = draw_series(*args, [tier], ("colour", "position"))
        assert isinstance(alone, Series)
        if alone.redraws == drawn.redraws:
            assert (alone.edit, alone.direction) == (drawn.edit, drawn.direction)
            assert alone.rungs[0] == drawn.rungs[tier[0] - 1]


def test_an_unknown_dimension_is_told() -> None:
    with pytest.raises(UnknownNameError, match="unknown dimension 'color'; did you"):
        dimension("color")


def test_magnitudes_are_spread_evenly_over_the_logarithm() -> None:
    assert magnitude_at((2.0, 32.0), 0.25) == pytest.approx(4.0)
    assert magnitude_at((2.0, 32.0), 0.0) == pytest.approx(2.0)
    assert magnitude_at((2.0, 32.0), 1.0) == pytest.approx(32.0)
