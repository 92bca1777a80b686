"""Criteria: what is asked about a picture, and what the answers mean."""

import re
from dataclasses import dataclass

from ..generator.errors import SpecError
from ..generator.read import Table

RATIONALE = "rationale"
"""Key of an answer that is no criterion."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One question of a protocol.

    Attributes
    ----------
    name : str
        Stands in the column `criterion` of judgements.
    question : str
        What is asked.
    boolean : bool
        Whether it is answered by true or false instead of on the scale.
    holistic : bool
        Whether it sums up the others; such answers are reported, never mixed in.
    anchors : tuple of (int, str)
        What scores mean, in rising order, both ends of the scale among them;
        empty for questions that are not answered on the scale.
    choices : tuple of (str, int)
        Labels among which to choose and the scores that they stand for; empty
        for other questions.
    """

    name: str
    question: str
    boolean: bool
    holistic: bool
    anchors: tuple[tuple[int, str], ...]
    choices: tuple[tuple[str, int], ...] = ()


def read_criterion(table: Table, low: int, high: int) -> Criterion:
    """Read a criterion of a protocol whose scale goes from `low` to `high`.

    Raises
    ------
    SpecError
        When it says something that is not allowed.
    """
    boolean = table.flag("boolean", default=False)
    choices = _choices(table, low, high) if table.has("choices") else ()
    if boolean and choices:
        raise SpecError(
            f"{table.place}: has boolean and choices; allowed: one of them or neither"
        )
    criterion = Criterion(
        name=_name(table),
        question=table.text("question"),
        boolean=boolean,
        holistic=table.flag("holistic", default=False),
        anchors=() if boolean or choices else _anchors(table, low, high),
        choices=choices,
    )
    table.done()
    return criterion


def _name(table: Table) -> str:
    name = table.text("name")
    if not _NAME.fullmatch(name) or name == RATIONALE:
        raise SpecError(
            f"{table.place}: name = {name!r}; allowed: up to 64 of the letters a to z, "
            f"digits and '_', no digit first, other than {RATIONALE!r}"
        )
    return name


def _anchors(table: Table, low: int, high: int) -> tuple[tuple[int, str], ...]:
    if table.has("marks"):
        return _marks(table.table("marks"), low, high)
    sentences = table.texts("anchors")
    steps = high - low + 1
    if len(sentences) != steps:
        raise SpecError(
            f"{table.place}: anchors holds {len(sentences)} sentences, "
            f"not one for each of the {steps} scores"
        )
    return tuple(enumerate(sentences, low))


def _marks(table: Table, low: int, high: int) -> tuple[tuple[int, str], ...]:
    allowed = {str(score): score for score in range(low, high + 1)}
    for key in table.keys():  # noqa: SIM118
        if key not in allowed:
            raise SpecError(
                f"{table.place}: {key!r} is no score; allowed: {low} to {high}"
            )
    for end in (low, high):
        if not table.has(str(end)):
            raise SpecError(
                f"{table.place}: says nothing about {end}; allowed: any scores, both "
                "ends of the scale among them"
            )
    return tuple(
        (score, table.text(key)) for key, score in allowed.items() if table.has(key)
    )


def _choices(table: Table, low: int, high: int) -> tuple[tuple[str, int], ...]:
    inner = table.table("choices")
    found = tuple(
        (label, inner.integer(label, low=low, high=high))
        for label in inner.keys()  # noqa: SIM118
    )
    folded = {label.strip().casefold() for label, _ in found}
    if len(found) < 2 or len(folded) < len(found) or "" in folded:
        raise SpecError(
            f"{inner.place}: has the labels {list(inner.keys())}; allowed: two or more "
            "that differ in more than case and blanks"
        )
    if len({score for _, score in found}) < len(found):
        raise SpecError(f"{inner.place}: gives two labels the same score")
    return found
