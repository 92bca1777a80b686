"""Which stimuli a page shows: a few of every cell, the same ones every time."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...generator.errors import CorpusError, suggest

Row = Mapping[str, Any]

ASKED = ("kind", "dimension", "role", "tier", "layout")
"""Columns that a choice may ask for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What to show.

    Attributes
    ----------
    per_cell : int
        How many stimuli of each kind, dimension, role and tier.
    wanted : mapping of str to str
        Values that columns of `ASKED` must have.
    """

    per_cell: int
    wanted: Mapping[str, str]

    def of(self, rows: Sequence[Row]) -> list[Row]:
        """Return the chosen rows in corpus order.

        The first ones of a cell are taken from as many layouts as it has.

        Raises
        ------
        CorpusError
            When no stimulus has what is wanted.
        """
        for column, value in self.wanted.items():
            held = sorted({str(row[column]) for row in rows if row[column] is not None})
            if value not in held:
                raise CorpusError(
                    f"no stimulus has {column} {value!r}; {suggest(value, held)}"
                )
        fitting = [row for row in rows if self._fits(row)]
        if not fitting:
            told = ", ".join(f"{name} {value}" for name, value in self.wanted.items())
            raise CorpusError(f"no stimulus has {told}; allowed: what occurs together")
        cells: dict[tuple[Any, ...], list[Row]] = {}
        for row in fitting:
            key = tuple(row[name] for name in ASKED[:-1])
            cells.setdefault(key, []).append(row)
        chosen = {
            row["stimulus_id"]
            for members in cells.values()
            for row in _spread(members)[: self.per_cell]
        }
        return [row for row in fitting if row["stimulus_id"] in chosen]

    def _fits(self, row: Row) -> bool:
        return all(str(row[name]) == value for name, value in self.wanted.items())


def _spread(rows: Iterable[Row]) -> list[Row]:
    """Return rows so that every layout comes once before one comes twice."""
    turns: dict[str, int] = {}
    ranked = []
    for place, row in enumerate(rows):
        turn = turns[row["layout"]] = turns.get(row["layout"], 0) + 1
        ranked.append((turn, place, row))
    return [row for *_, row in sorted(ranked, key=lambda one: one[:2])]
