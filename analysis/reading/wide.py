"""Judgements in wide form: one row a stimulus, one column a criterion."""

from collections.abc import Iterator

from ...generator.errors import JudgementError, suggest
from .columns import refuse_no_criteria, refuse_slips
from .source import Row, Source
from .values import is_blank

REFERENCE_CRITERIA = ("difference", "similarity")
_REQUIRED = ("stimulus_id", "judge")
_OPTIONAL = (
    "framing",
    "repeat",
    "cue",
    "order",
    "status",
    "scale_min",
    "scale_max",
)
_RECORDED = (
    "raw",
    "requested",
    "sent",
    "usage",
    "image_size_seen",
    "time",
)
_ABOUT_THE_STIMULUS = (
    "series_id",
    "kind",
    "dimension",
    "role",
    "tier",
    "magnitude",
    "magnitude_measured",
    "unit",
    "visible_anchor",
    "pixels_sha256",
)


def is_wide(source: Source) -> bool:
    """Tell whether a table has neither of the columns `criterion` and `score`."""
    return not {"criterion", "score"} & set(source.columns)


def long_rows(source: Source) -> Iterator[Row]:
    """Yield one row a criterion.

    Columns that describe the answer or the stimulus are no criteria. Without a
    column `framing`, `difference` and `similarity` belong to the reference framing
    and all others to the instruction framing. An empty cell was not asked when the
    row's status is ok, and not answered otherwise.

    Raises
    ------
    JudgementError
        When a required column is missing, there is no criterion, a column is
        plainly none (a slip of an optional name, an index, a seed), or a row whose
        status is ok has no score at all.
    """
    for column in _REQUIRED:
        if column not in source.columns:
            raise JudgementError(
                f"{source.name}: column {column!r} is missing; "
                f"{suggest(column, source.columns).replace('allowed:', 'found:')}"
            )
    known = (*_REQUIRED, *_OPTIONAL, *_RECORDED, *_ABOUT_THE_STIMULUS)
    criteria = [column for column in source.columns if column not in known]
    refuse_slips(source.columns, known, _OPTIONAL, source.name)
    refuse_no_criteria(criteria, source.name)
    if not criteria:
        raise JudgementError(
            f"{source.name}: no column holds scores; allowed: columns criterion and "
            "score, or one column for each criterion"
        )
    for place, row in source.rows:
        framing = None if is_blank(row.get("framing")) else row["framing"]
        status = "ok" if is_blank(row.get("status")) else row["status"]
        found = 0
        for criterion in criteria:
            of_reference = criterion in REFERENCE_CRITERIA
            own = "reference" if of_reference else "instruction"
            blank = is_blank(row.get(criterion))
            if blank and (status == "ok" or framing not in (None, own)):
                continue
            found += 1
            yield (
                place,
                {
                    **row,
                    "framing": framing or own,
                    "criterion": criterion,
                    "score": row.get(criterion),
                    "column": criterion,
                },
            )
        if not found:
            raise JudgementError(
                f"{place}: status ok without any score; allowed: a score in at least "
                f"one of {', '.join(criteria)}"
            )
