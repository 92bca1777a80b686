"""Settings that a judgement file states of its judges."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...analysis.reading.source import read_source
from ...generator.errors import JudgementError

COLUMNS = ("requested", "sent", "image_size_seen")
"""What a judgement may say of how it was asked for."""

_OF_THE_STIMULUS = ("effective_magnitude", "result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One setting of a judge.

    Attributes
    ----------
    judge, name, value : str
        Whose, which and what.
    n : int
        Rows that state it.
    """

    judge: str
    name: str
    value: str
    n: int


def recorded_settings(path: Path) -> tuple[Recorded, ...]:
    """Return every different setting that the rows of a judgement file state.

    Raises
    ------
    JudgementError
        When the file cannot be read.
    """
    counts: dict[tuple[str, str, str], int] = {}
    for _, row in read_source(path, JudgementError, name="judgements").rows:
        for name, value in _stated(row):
            key = (str(row.get("judge")), name, value)
            counts[key] = counts.get(key, 0) + 1
    return tuple(
        Recorded(judge=judge, name=name, value=value, n=n)
        for (judge, name, value), n in sorted(counts.items())
    )


def _stated(row: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for column in COLUMNS:
        value = _opened(row.get(column))
        if isinstance(value, Mapping):
            for name, one in value.items():
                if name not in _OF_THE_STIMULUS and one is not None:
                    yield f"{column}: {name}", _plain(one)
        elif value not in (None, ""):
            yield column, _plain(value)


def _opened(value: Any) -> Any:
    """Return what a text of JSON holds, which tables keep objects as."""
    if isinstance(value, str) and value.startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)
