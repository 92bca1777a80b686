"""Plans as tables for people."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .page.layout import DIFFICULTIES, layout
from .plan import Plan
from .planning.imbalance import BY_CHANCE, counted, imbalances
from .stimulus import CONTROLS, Stimulus


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A table of strings."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def _difficulty(one: Stimulus) -> str:
    return layout(one.layout).difficulty


def _property(one: Stimulus) -> str:
    return one.edit.property if one.edit is not None else "none"


def _counts(stimuli: Iterable[Stimulus]) -> tuple[str, ...]:
    found = Counter(map(_difficulty, stimuli))
    return tuple(str(found[level]) for level in DIFFICULTIES)


def _listed(values: Iterable[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in sorted(Counter(values).items()))


def _by_cell(plan: Plan) -> dict[tuple[str, str, int], list[Stimulus]]:
    cells: dict[tuple[str, str, int], list[Stimulus]] = {}
    for one in plan.stimuli:
        if one.dimension and one.role and one.tier:
            cells.setdefault((one.dimension, one.role, one.tier), []).append(one)
    return cells


def _cell(stimuli: list[Stimulus]) -> tuple[str, ...]:
    sizes = [one.magnitude for one in stimuli if one.magnitude is not None]
    return (
        f"{min(sizes):.3g}-{max(sizes):.3g} {stimuli[0].unit}",
        str(len(stimuli)),
        *_counts(stimuli),
        str(len({one.layout for one in stimuli})),
        _listed(str(one.direction) for one in stimuli),
        _listed(map(_property, stimuli)),
    )


def _cells(plan: Plan) -> TextTable:
    rows = [
        (name, role, str(tier), *_cell(stimuli))
        for (name, role, tier), stimuli in _by_cell(plan).items()
    ]
    columns = ("dimension", "role", "tier", "magnitudes", "n", *DIFFICULTIES)
    return TextTable(
        title="Degraded stimuli",
        columns=(*columns, "layouts", "directions", "edits"),
        rows=tuple(rows),
    )


def _controls(plan: Plan) -> TextTable:
    rows = []
    for kind in CONTROLS:
        stimuli = [one for one in plan.stimuli if one.kind == kind]
        for named in sorted({_property(one) for one in stimuli}):
            edited = [one for one in stimuli if _property(one) == named]
            layouts = str(len({one.layout for one in edited}))
            rows.append((kind, named, str(len(edited)), *_counts(edited), layouts))
    return TextTable(
        title="Controls",
        columns=("control", "edit", "n", *DIFFICULTIES, "layouts"),
        rows=tuple(rows),
    )


def _draws(plan: Plan) -> Iterator[tuple[str, str, int, bool]]:
    """Yield cell, reason, draws and whether its series was given up."""
    for given_up, several in ((True, plan.refusals), (False, plan.redraws)):
        for one in several:
            for reason, times in one.reasons:
                yield one.cell, reason, times, given_up


def _rejections(plan: Plan) -> TextTable:
    lost: Counter[tuple[str, str]] = Counter()
    again: Counter[tuple[str, str]] = Counter()
    for cell, reason, times, given_up in _draws(plan):
        (lost if given_up else again)[cell, reason] += times
    rows = tuple(
        (cell, reason, str(again[cell, reason]), str(lost[cell, reason]))
        for cell, reason in sorted(lost.keys() | again.keys())
    )
    return TextTable(
        title="Rejected draws by reason",
        columns=("cell", "reason", "drawn again", "given up"),
        rows=rows,
    )


_Feature = Callable[[Stimulus], str]
_FEATURES: tuple[tuple[str, _Feature, int], ...] = (
    ("difficulty", _difficulty, 0),
    ("direction", lambda one: str(one.direction), BY_CHANCE),
    ("edit", _property, BY_CHANCE),
)


def plan_imbalances(plan: Plan) -> tuple[str, ...]:
    """Return a sentence for whatever differs between tiers besides the magnitude.

    Difficulties of pages, directions of errors and properties of edits are looked
    at; told is what differs by more than 20 points between two tiers of one
    dimension and role, directions and edits by more than 2 stimuli as well.
    """
    series: dict[tuple[str, str], list[tuple[int, Stimulus]]] = {}
    for (name, role, tier), stimuli in _by_cell(plan).items():
        series.setdefault((name, role), []).extend((tier, one) for one in stimuli)
    return tuple(
        f"{name}, {role}: {sentence}"
        for (name, role), pairs in series.items()
        for what, feature, by_chance in _FEATURES
        for sentence in imbalances(
            what, counted((tier, feature(one)) for tier, one in pairs), by_chance
        )
    )


def plan_tables(plan: Plan) -> tuple[TextTable, ...]:
    """Return the cells, controls and rejections of a plan."""
    tables = (_cells(plan), _controls(plan), _rejections(plan))
    return tuple(table for table in tables if table.rows)
