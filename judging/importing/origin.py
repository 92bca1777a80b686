"""Where a value comes from: a column, the name of the file, or the mapping itself."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from ...analysis.reading.values import is_blank
from ...generator.errors import JudgementError, SpecError, suggest
from ...generator.read import Table
from .records import ABSENT, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where the values of one column of a judgement file come from.

    Attributes
    ----------
    name : str
        The column, for messages.
    column : str
        Path of a column of the results; empty for none.
    pattern : re.Pattern or None
        With one group: the part of the text that counts. Of the file's name,
        when there is no column.
    names : tuple of (str, str)
        What texts of the results stand for; empty when they are taken as they
        are.
    value : str
        The same for all; empty for none.
    """

    name: str
    column: str = ""
    pattern: re.Pattern[str] | None = None
    names: tuple[tuple[str, str], ...] = ()
    value: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the results that are looked at."""
        return (self.column,) if self.column else ()

    def text(self, record: Record) -> str:
        """Return the value for a record.

        Raises
        ------
        JudgementError
            When there is none, it is no text, or it is not as the mapping says.
        """
        if self.value:
            return self.value
        found = self._matched(self._found(record), record.place)
        if not self.names:
            return found
        known = dict(self.names)
        if found not in known:
            raise JudgementError(
                f"{record.place}: {self._what} = {found!r} has no name in the mapping; "
                f"{suggest(found, known)}"
            )
        return known[found]

    @property
    def _what(self) -> str:
        return self.column or "name of the file"

    def _found(self, record: Record) -> str:
        if not self.column:
            return record.file.name
        found = record.look(self.column)
        if found is ABSENT or is_blank(found):
            raise JudgementError(
                f"{record.place}: {self.column} is empty; allowed: a text that gives "
                f"{self.name}"
            )
        if isinstance(found, bool) or not isinstance(found, str | int):
            raise JudgementError(
                f"{record.place}: {self.column} = {found!r:.60} is no text; allowed: a "
                f"text that gives {self.name}"
            )
        return str(found).strip()

    def _matched(self, found: str, place: str) -> str:
        if self.pattern is None:
            return found
        match = self.pattern.fullmatch(found)
        if match is None or not match[1]:
            raise JudgementError(
                f"{place}: {self._what} = {found!r} does not give {self.name}; "
                f"allowed: what matches {self.pattern.pattern!r}"
            )
        return match[1]


def read_origin(
    table: Table, name: str, *, allowed: Collection[str] | None = None
) -> Origin:
    """Read where a column comes from.

    Parameters
    ----------
    table : Table
        With ``column`` and if need be ``pattern``, or ``file`` (a pattern), or
        ``value``; the first two also with ``names``.
    name : str
        The column of the judgement file.
    allowed : collection of str, optional
        What its values may be; stated in full by ``value`` or ``names``.

    Raises
    ------
    SpecError
        When it says something that is not allowed.
    """
    given = [key for key in ("column", "file", "value") if table.has(key)]
    if len(given) != 1:
        raise SpecError(
            f"{table.place}: has {' and '.join(given) or 'none'} of column, file and "
            "value; allowed: one of them"
        )
    if given == ["value"]:
        origin = Origin(name=name, value=_some(table, "value", allowed))
    else:
        origin = Origin(
            name=name,
            column=_some(table, "column") if given == ["column"] else "",
            pattern=_pattern(table, given[0]),
            names=_names(table, allowed),
        )
    table.done()
    return origin


def read_pattern(table: Table, key: str, *, groups: int) -> re.Pattern[str]:
    """Read a regular expression.

    Raises
    ------
    SpecError
        When it is none, or has another number of groups.
    """
    text = table.text(key)
    try:
        pattern = re.compile(text, re.DOTALL)
    except re.error as error:
        raise SpecError(f"{table.place}: {key} = {text!r}: {error}") from error
    if pattern.groups != groups:
        raise SpecError(
            f"{table.place}: {key} = {text!r} has {pattern.groups} groups; "
            f"allowed: {groups}"
        )
    return pattern


def _pattern(table: Table, given: str) -> re.Pattern[str] | None:
    if given == "file":
        return read_pattern(table, "file", groups=1)
    return read_pattern(table, "pattern", groups=1) if table.has("pattern") else None


def _names(
    table: Table, allowed: Collection[str] | None
) -> tuple[tuple[str, str], ...]:
    if not table.has("names"):
        return ()
    inner = table.table("names")
    keys = inner.keys()
    return tuple((key, _some(inner, key, allowed)) for key in keys)


def _some(table: Table, key: str, allowed: Collection[str] | None = None) -> str:
    text = table.text(key, allowed=allowed)
    if not text.strip():
        raise SpecError(f"{table.place}: {key} is empty; allowed: any text but nothing")
    return text
