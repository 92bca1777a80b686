"""Drawing one series: a content, an edit, and an error that fits the page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ..dimensions import dimensions
from ..dimensions.dimension import (
    Dimension,
    NotPossibleError,
    Window,
    magnitude_at,
)
from ..page.colour import Rgb
from ..page.layout import Layout
from ..page.scene import Run, Scene
from ..stimulus import Edit
from ..streams import Stream
from .clearance import check_clearance, ground_under

ATTEMPTS = 60
"""Draws before a series is given up."""

PATIENCE = 12
"""Draws that one direction and size get before others are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An edit on a page, checked to fit."""

    content: int
    source: Scene
    edit: Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """The error of a series at one tier."""

    tier: int
    magnitude: float
    run: Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A series that fits: its edit and its error at each tier asked for."""

    asked: Asked
    direction: str
    rungs: tuple[Rung, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A series that could not be drawn, with the reasons of its attempts."""

    series_id: str
    reasons: tuple[tuple[str, int], ...]


def editable_runs(layout: Layout, content: int) -> tuple[Run, ...]:
    """Return the runs of a scene that edits and errors may act on."""
    return tuple(r for r in layout.scenes[content].runs if r.name in layout.editable)


def _drawn_run(runs: Sequence[Run], what: str, stream: Stream) -> Run:
    if not runs:
        raise NotPossibleError(f"the page has no {what}")
    return stream.choice(runs)


def ask(layout: Layout, properties: Sequence[str], stream: Stream) -> Asked:
    """Draw a content, a target and an edit of one of `properties`.

    Raises
    ------
    NotPossibleError
        When the edited run would not fit its page.
    """
    content = stream.below(len(layout.scenes))
    source = layout.scenes[content]
    target = _drawn_run(editable_runs(layout, content), "editable run", stream)
    ground = ground_under(source, target)
    named = stream.choice(properties)
    edit = dimensions()[named].edit(target, ground, stream)
    check_clearance(source, edit.run, ground)
    return Asked(content=content, source=source, edit=edit)


def _disturbed(layout: Layout, asked: Asked, role: str, stream: Stream) -> Run:
    if role != "bystander":
        return asked.edit.run
    others = [
        run
        for run in editable_runs(layout, asked.content)
        if run.name != asked.edit.run.name
    ]
    return _drawn_run(others, "editable run beside the edited one", stream)


def _rung(
    dimension: Dimension,
    run: Run,
    truth: Scene,
    ground: Rgb,
    direction: str,
    tier: tuple[int, Window],
    share: float,
) -> Rung:
    number, window = tier
    wanted = magnitude_at(window, share)
    wrong, magnitude = dimension.disturb(run, wanted, direction)
    if not window[0] <= magnitude <= window[1]:
        raise NotPossibleError("rounding to 8 bits leaves the tier's window")
    check_clearance(truth, wrong, ground)
    return Rung(tier=number, magnitude=magnitude, run=wrong)


def _properties(dimension: str, role: str, edits: Sequence[str]) -> tuple[str, ...]:
    """Return what the edit of a series may change, by the series' role."""
    if role == "instructed":
        return (dimension,)
    return tuple(name for name in edits if name != dimension)


def draw_series(
    series_id: str,
    seed: int,
    layout: Layout,
    dimension: Dimension,
    role: str,
    tiers: Sequence[tuple[int, Window]],
    edits: Sequence[str],
) -> Series | Refusal:
    """Draw until every tier fits the page, at most `ATTEMPTS` times.

    A direction and a place in the tier's window are held for `PATIENCE` draws of
    contents, targets and edits before others are drawn, so that what fits easily
    is not favoured more than the pages force. All draws come from streams keyed by
    the series, so neither tiers nor other series move them.
    """
    properties = _properties(dimension.name, role, edits)
    reasons: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        erring = Stream(seed, series_id, f"error {attempt // PATIENCE}")
        direction, share = erring.choice(dimension.directions), erring.uniform()
        asking = Stream(seed, series_id, f"edit {attempt}")
        try:
            asked = ask(layout, properties, asking)
            run = _disturbed(layout, asked, role, asking)
            truth = asked.source.with_run(asked.edit.run)
            ground = ground_under(truth, run)
            rungs = tuple(
                _rung(dimension, run, truth, ground, direction, tier, share)
                for tier in tiers
            )
        except NotPossibleError as error:
            reasons[str(error)] += 1
            continue
        return Series(asked=asked, direction=direction, rungs=rungs)
    return Refusal(series_id=series_id, reasons=tuple(reasons.most_common()))


def draw_edit(series_id: str, seed: int, layout: Layout, named: str) -> Asked | Refusal:
    """Draw an edit of the property `named` that fits, for a control."""
    reasons: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        try:
            return ask(layout, (named,), Stream(seed, series_id, f"edit {attempt}"))
        except NotPossibleError as error:
            reasons[str(error)] += 1
    return Refusal(series_id=series_id, reasons=tuple(reasons.most_common()))
