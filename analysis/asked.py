"""What comparisons and measures of sensitivity are asked with, and about."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from .. import __version__
from .arguments import check_lapse, check_seed, check_share
from .ceiling import check_score
from .families import get_family
from .inference.draws import check_replicates
from .reading.scale import parse_scale
from .table import Table, read_table

Tabular = str | Path | pd.DataFrame
Judgements = Tabular | Sequence[Tabular]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Arguments that every cell of a table of results shares.

    Attributes
    ----------
    criterion, level, family, lapse, score, scale, replicates, seed
        As of `eyechart.fit`.

    Raises
    ------
    AnalysisError, UnknownNameError
        When one of them is outside what is allowed.
    """

    criterion: float = 0.75
    level: float = 0.95
    family: str = "logistic"
    lapse: float | str = 0.0
    score: str = "any"
    scale: str | None = None
    replicates: int = 499
    seed: int = 0

    def __post_init__(self) -> None:
        check_share("criterion", self.criterion)
        check_share("level", self.level)
        check_replicates(self.replicates)
        check_lapse(self.lapse, self.criterion)
        check_seed(self.seed)
        get_family(self.family)


def as_list(judgements: Judgements) -> list[Tabular]:
    """Return one table of judgements, or several, as a list."""
    return [judgements] if isinstance(judgements, Tabular) else list(judgements)


def made(asked: Asked, table: Table) -> dict[str, Any]:
    """Return the arguments, inputs and corpus of a set of tables, by name.

    Parameters
    ----------
    asked : Asked
        The arguments.
    table : Table
        What was read.
    """
    lapse = asked.lapse
    return {
        "criterion": float(asked.criterion),
        "level": float(asked.level),
        "family": asked.family,
        "lapse": lapse if isinstance(lapse, str) else float(lapse),
        "score": asked.score,
        "scale": asked.scale,
        "replicates": int(asked.replicates),
        "seed": int(asked.seed),
        "judgements": table.names[:-1],
        "stimuli": table.names[-1],
        "version": __version__,
        **asdict(table.provenance),
    }


def read_asked(
    judgements: Judgements, stimuli: Tabular, score: str, scale: str | None
) -> Table:
    """Read judgements and stimuli, of which every judge can give `score`.

    Raises
    ------
    CorpusError, JudgementError, AnalysisError
        With place, value and what is allowed.
    """
    own = None if scale is None else parse_scale(scale)
    table = read_table(as_list(judgements), stimuli, own)
    check_score(score, table)
    return table
