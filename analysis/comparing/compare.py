"""All comparisons of an audit: roles, judges, framings, kinds of criterion."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from ...generator.files import write_whole
from ..asked import Asked, Judgements, Tabular, made, read_asked
from ..ceiling import Response, responses
from ..floor import reason_rows
from ..reading.answers import FRAMINGS
from ..results.comparison_rows import (
    FramingRow,
    JudgeRow,
    RoleRow,
    SpreadRow,
    UneditedRow,
)
from ..results.frames import csv_of, frame_of
from ..results.made_with import MadeWith
from ..results.reason_rows import ReasonRow
from ..results.rows import load_rows
from ..results.strict_json import json_of, load_settings
from ..table import Panel, Table
from .framings import framing_rows
from .pairs import judge_rows
from .roles import role_rows
from .unedited import spread_rows, unedited_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TABLES: dict[str, type[Any]] = {
    "roles": RoleRow,
    "judges": JudgeRow,
    "framings": FramingRow,
    "unedited": UneditedRow,
    "spread": SpreadRow,
    "missing": ReasonRow,
}
"""Tables of comparisons, and the record of their rows."""

_SETTINGS = "comparison_settings.json"


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
    settings : MadeWith
        What they were made with.
    """

    roles: tuple[RoleRow, ...]
    judges: tuple[JudgeRow, ...]
    framings: tuple[FramingRow, ...]
    unedited: tuple[UneditedRow, ...]
    spread: tuple[SpreadRow, ...]
    missing: tuple[ReasonRow, ...]
    settings: MadeWith

    def to_frame(self, table: str = "roles") -> pd.DataFrame:
        """Return one table, of those in `TABLES`, as a data frame.

        Raises
        ------
        KeyError
            When there is no such table.
        """
        return frame_of(TABLES[table], getattr(self, table))

    def save(self, folder: str | Path) -> Path:
        """Write every table into `folder` as CSV, and settings; return the folder.

        Raises
        ------
        FileWriteError
            When a file cannot be written.
        """
        for name, record in TABLES.items():
            write_whole(_path(folder, name), csv_of(record, getattr(self, name)))
        write_whole(Path(folder) / _SETTINGS, json_of(self.settings))
        return Path(folder)

    @staticmethod
    def load(folder: str | Path) -> "Comparisons":
        """Return the comparisons that `save` wrote; equal to those saved.

        Raises
        ------
        AnalysisError
            When a table is missing or not as `save` writes it.
        """
        tables: dict[str, Any] = {
            name: load_rows(_path(folder, name), record)
            for name, record in TABLES.items()
        }
        settings = load_settings(Path(folder) / _SETTINGS, MadeWith, "eyechart compare")
        return Comparisons(**tables, settings=settings)

    def plot(self) -> "Figure":
        """Draw the ratios of onsets: roles judge by judge, then judge by judge."""
        from ..figures.forest import draw_forest

        return draw_forest(self)


def _path(folder: str | Path, table: str) -> Path:
    return Path(folder) / f"comparison_{table}.csv"


def compare(
    judgements: Judgements,
    stimuli: Tabular,
    *,
    criterion: float = 0.75,
    level: float = 0.95,
    family: str = "logistic",
    lapse: float | str = 0.0,
    score: str = "any",
    scale: str | None = None,
    replicates: int = 499,
    seed: int = 0,
) -> Comparisons:
    """Compare roles, judges, framings and kinds of criterion.

    Parameters
    ----------
    judgements, stimuli, criterion, level, family, lapse, score, scale
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
    asked = Asked(
        criterion=criterion,
        level=level,
        family=family,
        lapse=lapse,
        score=score,
        scale=scale,
        replicates=replicates,
        seed=seed,
    )
    return compare_table(read_asked(judgements, stimuli, score, scale), asked)


def compare_table(table: Table, asked: Asked) -> Comparisons:
    """Compare what was read; the score of `asked` is one that every judge can give."""
    found = [
        (panel, responses(panel, table.stimuli, asked.score)) for panel in table.panels
    ]
    judges: list[JudgeRow] = []
    for framing in FRAMINGS:
        pairs = [(panel, said) for panel, said in found if panel.framing == framing]
        judges += judge_rows(framing, pairs, asked)
    return Comparisons(
        roles=tuple(
            row for panel, said in found for row in role_rows(panel, said, asked)
        ),
        judges=tuple(judges),
        framings=tuple(_framings(found, asked.level)),
        unedited=tuple(unedited_rows(table.panels, table.stimuli)),
        spread=tuple(spread_rows(table.panels, table.stimuli, asked)),
        missing=tuple(
            row for panel in table.panels for row in reason_rows(panel, table.stimuli)
        ),
        settings=MadeWith(**made(asked, table)),
    )


def _framings(
    found: Sequence[tuple[Panel, Sequence[Response]]], level: float
) -> Iterator[FramingRow]:
    """Compare the framings of every judge that answered under both."""
    said = {(panel.judge, panel.framing): responses for panel, responses in found}
    for judge in sorted({panel.judge for panel, _ in found}):
        reference = said.get((judge, "reference"))
        instruction = said.get((judge, "instruction"))
        if reference is not None and instruction is not None:
            yield from framing_rows(judge, reference, instruction, level)
