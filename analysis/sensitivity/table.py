"""How well each judge sees: tables over all its cells."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from ...generator.files import write_whole
from ..arguments import check_area, check_share
from ..asked import Asked, Judgements, Tabular, made, read_asked
from ..ceiling import Response, responses
from ..inference.adjusting import adjust
from ..inference.cells import Told, by_cell, floor_answers, told
from ..results.frames import csv_of, frame_of
from ..results.made_with import MadeWith
from ..results.rows import load_rows
from ..results.sensitivity_rows import CellSensitivity, TierSensitivity
from ..results.strict_json import json_of, load_settings
from ..table import Panel, Table
from ..tiers import neighbours
from .abbott import abbott_onset
from .area import area_under, d_a
from .area_onset import area_onset
from .detection import detection

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_CELLS, _TIERS = "sensitivity.csv", "sensitivity_tiers.csv"
_SETTINGS = "sensitivity_settings.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensitivity:
    """Sensitivity of every judge, by cell and by tier, and what it was made with."""

    cells: tuple[CellSensitivity, ...]
    tiers: tuple[TierSensitivity, ...]
    settings: MadeWith

    def to_frame(self) -> pd.DataFrame:
        """Return the cells as a data frame, one row each."""
        return frame_of(CellSensitivity, self.cells)

    def tiers_frame(self) -> pd.DataFrame:
        """Return the tiers as a data frame, one row each."""
        return frame_of(TierSensitivity, self.tiers)

    def save(self, folder: str | Path) -> Path:
        """Write cells, tiers and settings; return the path of sensitivity.csv.

        Raises
        ------
        FileWriteError
            When a file cannot be written.
        """
        path = Path(folder) / _CELLS
        write_whole(path.with_name(_TIERS), csv_of(TierSensitivity, self.tiers))
        write_whole(path.with_name(_SETTINGS), json_of(self.settings))
        write_whole(path, csv_of(CellSensitivity, self.cells))
        return path

    @staticmethod
    def load(folder: str | Path) -> "Sensitivity":
        """Return the sensitivity that `save` wrote; equal to the one saved.

        Raises
        ------
        AnalysisError
            When a table is missing or not as `save` writes it.
        """
        return Sensitivity(
            cells=load_rows(Path(folder) / _CELLS, CellSensitivity),
            tiers=load_rows(Path(folder) / _TIERS, TierSensitivity),
            settings=load_settings(
                Path(folder) / _SETTINGS, MadeWith, "eyechart compare"
            ),
        )

    def plot(self) -> "Figure":
        """Draw the area under the ROC curve in every tier of every cell."""
        from ..figures.areas import draw_areas

        return draw_areas(self)


def sensitivity(
    judgements: Judgements,
    stimuli: Tabular,
    *,
    target: float = 0.75,
    share: float = 0.5,
    level: float = 0.95,
    family: str = "logistic",
    score: str = "any",
    scale: str | None = None,
    replicates: int = 499,
    seed: int = 0,
) -> Sensitivity:
    """Tell how well judges see, apart from how readily they dock.

    Scores are ranked by their mean over the criteria that decide on "below ceiling";
    in the reference framing by `difference`.

    Parameters
    ----------
    judgements, stimuli, level, family, score, scale
        As of `eyechart.fit`.
    target : float
        Area under the ROC curve at the onset of sensitivity.
    share : float
        Corrected share at Abbott's onset.
    replicates : int
        Bootstrap replicates a cell.
    seed : int
        Seed of every draw.

    Raises
    ------
    CorpusError, JudgementError, AnalysisError, UnknownNameError
        With place, value and what is allowed.
    """
    check_share("share", share)
    check_area("target", target)
    asked = Asked(
        level=level,
        family=family,
        score=score,
        scale=scale,
        replicates=replicates,
        seed=seed,
    )
    table = read_asked(judgements, stimuli, score, scale)
    return sensitivity_of(table, asked, target=target, share=share)


def sensitivity_of(
    table: Table, asked: Asked, *, target: float = 0.75, share: float = 0.5
) -> Sensitivity:
    """Measure what was read; `asked` names a score that every judge can give.

    Neither a criterion nor a lapse enters.
    """
    cells: list[CellSensitivity] = []
    tiers: list[TierSensitivity] = []
    for panel in table.panels:
        found = responses(panel, table.stimuli, asked.score)
        controls = list(floor_answers(panel, found).values())
        rows = [
            _cell(panel, key, told(members), controls, asked, target, share)
            for key, members in by_cell(found).items()
        ]
        q = adjust([row.area_p for row in rows])
        cells += [
            replace(row, area_q=one, family_size=len(rows))
            for row, one in zip(rows, q, strict=True)
        ]
        tiers += tier_sensitivities(panel, found, asked.level)
    # No onset at a criterion of all answers is among them.
    shared = made(asked, table) | {"criterion": None, "lapse": None}
    return Sensitivity(
        cells=tuple(cells),
        tiers=tuple(tiers),
        settings=MadeWith(**shared, area=target, share=share),
    )


def tier_sensitivities(
    panel: Panel, found: Sequence[Response], level: float
) -> list[TierSensitivity]:
    """Return area and d' of each tier of each cell of one judge and framing."""
    controls = list(floor_answers(panel, found).values())
    flawless = [r.merit for r in controls if r.merit is not None]
    alarms = sum(r.below is True for r in controls)
    rows = []
    for (dimension, role), members in by_cell(found).items():
        answers = told(members)
        places = answers.tier or neighbours(answers.magnitude)
        for place in sorted(set(places)):
            at = [i for i, one in enumerate(places) if one == place]
            merits = [answers.merit[i] for i in at]
            hits = int(sum(answers.below[i] for i in at))
            area = area_under(flawless, merits, level)
            seen = detection(hits, len(at), alarms, len(controls), level)
            known = len(controls) > 0
            rows.append(
                TierSensitivity(
                    judge=panel.judge,
                    framing=panel.framing,
                    dimension=dimension,
                    role=role,
                    unit=answers.unit,
                    tier=place if answers.tier else None,
                    magnitude_mean=_geometric([answers.magnitude[i] for i in at]),
                    n=len(at),
                    controls=len(controls),
                    area=area.area,
                    area_low=area.low,
                    area_high=area.high,
                    d_a=d_a(area.area),
                    hits=hits,
                    false_alarms=alarms,
                    dprime=seen.dprime if known else None,
                    dprime_low=seen.low if known else None,
                    dprime_high=seen.high if known else None,
                    strictness=seen.strictness if known else None,
                )
            )
    return rows


