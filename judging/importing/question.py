"""Where the scores of results stand, on which scales."""

from dataclasses import dataclass

from ...generator.errors import SpecError
from ...generator.read import Table
from .failure import UNSCORED, Failure, read_failures
from .origin import Origin, read_origin

SKIP = "skip"
"""Of an empty score: it was not asked for."""

Scale = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One score of a record.

    Attributes
    ----------
    criterion : Origin
        Where the name of the criterion comes from.
    column : str
        Path of the score.
    scale : tuple of float or None
        Its ends; None where columns state them, or for true or false.
    scale_columns : tuple of str
        Paths of the columns that state them; empty for none.
    boolean : tuple of str
        Criteria that are true or false instead.
    blank : str
        What an empty score is: a status, `SKIP`, or empty when it is an error.
    raw : str
        Path of the reply that it was read from; empty where it was not kept.
    failures : tuple of Failure
        Answers that are none.
    """

    criterion: Origin
    column: str
    scale: Scale | None
    scale_columns: tuple[str, ...]
    boolean: tuple[str, ...]
    blank: str
    raw: str
    failures: tuple[Failure, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the results that are looked at."""
        told = [failure.column for failure in self.failures]
        raw = [self.raw] if self.raw else []
        return (
            *self.criterion.columns,
            self.column,
            *self.scale_columns,
            *raw,
            *told,
        )


def read_questions(table: Table) -> tuple[Question, ...]:
    """Read where scores stand: in one column, or in one for each criterion.

    Raises
    ------
    SpecError
        When it says something that is not allowed.
    """
    raw = table.text("raw", "")
    blank = _blank(table, "")
    failures = read_failures(table)
    scale = _scale(table) if table.has("scale") else None
    if table.has("criteria") and table.has("criterion"):
        raise SpecError(
            f"{table.place}: has criterion and criteria; allowed: one of them"
        )
    if not table.has("criteria"):
        return (_long(table, scale, blank, raw, failures),)
    questions = tuple(
        _wide(entry, scale, blank, raw, failures) for entry in table.tables("criteria")
    )
    names = [question.criterion.value for question in questions]
    for name in names:
        if names.count(name) > 1:
            raise SpecError(f"{table.place}: criterion {name!r} is named twice")
    if not questions:
        raise SpecError(f"{table.place}: criteria is empty; allowed: one or more")
    return questions


def _long(
    table: Table,
    scale: Scale | None,
    blank: str,
    raw: str,
    failures: tuple[Failure, ...],
) -> Question:
    given = [key for key in ("scale_min", "scale_max") if table.has(key)]
    boolean = table.texts("boolean", ())
    if given and (scale or len(given) == 1):
        raise SpecError(
            f"{table.place}: has {' and '.join(given)}"
            f"{' beside scale' if scale else ''}; allowed: scale = [LOW, HIGH], or the "
            "columns scale_min and scale_max"
        )
    if not given and scale is None and not boolean:
        raise SpecError(
            f"{table.place}: states no scale; allowed: scale = [LOW, HIGH], or the "
            "columns scale_min and scale_max"
        )
    return Question(
        criterion=read_origin(table.table("criterion"), "criterion"),
        column=table.text("score"),
        scale=scale,
        scale_columns=tuple(table.text(key) for key in given),
        boolean=boolean,
        blank=blank,
        raw=raw,
        failures=failures,
    )


def _wide(
    table: Table,
    scale: Scale | None,
    blank: str,
    raw: str,
    failures: tuple[Failure, ...],
) -> Question:
    name = table.text("name")
    boolean = table.flag("boolean", default=False)
    own = _scale(table) if table.has("scale") else None
    if boolean and own:
        raise SpecError(
            f"{table.place}: has boolean and scale; allowed: one of them or neither"
        )
    if not boolean and not (own or scale):
        raise SpecError(
            f"{table.place}: states no scale; allowed: scale = [LOW, HIGH] here or for "
            "all, or boolean = true"
        )
    question = Question(
        criterion=Origin(name="criterion", value=name),
        column=table.text("score"),
        scale=None if boolean else own or scale,
        scale_columns=(),
        boolean=(name,) if boolean else (),
        blank=_blank(table, blank),
        raw=table.text("raw", raw),
        failures=(*failures, *read_failures(table)),
    )
    table.done()
    return question


def _blank(table: Table, default: str) -> str:
    if not table.has("blank"):
        return default
    return table.text("blank", allowed=(SKIP, *UNSCORED))


def _scale(table: Table) -> Scale:
    low, high = table.numbers("scale", length=2)
    if low >= high:
        raise SpecError(
            f"{table.place}: scale = [{low:g}, {high:g}]; allowed: two numbers, the "
            "lower first"
        )
    return low, high
