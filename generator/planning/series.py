"""Drawing one series: a content, an edit, and an error that fits the page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..dimensions import dimensions
from ..dimensions.dimension import (
    Dimension,
    NotPossibleError,
    Window,
    magnitude_at,
)
from ..errors import GeometryError, TextError
from ..page.colour import Rgb
from ..page.layout import Layout
from ..page.scene import Run, Scene
from ..stimulus import Edit
from ..streams import Stream
from .clearance import check_room
from .room import Room, room

ATTEMPTS = 60
"""Draws before a series is given up."""

PATIENCE = 12
"""Draws that one direction, size and property get before others are tried."""

Reasons = tuple[tuple[str, int], ...]
"""What stood in the way of draws, and how often; the commonest first."""


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
    """What was drawn for a series, or for a control.

    Attributes
    ----------
    series_id : str
        Its name.
    content : int
        Which of the layout's contents.
    edit : Edit or None
        None for the identity control.
    direction : str or None
        Of the error; None for controls.
    rungs : tuple of Rung
        Its error at each tier asked for; none for controls.
    redraws : tuple of (reason, draws)
        Why draws before this one were refused.
    """

    series_id: str
    content: int
    edit: Edit | None = None
    direction: str | None = None
    rungs: tuple[Rung, ...] = ()
    redraws: Reasons = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """The reasons of draws that were refused.

    Attributes
    ----------
    series_id : str
        Of the series that they were for.
    reasons : tuple of (reason, draws)
        What stood in the way.
    """

    series_id: str
    reasons: Reasons

    @property
    def cell(self) -> str:
        """What the names of all series of its cell begin with."""
        return self.series_id.rsplit("-", 2)[0]


@dataclass(slots=True)
class _Refused:
    """Counts the reasons of refused draws."""

    reasons: Counter[str] = field(default_factory=Counter)

    def count(self, error: Exception) -> None:
        self.reasons[str(error)] += 1

    def told(self) -> Reasons:
        return tuple(self.reasons.most_common())


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
    page = room(source)
    ground = page.ground(target)
    named = stream.choice(properties)
    draw = dimensions()[named].edit
    if draw is None:
        raise NotPossibleError(f"{named} cannot be instructed")
    edit = draw(target, ground, stream)
    check_room(page, edit.run, ground)
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
    page: Room,
    ground: Rgb,
    direction: str,
    tier: tuple[int, Window],
    share: float,
) -> Rung:
    number, window = tier
    wanted = magnitude_at(window, share)
    if dimension.settle is not None:
        wanted = dimension.settle(run, wanted, ground)
    wrong, magnitude = dimension.disturb(run, wanted, direction)
    if not window[0] <= magnitude <= window[1]:
        raise NotPossibleError("what can be drawn leaves the tier's window")
    check_room(page, wrong, ground)
    return Rung(tier=number, magnitude=magnitude, run=wrong)


def instructed_properties(
    dimension: str, role: str, edits: Sequence[str]
) -> tuple[str, ...]:
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

    A direction, a place in the tier's window and a property to edit are held for
    `PATIENCE` draws of contents, targets and edits before others are drawn, so that
    what fits easily is not favoured more than the pages force. All draws come from
    streams keyed by the series, so neither tiers nor other series move them.
    """
    properties = instructed_properties(dimension.name, role, edits)
    refused = _Refused()
    for attempt in range(ATTEMPTS):
        erring = Stream(seed, series_id, f"error {attempt // PATIENCE}")
        direction, share = erring.choice(dimension.directions), erring.uniform()
        named = erring.choice(properties)
        asking = Stream(seed, series_id, f"edit {attempt}")
        try:
            asked = ask(layout, (named,), asking)
            run = _disturbed(layout, asked, role, asking)
            page = room(asked.source).with_run(asked.edit.run)
            ground = page.ground(run)
            rungs = tuple(
                _rung(dimension, run, page, ground, direction, tier, share)
                for tier in tiers
            )
        except (GeometryError, TextError) as error:
            refused.count(error)
            continue
        return Series(
            series_id=series_id,
            content=asked.content,
            edit=asked.edit,
            direction=direction,
            rungs=rungs,
            redraws=refused.told(),
        )
    return Refusal(series_id=series_id, reasons=refused.told())


def draw_edit(
    series_id: str, seed: int, layout: Layout, named: str
) -> Series | Refusal:
    """Draw an edit of the property `named` that fits, for a control."""
    refused = _Refused()
    for attempt in range(ATTEMPTS):
        try:
            asked = ask(layout, (named,), Stream(seed, series_id, f"edit {attempt}"))
        except (GeometryError, TextError) as error:
            refused.count(error)
            continue
        return Series(
            series_id=series_id,
            content=asked.content,
            edit=asked.edit,
            redraws=refused.told(),
        )
    return Refusal(series_id=series_id, reasons=refused.told())


def draw_page(series_id: str, seed: int, layout: Layout) -> Series:
    """Draw a content alone, for a control without an edit."""
    content = Stream(seed, series_id, "content").below(len(layout.scenes))
    return Series(series_id=series_id, content=content)