def _cell(
    panel: Panel,
    key: tuple[str, str],
    answers: Told,
    controls: Sequence[Response],
    asked: Asked,
    target: float,
    share: float,
) -> CellSensitivity:
    area = area_onset(
        answers.magnitude,
        answers.merit,
        [r.merit for r in controls if r.merit is not None],
        target=target,
        level=asked.level,
        family=asked.family,
        tier=answers.tier,
        series=answers.series,
        replicates=asked.replicates,
        seed=asked.seed,
    )
    abbott = abbott_onset(
        answers.magnitude,
        answers.below,
        [1.0] * len(answers.below),
        controls=(sum(r.below is True for r in controls), len(controls)),
        share=share,
        level=asked.level,
        family=asked.family,
        tier=answers.tier,
        seed=asked.seed,
    )
    return CellSensitivity(
        judge=panel.judge,
        framing=panel.framing,
        dimension=key[0],
        role=key[1],
        unit=answers.unit,
        n=area.n,
        controls=area.controls,
        area_onset=area.onset,
        area_onset_low=area.low,
        area_onset_high=area.high,
        area_status=area.status,
        area_p=area.rise_p,
        area_q=None,
        family_size=0,
        unidentified=area.unidentified,
        abbott_onset=abbott.onset,
        abbott_low=abbott.low,
        abbott_high=abbott.high,
        abbott_status=abbott.status,
        floor=abbott.floor,
        target=target,
        share=share,
        level=asked.level,
    )


def _geometric(values: Sequence[float]) -> float:
    return math.exp(math.fsum(map(math.log, values)) / len(values))
