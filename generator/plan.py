"""Plans: every stimulus of a corpus, chosen before anything is drawn."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .dimensions import dimension
from .errors import SpecError
from .planning.filling import Cell, Filled, fill, pages
from .planning.series import Refusal, Series
from .planning.wanted import shares
from .spec import Spec
from .stimulus import CONTROLS, Stimulus
from .workers import share_out, usable_processors

_WORTH_A_WORKER = 300
"""Stimuli for which starting a process pays."""

_TOLD = 3
"""Reasons that are told at most when a cell cannot be filled."""

_OFTEN = 0.05
"""Share of draws from which on a reason is told."""

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
    redraws : tuple of Refusal
        The same for series that did after some draws.
    left : mapping of str to int
        By cell: series that fit and are left out for balance.
    """

    stimuli: tuple[Stimulus, ...]
    refusals: tuple[Refusal, ...]
    redraws: tuple[Refusal, ...]
    left: dict[str, int]


def cells(spec: Spec) -> Iterator[Cell]:
    """Yield what is to be filled, in corpus order."""
    yield from _degraded(spec)
    for kind in CONTROLS:
        yield from _controls(spec, kind)


def _degraded(spec: Spec) -> Iterator[Cell]:
    for name, asked in spec.dimensions.items():
        ladder = list(enumerate(asked.windows, 1))
        for role in asked.roles:
            whole = Cell(
                prefix=f"{name}-{role}",
                order=f"{name}-{role}",
                wanted=asked.counts[role][0],
                seed=spec.seed,
                layouts=spec.layouts,
                canvas=spec.canvas,
                edits=spec.edits,
                dimension=name,
                role=role,
                tiers=tuple(ladder),
            )
            if spec.design == "crossed":
                yield whole
                continue
            for tier, wanted in zip(asked.tiers, asked.counts[role], strict=True):
                yield dataclasses.replace(
                    whole,
                    prefix=f"{name}-{role}-t{tier}",
                    wanted=wanted,
                    tiers=(ladder[tier - 1],),
                )


def _controls(spec: Spec, kind: str) -> Iterator[Cell]:
    edits: tuple[tuple[str, ...], ...] = tuple((named,) for named in spec.edits)
    if kind == "identity":
        edits = ((),)
    counts = shares(spec.controls[kind], len(edits))
    for named, wanted in zip(edits, counts, strict=True):
        prefix = "-".join((kind, *named))
        if wanted:
            yield Cell(
                prefix=prefix,
                order=prefix,
                wanted=wanted,
                seed=spec.seed,
                layouts=spec.layouts,
                canvas=spec.canvas,
                edits=named,
            )


def _stimuli(spec: Spec, cell: Cell, layout: str, series: Series) -> Iterator[Stimulus]:
    plain = Stimulus(
        stimulus_id=series.series_id,
        series_id=series.series_id,
        kind=cell.prefix.partition("-")[0],
        dimension=None,
        role=None,
        tier=None,
        magnitude=None,
        unit=None,
        direction=None,
        layout=layout,
        content=series.content,
        source=pages(layout, cell.canvas).scenes[series.content],
        edit=series.edit,
        wrong=None,
    )
    if cell.dimension is None:
        yield plain
        return
    crossed = spec.design == "crossed"
    for rung in series.rungs:
        if rung.tier not in spec.dimensions[cell.dimension].tiers:
            continue
        yield dataclasses.replace(
            plain,
            stimulus_id=series.series_id + f"-t{rung.tier}" * crossed,
            kind="degraded",
            dimension=cell.dimension,
            role=cell.role,
            tier=rung.tier,
            magnitude=rung.magnitude,
            unit=dimension(cell.dimension).unit,
            direction=series.direction,
            wrong=rung.run,
        )


def _check_full(spec: Spec, filled: Filled) -> None:
    cell = filled.cell
    if len(filled.taken) == cell.wanted:
        return
    draws: Counter[str] = Counter()
    for refusal in filled.refusals:
        draws.update(dict(refusal.reasons))
    told = [
        f"{reason} ({100 * times / draws.total():.0f} % of draws)"
        for reason, times in draws.most_common(_TOLD)
        if times >= _OFTEN * draws.total()
    ]
    raise SpecError(
        f"spec {spec.name}: only {len(filled.taken)} of {cell.wanted} stimuli of "
        f"{cell.prefix} fit the layouts {', '.join(spec.layouts)}; "
        f"in the way: {', '.join(told)}"
    )


def make_plan(
    spec: Spec, progress: Progress | None = None, workers: int | None = None
) -> Plan:
    """Choose every stimulus of a corpus.

    Parameters
    ----------
    spec : Spec
        What is asked for.
    progress : callable or None
        Told the name of each cell when it is filled.
    workers : int, optional
        Processes; by default one a usable processor, as far as there is work
        enough. The plan is the same for any number.

    Raises
    ------
    SpecError
        When a cell cannot be filled; the message names what stands in the way.
    """
    tasks = list(cells(spec))
    if workers is None:
        worth = sum(cell.wanted for cell in tasks) // _WORTH_A_WORKER
        workers = max(1, min(usable_processors(), worth))
    stimuli: list[Stimulus] = []
    refusals: list[Refusal] = []
    redraws: list[Refusal] = []
    left: dict[str, int] = {}
    for filled in share_out(fill, tasks, workers):
        _check_full(spec, filled)
        if progress is not None:
            progress(filled.cell.prefix)
        for layout, series in filled.taken:
            stimuli += _stimuli(spec, filled.cell, layout, series)
            if series.redraws:
                redraws.append(
                    Refusal(series_id=series.series_id, reasons=series.redraws)
                )
        refusals += filled.refusals
        left[filled.cell.prefix] = filled.left
    return Plan(
        stimuli=tuple(stimuli),
        refusals=tuple(refusals),
        redraws=tuple(redraws),
        left=left,
    )
