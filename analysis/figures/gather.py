"""From an audit's tables to what the figures draw."""

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..families import get_family
from ..model.sigmoid import spread
from ..results.records import FloorRow, Onset, TierRow
from .cells import Cell, Judged, Point
from .floors import Share

if TYPE_CHECKING:
    from ..audit import Audit

FLOOR = "floor"
CONTROLS = ("flawless", "identity", "unedited", "sham")
REFERENCE = "reference"
DIFFERENCE = "difference"


def cells_of(audit: "Audit") -> tuple[Cell, ...]:
    """Return every cell of an audit with its judges, by framing, dimension, role."""
    floors = {
        (row.judge, row.framing): row
        for row in audit.floors
        if row.kind == FLOOR and _decides(row, audit.settings.score)
    }
    found: dict[tuple[str, str, str], list[tuple[Onset, tuple[TierRow, ...]]]] = {}
    for (_, *key), pair in sorted(audit.cells.items()):
        framing, dimension, role = key
        found.setdefault((framing, dimension, role), []).append(pair)
    family = audit.settings.family
    return tuple(_cell(pairs, floors, family) for _, pairs in sorted(found.items()))


def shares_of(audit: "Audit") -> tuple[Share, ...]:
    """Return the shares below ceiling on controls, by framing, judge and kind."""
    rows = [
        Share(
            judge=row.judge,
            framing=row.framing,
            kind=row.kind,
            n=row.n,
            share=row.share,
            low=row.exact_low,
            high=row.exact_high,
        )
        for row in audit.floors
        if row.kind in CONTROLS
        and _decides(row, audit.settings.score)
        and row.share is not None
        and row.exact_low is not None
        and row.exact_high is not None
    ]
    return tuple(
        sorted(rows, key=lambda r: (r.framing, r.judge, CONTROLS.index(r.kind)))
    )


def curve_of(onset: Onset, family: str) -> Callable[[float], float] | None:
    """Return P(below ceiling) as a function of magnitude, from the row of an onset.

    P(m) = g + (1 - g - lapse) F(z), where z passes through the onset and rises by
    the family's 5-to-95 % distance over the row's width.

    Returns
    -------
    callable or None
        None when the row tells of no located onset with a finite width.
    """
    if onset.onset is None or onset.floor is None or not onset.width:
        return None
    sigmoid = get_family(family)
    floor, at = onset.floor, onset.onset
    height = 1 - floor - (onset.lapse or 0.0)
    share = np.array([(onset.criterion - floor) / height])
    start = float(sigmoid.quantile(share)[0])
    rate = spread(sigmoid) / onset.width

    def probability(magnitude: float) -> float:
        z = np.array([start + rate * math.log(magnitude / at)])
        return floor + height * float(sigmoid.cdf(z)[0])

    return probability


def _decides(row: FloorRow, score: str) -> bool:
    """Tell whether a row counts what the curves were fitted to."""
    return row.criterion == (DIFFERENCE if row.framing == REFERENCE else score)


def _cell(
    pairs: list[tuple[Onset, tuple[TierRow, ...]]],
    floors: Mapping[tuple[str, str], FloorRow],
    family: str,
) -> Cell:
    first = pairs[0][0]
    anchors = {onset.visible_anchor for onset, _ in pairs} - {None}
    return Cell(
        framing=first.framing,
        dimension=first.dimension,
        role=first.role,
        unit=first.unit or "",
        criterion=first.criterion,
        level=first.level,
        visible_anchor=next(iter(anchors), None),
        judged=tuple(
            _judged(onset, tiers, floors.get((onset.judge, onset.framing)), family)
            for onset, tiers in pairs
        ),
    )


def _judged(
    onset: Onset, tiers: tuple[TierRow, ...], floor: FloorRow | None, family: str
) -> Judged:
    answered = [tier for tier in tiers if tier.n] or list(tiers)
    return Judged(
        judge=onset.judge,
        status=onset.status,
        onset=onset.onset,
        low=0.0 if onset.onset_low is None else onset.onset_low,
        high=math.inf if onset.onset_high is None else onset.onset_high,
        tested_low=min(tier.magnitude_low for tier in answered),
        tested_high=max(tier.magnitude_high for tier in answered),
        floor=onset.floor,
        floor_low=None if floor is None else floor.wilson_low,
        floor_high=None if floor is None else floor.wilson_high,
        floor_n=onset.floor_n,
        q=onset.q,
        deviance_p=onset.deviance_p,
        tier_of_onset="" if onset.tier_of_onset is None else str(onset.tier_of_onset),
        n=onset.n,
        n_missing=onset.n_missing,
        points=tuple(_point(tier) for tier in tiers),
        curve=curve_of(onset, family),
    )


def _point(tier: TierRow) -> Point:
    return Point(
        tier="" if tier.tier is None else str(tier.tier),
        magnitude=tier.magnitude_mean,
        n=tier.n,
        share=math.nan if tier.share is None else tier.share,
        low=math.nan if tier.wilson_low is None else tier.wilson_low,
        high=math.nan if tier.wilson_high is None else tier.wilson_high,
    )
