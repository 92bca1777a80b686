"""Plans: reproducible, stable when a corpus grows, balanced, complete."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eyechart.generator import dimensions as registry
from eyechart.generator.dimensions import dimension, dimensions
from eyechart.generator.errors import SpecError
from eyechart.generator.page.layout import layout
from eyechart.generator.plan import Plan, make_plan
from eyechart.generator.plan_table import plan_tables
from eyechart.generator.spec import Spec
from eyechart.generator.stimulus import Stimulus

MakePlan = Callable[..., Plan]
MakeSpec = Callable[..., Spec]

TWO = '"event_poster", "quote_card"'
TOP = f"seed = 4\nper_cell = 2\nlayouts = [{TWO}]\n"
CROSSED = {
    "top": f'design = "crossed"\n{TOP}',
    "position": 'tiers = [1, 2, 3]\nroles = ["incidental"]',
    "colour": 'tiers = [2]\nroles = ["bystander"]',
}


def shown(one: Stimulus) -> tuple[object, ...]:
    scenes = (one.source, one.ground_truth, one.result)
    edit = one.edit and (one.edit.property, one.edit.value, one.edit.instruction)
    return (*(scene.digest() for scene in scenes), edit, one.magnitude, one.direction)


def by_id(plan: Plan) -> dict[str, Stimulus]:
    found = {one.stimulus_id: one for one in plan.stimuli}
    assert len(found) == len(plan.stimuli)
    return found


def test_a_spec_has_one_plan(plan_of: MakePlan, make_spec: MakeSpec) -> None:
    assert make_plan(make_spec()) == plan_of()


def test_every_cell_is_filled(plan_of: MakePlan) -> None:
    plan = plan_of()
    cells = Counter(
        (one.dimension, one.role, one.tier)
        for one in plan.stimuli
        if one.kind == "degraded"
    )
    roles = ("instructed", "incidental", "bystander")
    expected = {("colour", role, 3): 2 for role in roles}
    for tier in (2, 4):
        expected |= {("position", role, tier): 2 for role in roles[1:]}
    assert cells == expected


def test_controls_are_counted_and_spread_over_edits(plan_of: MakePlan) -> None:
    plan = plan_of()
    controls = [one for one in plan.stimuli if one.kind != "degraded"]
    assert Counter(one.kind for one in controls) == {
        "flawless": 5,
        "unedited": 4,
        "identity": 3,
        "sham": 2,
    }
    edits = Counter(
        (one.kind, one.edit.property) for one in controls if one.edit is not None
    )
    assert edits["flawless", "colour"] == 2
    assert set(edits.values()) == {1, 2}
    assert len(edits) == 10


def test_controls_show_what_their_kind_says(plan_of: MakePlan) -> None:
    for one in plan_of().stimuli:
        if one.kind in ("flawless", "sham"):
            assert one.result == one.ground_truth != one.source
        elif one.kind == "unedited":
            assert one.result == one.source != one.ground_truth
        elif one.kind == "identity":
            assert one.result == one.ground_truth == one.source
            assert one.edit is None
        else:
            assert one.result not in (one.source, one.ground_truth)
            continue
        assert (one.dimension, one.role, one.tier, one.magnitude) == (None,) * 4


def test_errors_are_where_their_role_says(plan_of: MakePlan) -> None:
    for one in plan_of().stimuli:
        if one.kind != "degraded":
            continue
        assert one.edit is not None
        assert one.wrong is not None
        assert (one.edit.property == one.dimension) == (one.role == "instructed")
        same = one.edit.run.name == one.wrong.name
        assert same == (one.role != "bystander")
        truth, result = one.ground_truth.runs, one.result.runs
        differing = [a.name for a, b in zip(truth, result, strict=True) if a != b]
        assert differing == [one.wrong.name]
        assert one.correct == one.ground_truth.run(one.wrong.name)
        assert one.dimension is not None
        low, high = dimension(one.dimension).windows[(one.tier or 0) - 1]
        assert low <= (one.magnitude or 0) <= high


def test_layouts_take_turns(plan_of: MakePlan) -> None:
    refused = {one.series_id.rpartition("-")[0] for one in plan_of().refusals}
    cells: dict[str, Counter[str]] = {}
    for one in plan_of().stimuli:
        cell = one.series_id.removesuffix(one.series_id[-4:]).removesuffix(one.layout)
        cells.setdefault(cell, Counter())[one.layout] += 1
    for cell, counts in cells.items():
        if not any(f"{cell}{name}" in refused for name in counts):
            assert max(counts.values()) - min([*counts.values(), 9]) <= 1
    total = Counter(one.layout for one in plan_of().stimuli)
    assert set(total) == {"event_poster", "quote_card"}


GROWN: list[dict[str, str]] = [
    {"scale": 'tiers = [2]\nroles = ["incidental"]'},
    {"colour": "tiers = [1, 3]"},
    {"top": TOP.replace("per_cell = 2", "per_cell = 3")},
    {"top": TOP.replace(TWO, f'"cafe_menu", {TWO}')},
    {"position": 'tiers = [2, 4]\nroles = ["instructed", "incidental", "bystander"]'},
    {"controls": "flawless = 9\nunedited = 8\nidentity = 5\nsham = 3"},
]


@pytest.mark.parametrize("changes", GROWN, ids=lambda one: next(iter(one)))
def test_growth_moves_no_stimulus(plan_of: MakePlan, changes: dict[str, str]) -> None:
    before, after = by_id(plan_of()), by_id(plan_of(**changes))
    both = before.keys() & after.keys()
    # One more layout takes turns with the others, so some series are not needed.
    assert (
        len(both) >= 8
        if "cafe_menu" in changes.get("top", "")
        else both == before.keys()
    )
    assert after.keys() != before.keys()
    for name in both:
        assert shown(before[name]) == shown(after[name]), name


def test_another_seed_moves_every_series(plan_of: MakePlan) -> None:
    before = by_id(plan_of())
    after = by_id(plan_of(top=TOP.replace("seed = 4", "seed = 5")))
    degraded = [
        name for name in before.keys() & after.keys() if before[name].kind == "degraded"
    ]
    assert len(degraded) > 5
    assert all(shown(before[name]) != shown(after[name]) for name in degraded)


DIMENSION_FILE = """\
import dataclasses

