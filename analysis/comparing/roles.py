"""Instructed against incidental, and any two roles of one dimension."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from ..asked import Asked
from ..ceiling import Response
from ..inference.adjusting import adjust
from ..inference.cells import by_cell, floor_answers, told
from ..onset import fit_onset
from ..reading.stimuli import ROLES
from ..results.comparison_rows import RoleRow
from ..results.onset_fit import OnsetFit
from ..table import Panel
from .difference import Answers, onset_difference


def role_rows(panel: Panel, found: Sequence[Response], asked: Asked) -> list[RoleRow]:
    """Return the comparisons of roles of one judge and framing.

    One row for each dimension and two of its roles, instructed before incidental
    before bystander; their p are adjusted together.
    """
    controls = list(floor_answers(panel, found).values())
    counts = (sum(r.below is True for r in controls), len(controls))
    answers: dict[tuple[str, str], Answers] = {}
    fits: dict[tuple[str, str], OnsetFit] = {}
    units: dict[tuple[str, str], str | None] = {}
    for key, members in by_cell(found).items():
        said = told(members)
        if said.magnitude:
            ones = [1.0] * len(said.below)
            answers[key] = Answers(said.magnitude, said.below, ones)
            units[key] = said.unit
            fits[key] = fit_onset(
                *answers[key],
                controls=counts,
                criterion=asked.criterion,
                level=asked.level,
                family=asked.family,
                lapse=asked.lapse,
                interval="profile",
                tier=said.tier,
                seed=asked.seed,
            )
    rows = []
    for dimension in sorted({dimension for dimension, _ in answers}):
        roles = [role for role in ROLES if (dimension, role) in answers]
        for pair in combinations(roles, 2):
            first, second = ((dimension, role) for role in pair)
            found_ = onset_difference(
                answers[first],
                answers[second],
                controls=counts,
                criterion=asked.criterion,
                level=asked.level,
                family=asked.family,
                lapse=asked.lapse,
                seed=asked.seed,
                fits=(fits[first], fits[second]),
            )
            rows.append(
                RoleRow(
                    judge=panel.judge,
                    framing=panel.framing,
                    dimension=dimension,
                    unit=units[first],
                    first_role=pair[0],
                    second_role=pair[1],
                    first_onset=fits[first].onset,
                    second_onset=fits[second].onset,
                    first_status=found_.first_status,
                    second_status=found_.second_status,
                    difference=found_.difference,
                    low=found_.low,
                    high=found_.high,
                    p=found_.p,
                    q=None,
                    family_size=0,
                    slope_ratio=found_.slope_ratio,
                    slope_p=found_.slope_p,
                    level=asked.level,
                )
            )
    q = adjust([row.p for row in rows])
    size = len(rows)
    return [
        replace(row, q=one, family_size=size) for row, one in zip(rows, q, strict=True)
    ]
