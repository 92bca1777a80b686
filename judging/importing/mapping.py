"""Mappings: how the results of a harness become judgements."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from ...generator.errors import SpecError, UnknownNameError, suggest
from ...generator.read import Table, read_toml
from ..judgement import FRAMINGS, ORDERS
from ..mappings import FOLDER
from ..protocol import protocol_names
from ..replies.reading import FINISHES
from .failure import Failure, read_failures
from .origin import Origin, read_origin
from .question import Question, read_questions

KINDS = ("scores", "replies")
"""What results hold: scores, or replies that are still to be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replies:
    """Where the replies of results stand.

    Attributes
    ----------
    column : str
        Path of the reply.
    protocol : str
        Registered protocol that was asked; empty where the command says it.
    criterion : Origin or None
        A criterion that was asked about; None where a protocol asks once.
    finish : Origin or None
        Why the model stopped.
    failures : tuple of Failure
        Answers that are none.
    """

    column: str
    protocol: str
    criterion: Origin | None
    finish: Origin | None
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """How the results of a harness become judgements.

    Attributes
    ----------
    name, digest : str
        File name without ending; SHA-256 of the file.
    records : str or None
        Where in a JSON document the list of records is.
    stimulus : Origin
        Where `stimulus_id` comes from.
    judge, framing, cue, order, repeat : Origin or None
        Where these columns come from; None for their default, or where the
        command or the protocol says it.
    first : int
        Number of the first repeat in the results.
    questions : tuple of Question
        Where the scores are; empty when replies are to be read.
    replies : Replies or None
        Where the replies are; None when there are scores.
    """

    name: str
    digest: str
    records: str | None
    stimulus: Origin
    judge: Origin | None
    framing: Origin | None
    cue: Origin | None
    order: Origin | None
    repeat: Origin | None
    first: int
    questions: tuple[Question, ...]
    replies: Replies | None

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the results that are looked at."""
        origins = [self.stimulus, self.judge, self.framing, self.cue, self.order]
        origins.append(self.repeat)
        found = []
        if self.replies:
            origins += [self.replies.criterion, self.replies.finish]
            found += [failure.column for failure in self.replies.failures]
            found.append(self.replies.column)
        found += [column for one in origins if one for column in one.columns]
        return (*found, *(c for one in self.questions for c in one.columns))


def mapping_names() -> tuple[str, ...]:
    """Return the registered mappings, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def open_mapping(text: str) -> Mapping:
    """Return a registered mapping by its name, or the one in a file by its path.

    What ends in ``.toml`` is a path.

    Raises
    ------
    UnknownNameError
        When there is none of that name.
    SpecError
        When the file says something that is not allowed.
    """
    if text.endswith(".toml"):
        return read_mapping(Path(text))
    if text not in mapping_names():
        raise UnknownNameError(
            f"unknown mapping {text!r}; {suggest(text, mapping_names())}, or a file "
            "that ends in .toml"
        )
    return read_mapping(FOLDER / f"{text}.toml")


def read_mapping(path: Path) -> Mapping:
    """Read a mapping file.

    Raises
    ------
    SpecError
        When the file says something that is not allowed.
    """
    table = read_toml(path)
    table.text("title")
    replies = table.text("holds", allowed=KINDS) == "replies"
    repeat, first = _repeat(table)
    mapping = Mapping(
        name=path.stem,
        digest=hashlib.sha256(path.read_bytes()).hexdigest(),
        records=table.text("records") if table.has("records") else None,
        stimulus=read_origin(table.table("stimulus_id"), "stimulus_id"),
        judge=_origin(table, "judge"),
        framing=None if replies else _framing(table),
        cue=_origin(table, "cue"),
        order=_origin(table, "order", ORDERS),
        repeat=repeat,
        first=first,
        questions=() if replies else read_questions(table),
        replies=_replies(table) if replies else None,
    )
    table.done()
    return mapping


def _replies(table: Table) -> Replies:
    return Replies(
        column=table.text("raw"),
        protocol=table.text("protocol", allowed=protocol_names())
        if table.has("protocol")
        else "",
        criterion=_origin(table, "criterion"),
        finish=_origin(table, "finish", FINISHES),
        failures=read_failures(table),
    )


def _origin(
    table: Table, name: str, allowed: Collection[str] | None = None
) -> Origin | None:
    if not table.has(name):
        return None
    return read_origin(table.table(name), name, allowed=allowed)


def _framing(table: Table) -> Origin:
    return read_origin(table.table("framing"), "framing", allowed=FRAMINGS)


def _repeat(table: Table) -> tuple[Origin | None, int]:
    if not table.has("repeat"):
        return None, 0
    inner = table.table("repeat")
    first = inner.integer("first", 0, low=0)
    if inner.has("value"):
        raise SpecError(f"{inner.place}: has value; allowed: column or file")
    return read_origin(inner, "repeat"), first
