"""What stands on the page: figures, tables and sentences, ready to fill in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..audit import Audit
from ..figures.cells import Cell, framings_of, judges_of
from ..figures.floors import Share
from ..figures.gather import cells_of, shares_of
from ..figures.overview import anchors
from ..figures.strip import HEIGHT, WIDTH, Strip
from ..figures.style import looks
from ..results.made_with import Settings
from ..results.records import MissingRow
from ..results.summary import corpus_words
from .drawings import curves, floors, overviews

INTERVALS = {
    "profile": "Limits by profile likelihood: every onset that the answers do not "
    "contradict at this level, whatever the slope and the floor.",
    "calibrated": "Limits by profile likelihood, with the cut-off calibrated by "
    "simulation so that the stated share of intervals holds the true onset.",
}
SCORES = {
    "any": "At least one criterion of the rubric scored under the top of its scale; in "
    "the reference framing, the judge says that the pictures differ.",
    "mean": "The mean over the criteria of the rubric lies under the judge's own "
    "mean on flawless work.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Everything that the template asks for."""

    summary: str
    settings: Settings
    facts: tuple[tuple[str, str], ...]
    criterion: float
    level: float
    judges: tuple[str, ...]
    framings: tuple[str, ...]
    titles: tuple[str, ...]
    cells: tuple[Cell, ...]
    curves: Mapping[str, Sequence[tuple[Cell, str]]]
    overviews: Mapping[str, str]
    anchors: Mapping[str, str]
    floors: Mapping[str, str]
    shares: Mapping[str, tuple[Share, ...]]
    missing: tuple[MissingRow, ...]
    missing_total: int
    answered: int
    strips: tuple[Strip, ...]
    crop: tuple[int, int]
    below: str
    interval_kind: str


def compose(audit: Audit, strips: Sequence[Strip]) -> Page:
    """Draw every figure and word every sentence of the page."""
    cells = cells_of(audit)
    shares = shares_of(audit)
    framings = framings_of(cells)
    judges = judges_of(cells)
    looks_of = looks({*judges, *(share.judge for share in shares)})
    settings = audit.settings
    return Page(
        summary=summary(cells),
        settings=settings,
        facts=facts(settings),
        criterion=settings.criterion,
        level=settings.level,
        judges=judges,
        framings=framings,
        titles=tuple(sorted({cell.title for cell in cells})),
        cells=cells,
        curves=curves(cells, looks_of),
        overviews=overviews(cells, looks_of),
        anchors={
            framing: anchors([c for c in cells if c.framing == framing])
            for framing in framings
        },
        floors=floors(shares, looks_of),
        shares={
            framing: tuple(share for share in shares if share.framing == framing)
            for framing in framings
        },
        missing=audit.missing,
        missing_total=sum(gap.n for gap in audit.missing),
        answered=sum(row.n for cell in cells for row in cell.judged),
        strips=tuple(strips),
        crop=(WIDTH, HEIGHT),
        below=SCORES.get(
            settings.score,
            f"The criterion “{settings.score}” scored under the top of its scale.",
        ),
        interval_kind=INTERVALS.get(
            settings.interval, f"Limits by {settings.interval}."
        ),
    )


def summary(cells: Sequence[Cell]) -> str:
    """Return one sentence on how much was asked and how much was located."""
    states = Counter(row.status for cell in cells for row in cell.judged)
    total = states.total()
    judges = len(judges_of(cells))
    beyond = states["right_censored"] + states["left_censored"] + states["separated"]
    rest = total - states["located"] - beyond
    return (
        f"{_count(judges, 'judge')}, {_count(total, 'curve')}: "
        f"{_count(states['located'], 'onset')} located, {beyond} known only as a "
        f"range, {rest} without an onset."
    )


def facts(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Return the settings of the fit as name and value, in words."""
    return (
        ("Judgements", ", ".join(settings.judgements)),
        ("Stimuli", settings.stimuli),
        ("Corpus", corpus_words(settings)),
        ("Below ceiling", settings.score),
        ("Scale", settings.scale or "as the judgements state it"),
        ("Criterion", f"P(below ceiling) = {settings.criterion}"),
        ("Curve", settings.family),
        ("Interval", f"{100 * settings.level:g}%, {settings.interval}"),
        ("Seed", str(settings.seed)),
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
