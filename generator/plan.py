"""Plans: every stimulus of a corpus, chosen before anything is drawn."""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .dimensions import dimension
from .errors import SpecError
from .page.layout import Layout, layout
from .planning.series import Asked, Refusal, draw_edit, draw_series
from .spec import Spec
from .stimulus import Stimulus
from .streams import Stream

_ROUNDS = 6
"""How many times the wanted number of candidates a cell may try."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What will be rendered.

    Attributes
    ----------
    stimuli : tuple of Stimulus
        In corpus order.
    refusals : tuple of Refusal
        Series that fit no page, with reasons.
    """

    stimuli: tuple[Stimulus, ...]
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """A (dimension, role) at the tiers that its series hold."""

    dimension: str
    role: str
    tiers: tuple[int, ...]
    prefix: str


def _cells(spec: Spec) -> Iterator[_Cell]:
    for name, asked in spec.dimensions.items():
        for role in asked.roles:
            if spec.design == "crossed":
                yield _Cell(
                    dimension=name,
                    role=role,
                    tiers=asked.tiers,
                    prefix=f"{name}-{role}",
                )
                continue
            for tier in asked.tiers:
                yield _Cell(
                    dimension=name,
                    role=role,
                    tiers=(tier,),
                    prefix=f"{name}-{role}-t{tier}",
                )


def _candidates(spec: Spec, wanted: int) -> Iterator[tuple[Layout, int]]:
    """Go through layouts in turn, one replicate of each a round."""
    rounds = -(-wanted // len(spec.layouts)) * _ROUNDS
    for replicate in range(rounds):
        for name in spec.layouts:
            yield layout(name), replicate


def _fill(
    spec: Spec,
    prefix: str,
    wanted: int,
    draw: Callable[[str, Layout], list[Stimulus] | Refusal],
) -> tuple[list[Stimulus], list[Refusal]]:
    made: list[Stimulus] = []
    refused: list[Refusal] = []
    filled = 0
    for design, replicate in _candidates(spec, wanted):
        if filled == wanted:
            break
        series_id = f"{prefix}-{design.name}-r{replicate:02d}"
        drawn = draw(series_id, design)
        if isinstance(drawn, Refusal):
            refused.append(drawn)
        else:
            made += drawn
            filled += 1
    if filled < wanted:
        reasons = [reason for one in refused for reason, _ in one.reasons[:1]]
        most = max(reasons, key=reasons.count)
        raise SpecError(
            f"spec {spec.name}: only {filled} of {wanted} stimuli of {prefix} fit the "
            f"layouts {', '.join(spec.layouts)}; most often {most}"
        )
    return made, refused


def _degraded(
    spec: Spec, cell: _Cell, series_id: str, design: Layout
) -> list[Stimulus] | Refusal:
    entry = dimension(cell.dimension)
    windows = spec.dimensions[cell.dimension].windows
    ladder = range(1, len(windows) + 1) if spec.design == "crossed" else cell.tiers
    tiers = [(tier, windows[tier - 1]) for tier in ladder]
    drawn = draw_series(
        series_id, spec.seed, design, entry, cell.role, tiers, spec.edits
    )
    if isinstance(drawn, Refusal):
        return drawn
    crossed = spec.design == "crossed"
    return [
        Stimulus(
            stimulus_id=f"{series_id}-t{rung.tier}" if crossed else series_id,
            series_id=series_id,
            kind="degraded",
            dimension=entry.name,
            role=cell.role,
            tier=rung.tier,
            magnitude=rung.magnitude,
            unit=entry.unit,
            direction=drawn.direction,
            layout=design.name,
            content=drawn.asked.content,
            source=drawn.asked.source,
            edit=drawn.asked.edit,
            wrong=rung.run,
        )
        for rung in drawn.rungs
        if rung.tier in cell.tiers
    ]


def _control(
    kind: str, series_id: str, design: Layout, content: int, asked: Asked | None
) -> Stimulus:
    return Stimulus(
        stimulus_id=series_id,
        series_id=series_id,
        kind=kind,
        dimension=None,
        role=None,
        tier=None,
        magnitude=None,
        unit=None,
        direction=None,
        layout=design.name,
        content=content,
        source=design.scenes[content],
        edit=None if asked is None else asked.edit,
        wrong=None,
    )


def _edited_control(
    spec: Spec, kind: str, named: str, series_id: str, design: Layout
) -> list[Stimulus] | Refusal:
    asked = draw_edit(series_id, spec.seed, design, named)
    if isinstance(asked, Refusal):
        return asked
    return [_control(kind, series_id, design, asked.content, asked)]


def _identity_control(spec: Spec, series_id: str, design: Layout) -> list[Stimulus]:
    content = Stream(spec.seed, series_id, "content").below(len(design.scenes))
    return [_control("identity", series_id, design, content, None)]


def _shares(total: int, names: tuple[str, ...]) -> dict[str, int]:
    """Split a number evenly, the first names taking what is left over."""
    each, over = divmod(total, len(names))
    return {name: each + (i < over) for i, name in enumerate(names)}


def make_plan(spec: Spec, progress: Progress | None = None) -> Plan:
    """Choose every stimulus of a corpus.

    Parameters
    ----------
    spec : Spec
        What is asked for.
    progress : callable or None
        Told the name of each cell when it is begun.

    Raises
    ------
    SpecError
        When a cell cannot be filled; the message names what stands in the way.
    """
    stimuli: list[Stimulus] = []
    refusals: list[Refusal] = []

    def fill(
        prefix: str,
        wanted: int,
        draw: Callable[[str, Layout], list[Stimulus] | Refusal],
    ) -> None:
        if progress is not None:
            progress(prefix)
        made, refused = _fill(spec, prefix, wanted, draw)
        stimuli.extend(made)
        refusals.extend(refused)

    for cell in _cells(spec):
        fill(cell.prefix, spec.per_cell, functools.partial(_degraded, spec, cell))
    for kind in ("flawless", "unedited"):
        for named, share in _shares(spec.controls[kind], spec.edits).items():
            draw = functools.partial(_edited_control, spec, kind, named)
            fill(f"{kind}-{named}", share, draw)
    identity = functools.partial(_identity_control, spec)
    fill("identity", spec.controls["identity"], identity)
    return Plan(stimuli=tuple(stimuli), refusals=tuple(refusals))
