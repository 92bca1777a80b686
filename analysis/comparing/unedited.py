"""Holistic against decomposed criteria on unedited work, judge by judge.

Unedited work fails the instruction and is otherwise flawless. Judges that agree on
it criterion by criterion may differ widely on an overall score.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..asked import Asked
from ..inference.draws import drawn_weights
from ..model.chance import generator
from ..model.sigmoid import Array
from ..reading.stimuli import Stimulus
from ..results.comparison_rows import SpreadRow, UneditedRow
from ..table import Panel

DECOMPOSED = "decomposed"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Merits:
    """Merit of each unedited control that one judge answered."""

    judge: str
    criterion: str
    holistic: bool
    merit: Mapping[str, float]


def unedited_rows(
    panels: Iterable[Panel], stimuli: Mapping[str, Stimulus]
) -> list[UneditedRow]:
    """Return how each judge scores unedited work, criterion by criterion.

    Only the instruction framing: against a reference, "unedited" has no meaning of
    its own.
    """
    return [_row(one) for panel in panels for one in _merits(panel, stimuli)]


def spread_rows(
    panels: Iterable[Panel],
    stimuli: Mapping[str, Stimulus],
    asked: Asked,
) -> list[SpreadRow]:
    """Return how far judges are apart, on holistic criteria and on the others.

    One row for each holistic criterion, and for the mean of the decomposed ones,
    that at least two judges share; over unedited controls that all of them
    answered. The controls are drawn anew for the limits, the judges are not: they
    are the ones that are compared.
    """
    found: dict[str, list[_Merits]] = {}
    for panel in panels:
        for one in _merits(panel, stimuli):
            if one.holistic or one.criterion == DECOMPOSED:
                found.setdefault(one.criterion, []).append(one)
    rows = []
    for _, judges in sorted(found.items()):
        common = sorted(set.intersection(*(set(one.merit) for one in judges)))
        if len(judges) > 1 and common:
            rows.append(_spread(judges, common, asked))
    return rows


def _merits(panel: Panel, stimuli: Mapping[str, Stimulus]) -> list[_Merits]:
    if panel.framing != "instruction":
        return []
    answers = {
        name: {c: a.merit for c, a in one.items() if a.merit is not None}
        for name, one in sorted(panel.answers.items())
        if stimuli[name].kind == "unedited"
    }
    if not answers:
        return []
    groups: list[tuple[tuple[str, ...], str, bool]] = [
        ((c,), c, c not in panel.decomposed) for c in panel.criteria
    ]
    if len(panel.decomposed) > 0:
        groups.append((panel.decomposed, DECOMPOSED, False))
    return [
        _Merits(
            judge=panel.judge,
            criterion=name,
            holistic=holistic,
            merit={
                stimulus: math.fsum(said[c] for c in members) / len(members)
                for stimulus, said in answers.items()
                if all(c in said for c in members)
            },
        )
        for members, name, holistic in groups
    ]


def _row(one: _Merits) -> UneditedRow:
    merits = list(one.merit.values())
    return UneditedRow(
        judge=one.judge,
        criterion=one.criterion,
        holistic=one.holistic,
        n=len(merits),
        mean_merit=float(np.mean(merits)) if merits else None,
        sd_merit=float(np.std(merits, ddof=1)) if len(merits) > 1 else None,
    )


def _spread(
    judges: Sequence[_Merits], common: Sequence[str], asked: Asked
) -> SpreadRow:
    merits = np.array([[one.merit[name] for name in common] for one in judges])
    means = merits.mean(axis=1)
    rng = generator(asked.seed, "spread", judges[0].criterion)
    weights = drawn_weights(rng, asked.replicates, None, [0] * len(common))
    drawn = _range(weights @ merits.T / len(common))
    tail = (1 - asked.level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    lowest, highest = int(means.argmin()), int(means.argmax())
    return SpreadRow(
        criterion=judges[0].criterion,
        holistic=judges[0].holistic,
        judges=len(judges),
        n=len(common),
        lowest_judge=judges[lowest].judge,
        lowest=float(means[lowest]),
        highest_judge=judges[highest].judge,
        highest=float(means[highest]),
        spread=float(means[highest] - means[lowest]),
        low=float(low),
        high=float(high),
        sd=float(means.std(ddof=1)),
        level=asked.level,
    )


def _range(means: Array) -> Array:
    return np.asarray(means.max(axis=1) - means.min(axis=1))
