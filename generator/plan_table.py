"""Plans as tables for people."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from .page.layout import DIFFICULTIES, layout
from .plan import Plan
from .stimulus import CONTROLS, Stimulus


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A table of strings."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def _counts(stimuli: Iterable[Stimulus]) -> tuple[str, ...]:
    found = Counter(layout(one.layout).difficulty for one in stimuli)
    return tuple(str(found[level]) for level in DIFFICULTIES)


def _cells(plan: Plan) -> TextTable:
    cells: dict[tuple[str, str, int], list[Stimulus]] = {}
    for one in plan.stimuli:
        if one.dimension and one.role and one.tier:
            cells.setdefault((one.dimension, one.role, one.tier), []).append(one)
    rows = []
    for (dimension, role, tier), stimuli in cells.items():
        sizes = [one.magnitude for one in stimuli if one.magnitude is not None]
        span = f"{min(sizes):.3g}-{max(sizes):.3g} {stimuli[0].unit}"
        ways = Counter(str(one.direction) for one in stimuli)
        directions = ", ".join(f"{name} {n}" for name, n in sorted(ways.items()))
        count = str(len(stimuli))
        row = (dimension, role, str(tier), span, count, *_counts(stimuli), directions)
        rows.append(row)
    return TextTable(
        title="Degraded stimuli",
        columns=(
            "dimension",
            "role",
            "tier",
            "magnitudes",
            "n",
            *DIFFICULTIES,
            "directions",
        ),
        rows=tuple(rows),
    )


def _controls(plan: Plan) -> TextTable:
    rows = []
    for kind in CONTROLS:
        stimuli = [one for one in plan.stimuli if one.kind == kind]
        rows.append((kind, str(len(stimuli)), *_counts(stimuli)))
    return TextTable(
        title="Controls", columns=("control", "n", *DIFFICULTIES), rows=tuple(rows)
    )


def _rejections(plan: Plan) -> TextTable:
    attempts: Counter[tuple[str, str]] = Counter()
    for refusal in plan.refusals:
        cell, _, _ = refusal.series_id.rpartition("-r")
        for reason, times in refusal.reasons:
            attempts[cell, reason] += times
    rows = tuple(
        (cell, reason, str(times)) for (cell, reason), times in sorted(attempts.items())
    )
    return TextTable(
        title="Rejected series: draws by reason",
        columns=("cell and layout", "reason", "draws"),
        rows=rows,
    )


def plan_tables(plan: Plan) -> tuple[TextTable, ...]:
    """Return the cells, controls and rejections of a plan."""
    tables = (_cells(plan), _controls(plan), _rejections(plan))
    return tuple(table for table in tables if table.rows)
