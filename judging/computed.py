"""Judgements that are computed from others."""

import dataclasses
from collections.abc import Iterator, Sequence

from .judgement import SCORED, STATUSES, Judgement
from .protocol import Protocol


def parts_of(protocol: Protocol) -> frozenset[str]:
    """Return the criteria from which a protocol computes a score; often none."""
    groups = protocol.composite.groups if protocol.composite else ()
    return frozenset(name for group in groups for name in group)


def computed(protocol: Protocol, rows: Sequence[Judgement]) -> Iterator[Judgement]:
    """Yield what a protocol computes from the answers to one question.

    One row or none. It carries a score when all that it is computed from does, and
    otherwise the status of that which is furthest from one.

    Parameters
    ----------
    protocol : Protocol
        What was asked.
    rows : sequence of Judgement
        The answers, one for each criterion.
    """
    composite = protocol.composite
    if composite is None:
        return
    used = parts_of(protocol)
    parts = [row for row in rows if row.criterion in used]
    status = max((row.status for row in parts), key=STATUSES.index)
    scores = {row.criterion: row.score for row in parts if row.score is not None}
    yield dataclasses.replace(
        parts[0],
        criterion=composite.name,
        score=composite.score(scores) if status in SCORED else None,
        status=status,
        time=max((row.time for row in parts if row.time), default=None),
        raw=None,
        sent=None,
        usage=None,
    )
