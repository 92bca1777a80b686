"""All comparisons of an audit: roles, judges, framings, kinds of criterion."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from ...generator.files import write_whole
from ..arguments import check_seed, check_share
from ..ceiling import check_score, responses
from ..families import get_family
from ..floor import reason_rows
from ..inference.draws import check_replicates
from ..reading.answers import FRAMINGS
from ..reading.scale import parse_scale
from ..results.comparison_rows import (
    FramingRow,
    JudgeRow,
    RoleRow,
    SpreadRow,
    UneditedRow,
)
from ..results.frames import csv_of, frame_of
from ..results.reason_rows import ReasonRow
from ..table import read_table
from .framings import framing_rows
from .pairs import judge_rows
from .roles import role_rows
from .unedited import spread_rows, unedited_rows

Tabular = str | Path | pd.DataFrame
TABLES: dict[str, type[Any]] = {
    "roles": RoleRow,
    "judges": JudgeRow,
    "framings": FramingRow,
    "unedited": UneditedRow,
    "spread": SpreadRow,
    "missing": ReasonRow,
}
"""Tables of comparisons, and the record of their rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparisons:
    """What differs, table by table.

    Attributes
    ----------
    roles : tuple of RoleRow
        Two roles of one dimension, of one judge.
    judges : tuple of JudgeRow
        Two judges on the same stimuli.
    framings : tuple of FramingRow
        Detected (reference) against penalised (instruction), of one judge.
    unedited : tuple of UneditedRow
        Scores of unedited controls, criterion by criterion.
    spread : tuple of SpreadRow
        How far judges are apart on them, holistic and decomposed.
    missing : tuple of ReasonRow
        Answers that each judge did not give, criterion by criterion.
    """

    roles: tuple[RoleRow, ...]
    judges: tuple[JudgeRow, ...]
    framings: tuple[FramingRow, ...]
    unedited: tuple[UneditedRow, ...]
    spread: tuple[SpreadRow, ...]
    missing: tuple[ReasonRow, ...]

    def to_frame(self, table: str = "roles") -> pd.DataFrame:
        """Return one table, of those in `TABLES`, as a data frame.

        Raises
        ------
        KeyError
            When there is no such table.
        """
        return frame_of(TABLES[table], getattr(self, table))

    def save(self, folder: str | Path) -> Path:
        """Write every table into `folder` as CSV; return the folder.

        Raises
        ------
        FileWriteError
            When a file cannot be written.
        """
        for name, record in TABLES.items():
            text = csv_of(record, getattr(self, name))
            write_whole(Path(folder) / f"comparison_{name}.csv", text)
        return Path(folder)


def compare(
    judgements: Tabular | Sequence[Tabular],
    stimuli: Tabular,
    *,
    criterion: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
    score: str = "any",
    scale: str | None = None,
    replicates: int = 499,
    seed: int = 0,
) -> Comparisons:
    """Compare roles, judges, framings and kinds of criterion.

    Parameters
    ----------
    judgements, stimuli, criterion, level, family, score, scale
        As of `eyechart.fit`.
    replicates : int
        Bootstrap replicates of each comparison of judges.
    seed : int
        Seed of every draw.

    Raises
    ------
    CorpusError, JudgementError, AnalysisError, UnknownNameError
        With place, value and what is allowed.
    """
    check_share("criterion", criterion)
    check_share("level", level)
    check_seed(seed)
    check_replicates(replicates)
    get_family(family)
    given = [judgements] if isinstance(judgements, Tabular) else list(judgements)
    table = read_table(given, stimuli, None if scale is None else parse_scale(scale))
    check_score(score, table)
    found = [(panel, responses(panel, table.stimuli, score)) for panel in table.panels]
    roles: list[RoleRow] = []
    for panel, said in found:
        roles += role_rows(
            panel, said, criterion=criterion, level=level, family=family, seed=seed
        )
    judges: list[JudgeRow] = []
    for framing in FRAMINGS:
        judges += judge_rows(
            framing,
            [(panel, said) for panel, said in found if panel.framing == framing],
            criterion=criterion,
            level=level,
            family=family,
            replicates=replicates,
            seed=seed,
        )
    by_framing = {(panel.judge, panel.framing): said for panel, said in found}
    framings: list[FramingRow] = []
    for judge in sorted({panel.judge for panel in table.panels}):
        pair = (judge, "reference"), (judge, "instruction")
        if pair[0] in by_framing and pair[1] in by_framing:
            framings += framing_rows(
                judge, by_framing[pair[0]], by_framing[pair[1]], level
            )
    return Comparisons(
        roles=tuple(roles),
        judges=tuple(judges),
        framings=tuple(framings),
        unedited=tuple(unedited_rows(table.panels, table.stimuli)),
        spread=tuple(spread_rows(table.panels, table.stimuli, level, replicates, seed)),
        missing=tuple(
            row for panel in table.panels for row in reason_rows(panel, table.stimuli)
        ),
    )
