"""What an observer is: a judge that computes its answers on this machine."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..judgement import Judgement

Row = Mapping[str, Any]
"""A stimulus: its columns in the corpus by name."""

AUDIT, REFERENCE = "audit", "reference"
"""The protocols whose criteria observers answer."""


class Observer(Protocol):
    """A judge that computes its answers."""

    @property
    def name(self) -> str:
        """What stands in the column `judge`."""

    @property
    def settings(self) -> str:
        """Digest of all that the answers depend on besides the stimulus."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Corpus columns it looks at, besides `stimulus_id` and `kind`."""

    @property
    def criteria(self) -> Mapping[str, tuple[str, ...]]:
        """Criteria of an answer, in order, by framing."""

    def check(self, stimuli: Sequence[Row]) -> None:
        """Refuse a corpus that it cannot judge, given all rows without images.

        Raises
        ------
        EyechartError
            When it cannot.
        """

    def judge(self, row: Row, framing: str, repeat: int = 0) -> tuple[Judgement, ...]:
        """Return one judgement for each criterion of `framing`, in order.

        The answer depends on the arguments and the settings alone: not on
        what else was judged, in which order, or how often.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A registered observer.

    Attributes
    ----------
    name, summary : str
        Registered name, equal to the file's; one line for people.
    open : callable
        ``open(argument, seed)`` makes the observer from what follows the colon
        in ``NAME:ARGUMENT`` and from the seed, each None when not given. It
        raises an `EyechartError` for what it has no use for.
    """

    name: str
    summary: str
    open: Callable[[str | None, int | None], Observer]


def requested(row: Row, settings: str) -> dict[str, Any]:
    """Return the column `requested`: the observer's settings and the picture."""
    return {"settings": settings, "result": row.get("pixels_sha256")}