from .scale import DIMENSION as _SCALE

DIMENSION = dataclasses.replace(_SCALE, name="another")
"""


@pytest.fixture
def another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put one more file into the registry's folder, as far as Python can tell."""
    (tmp_path / "another.py").write_text(DIMENSION_FILE, encoding="utf-8")
    monkeypatch.setattr(registry, "__path__", [*registry.__path__, str(tmp_path)])
    dimensions.cache_clear()
    yield
    sys.modules.pop(f"{registry.__name__}.another", None)
    vars(registry).pop("another", None)
    dimensions.cache_clear()


@pytest.mark.usefixtures("another")
def test_one_more_dimension_file_is_found_and_moves_nothing(
    plan_of: MakePlan, make_spec: MakeSpec
) -> None:
    assert "another" in dimensions()
    assert make_plan(make_spec()) == plan_of()


@pytest.mark.usefixtures("another")
def test_a_file_that_names_another_dimension_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "another.py"
    file.write_text(DIMENSION_FILE.replace("another", "other"), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        dimensions()
    assert str(caught.value) == (
        "dimensions/another.py: names its dimension 'other'; allowed: 'another'"
    )


def crossed_series(plan: Plan) -> dict[str, list[Stimulus]]:
    found: dict[str, list[Stimulus]] = {}
    for one in plan.stimuli:
        if one.kind == "degraded":
            found.setdefault(one.series_id, []).append(one)
    return found


def test_crossed_tiers_are_one_disturbance_at_growing_size(plan_of: MakePlan) -> None:
    series = crossed_series(plan_of(**CROSSED))
    assert Counter(len(ones) for ones in series.values()) == {3: 2, 1: 2}
    for ones in series.values():
        assert len({(one.direction, one.source, one.edit) for one in ones}) == 1
        sizes = [one.magnitude or 0.0 for one in ones]
        assert sizes == sorted(sizes)
        if len(ones) == 3:
            windows = dimension("position").windows[:3]
            shares = [
                np.log(size / low) / np.log(high / low)
                for size, (low, high) in zip(sizes, windows, strict=True)
            ]
            assert shares == pytest.approx([shares[0]] * 3)
            moves = [moved(one) for one in ones]
            turns = [move / np.linalg.norm(move) for move in moves]
            assert turns[1] == pytest.approx(turns[0])
            assert turns[2] == pytest.approx(turns[0])


def moved(one: Stimulus) -> np.ndarray:
    assert one.wrong is not None
    assert one.correct is not None
    before, after = one.correct.pose, one.wrong.pose
    return np.array([after.dx - before.dx, after.dy - before.dy])


def test_another_crossed_tier_moves_no_stimulus(plan_of: MakePlan) -> None:
    before = by_id(plan_of(**CROSSED))
    more = CROSSED | {"position": 'tiers = [1, 2, 3, 5]\nroles = ["incidental"]'}
    after = by_id(plan_of(**more))
    assert before.keys() < after.keys()
    assert all(shown(before[name]) == shown(after[name]) for name in before)


def test_a_cell_that_cannot_be_filled_is_told(make_spec: MakeSpec) -> None:
    # No page is wide enough for moves of 2000 px.
    windows = "[[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [2000, 3000]]"
    spec = make_spec(
        top='seed = 4\nper_cell = 1\nlayouts = ["quote_card"]\n',
        position=f'tiers = [6]\nroles = ["bystander"]\nwindows = {windows}',
        colour="tiers = [3]\nroles = ['bystander']",
        controls="",
    )
    with pytest.raises(SpecError) as caught:
        make_plan(spec)
    assert str(caught.value) == (
        "spec small: only 0 of 1 stimuli of position-bystander-t6 fit the layouts "
        "quote_card; in the way: the run leaves the page (100 % of draws)"
    )


def test_progress_names_each_cell(make_spec: MakeSpec) -> None:
    told: list[str] = []
    spec = make_spec(
        position='tiers = [2]\nroles = ["bystander"]',
        colour='tiers = [3]\nroles = ["bystander"]',
        controls="identity = 1",
    )
    make_plan(spec, told.append)
    assert told[:2] == ["colour-bystander-t3", "position-bystander-t2"]
    assert told[-1] == "identity"


def test_any_number_of_workers_makes_one_plan(
    plan_of: MakePlan, make_spec: MakeSpec
) -> None:
    assert make_plan(make_spec(), workers=2) == plan_of()


def test_tables_count_what_is_planned(plan_of: MakePlan) -> None:
    plan = plan_of()
    tables = {table.title: table for table in plan_tables(plan)}
    cells = tables["Degraded stimuli"]
    assert len(cells.rows) == 7
    assert all(len(row) == len(cells.columns) for row in cells.rows)
    assert sum(int(row[4]) for row in cells.rows) == 14
    assert {tuple(row[:2]) for row in tables["Controls"].rows} == {
        ("flawless", "colour"),
        ("flawless", "position"),
        ("flawless", "rotation"),
        ("flawless", "scale"),
        ("unedited", "colour"),
        ("unedited", "position"),
        ("unedited", "rotation"),
        ("unedited", "scale"),
        ("identity", "none"),
        ("sham", "colour"),
        ("sham", "position"),
    }
    assert sum(int(row[2]) for row in tables["Controls"].rows) == 14
    rejected: Any = tables["Rejected draws by reason"].rows
    for column, several in ((2, plan.redraws), (3, plan.refusals)):
        draws = sum(times for one in several for _, times in one.reasons)
        assert sum(int(row[column]) for row in rejected) == draws
    assert all(row[0] in plan.left for row in rejected)


def test_layouts_of_a_plan_are_those_asked_for(plan_of: MakePlan) -> None:
    for one in plan_of().stimuli:
        assert one.source == layout(one.layout).scenes[one.content]
        assert one.layout in one.series_id
