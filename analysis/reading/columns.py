"""Names of columns: slips of the pen, and what is plainly no criterion."""

import difflib
from collections.abc import Collection

from ...generator.errors import JudgementError

_NO_CRITERIA = ("seed", "index", "id", "n", "count", "")


def plain(name: str) -> str:
    """Return a name as names are compared: case, blanks and hyphens do not count.

    Examples
    --------
    >>> plain("Overall Quality")
    'overall_quality'
    """
    return name.strip().casefold().replace(" ", "_").replace("-", "_")


def refuse_slips(
    columns: Collection[str],
    known: Collection[str],
    optional: Collection[str],
    source: str,
) -> None:
    """Refuse a column that looks like a known one that is not there.

    Parameters
    ----------
    columns : collection of str
        Every column.
    known : collection of str
        The columns with a meaning of their own.
    optional : collection of str
        Those of them that no column may resemble, unless they are there too.
    source : str
        Name of the table.

    Raises
    ------
    JudgementError
        With the column and the name that was meant.
    """
    same = {plain(name): name for name in known if name not in columns}
    unused = [name for name in optional if name not in columns]
    for column in columns:
        if column in known:
            continue
        near = difflib.get_close_matches(plain(column), unused, n=1, cutoff=0.8)
        meant = same.get(plain(column)) or (near[0] if near else None)
        if meant is not None:
            raise JudgementError(
                f"{source}: column {column!r} is unknown; did you mean {meant!r}? "
                "(allowed: any name less like it)"
            )


def refuse_no_criteria(columns: Collection[str], source: str) -> None:
    """Refuse columns that would be taken for criteria and plainly are none.

    Raises
    ------
    JudgementError
        With the column and what to do about it.
    """
    for column in columns:
        name = plain(column)
        if name in _NO_CRITERIA or name.startswith("unnamed:"):
            raise JudgementError(
                f"{source}: column {column!r} would be read as a criterion; allowed: "
                "drop it, or give it a name that says what was scored"
            )
