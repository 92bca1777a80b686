"""Answers that are none, and how a harness shows them."""

import re
from dataclasses import dataclass

from ...analysis.reading.values import is_blank
from ...generator.read import Table
from ..judgement import SCORED, STATUSES
from .origin import read_pattern
from .records import ABSENT, Record

UNSCORED = tuple(status for status in STATUSES if status not in SCORED)
"""The statuses that carry no score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """How an answer looks that is none.

    Attributes
    ----------
    column : str
        Path of the column that tells.
    pattern : re.Pattern
        What all of its text then matches.
    status : str
        What has become of the answer: a status without a score.
    """

    column: str
    pattern: re.Pattern[str]
    status: str

    def holds(self, record: Record) -> bool:
        """Tell whether a record is such an answer."""
        found = record.look(self.column)
        if found is ABSENT or is_blank(found):
            return False
        return self.pattern.fullmatch(str(found)) is not None


def read_failures(table: Table) -> tuple[Failure, ...]:
    """Read the ``failures`` of a mapping or of one of its criteria.

    Raises
    ------
    SpecError
        When they say something that is not allowed.
    """
    return tuple(map(_failure, table.tables("failures", [])))


def _failure(table: Table) -> Failure:
    failure = Failure(
        column=table.text("column"),
        pattern=read_pattern(table, "pattern", groups=0),
        status=table.text("status", allowed=UNSCORED),
    )
    table.done()
    return failure
