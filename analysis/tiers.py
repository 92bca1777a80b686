"""Shares below ceiling by tier: the points beside a curve."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from .ceiling import Response
from .model.cell import GROUPS, MOST_GROUPS
from .model.share import share_of
from .results.records import TierRow
from .table import Panel


def tier_rows(panel: Panel, found: Sequence[Response], level: float) -> list[TierRow]:
    """Return the tiers of one cell, from the smallest magnitudes to the largest.

    A tier without answers is listed with n = 0. Without tiers the rows are the
    distinct magnitudes, or groups of neighbouring ones when there are many.
    """
    groups: dict[int, list[Response]] = {}
    tiers = [response.stimulus.tier for response in found]
    stated = all(tier is not None for tier in tiers)
    places = tiers if stated else neighbours([r.stimulus.magnitude for r in found])
    for place, response in zip(places, found, strict=True):
        groups.setdefault(place or 0, []).append(response)
    rows = [
        _row(panel, place if stated else None, members, level)
        for place, members in sorted(groups.items())
    ]
    return sorted(rows, key=lambda row: row.magnitude_mean)


def neighbours(magnitude: Sequence[float]) -> list[int]:
    """Return a group number for each magnitude, ascending with it.

    One group a distinct magnitude up to 12 of them, else 8 groups of equal count.
    """
    distinct, place = np.unique(magnitude, return_inverse=True)
    if len(distinct) <= MOST_GROUPS:
        return [int(i) for i in place]
    rank = np.cumsum(np.bincount(place)) - 1
    return [int(GROUPS * rank[i] / len(magnitude)) for i in place]


def tier_of(onset: float | None, rows: Sequence[TierRow]) -> int | None:
    """Return the tier in which an onset lies; None without onset or tiers.

    Between two tiers the border is the geometric mean of the largest magnitude of
    the one and the smallest of the next.
    """
    if onset is None or not rows:
        return None
    for row, following in pairwise(rows):
        if onset <= math.sqrt(row.magnitude_high * following.magnitude_low):
            return row.tier
    return rows[-1].tier


def _row(
    panel: Panel, tier: int | None, members: Sequence[Response], level: float
) -> TierRow:
    answered = [r for r in members if r.below is not None]
    sizes = [r.stimulus.magnitude for r in answered or members]
    below = sum(r.below is True for r in answered)
    share = share_of(below, len(answered), level)
    stimulus = members[0].stimulus
    return TierRow(
        judge=panel.judge,
        framing=panel.framing,
        dimension=stimulus.dimension,
        role=stimulus.role,
        unit=stimulus.unit,
        tier=tier,
        magnitude_low=min(sizes),
        magnitude_high=max(sizes),
        magnitude_mean=math.exp(math.fsum(map(math.log, sizes)) / len(sizes)),
        n=len(answered),
        below=below,
        share=share.share,
        wilson_low=share.wilson_low,
        wilson_high=share.wilson_high,
    )
