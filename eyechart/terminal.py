"""What commands show: tables and progress."""

import sys
from collections.abc import Sequence
from types import TracebackType

import click


def print_table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """Print a table to standard output, in plain aligned text.

    Columns whose cells all begin with a digit, sign or relation are set flush
    right. Characters that the output cannot show are replaced.
    """
    widths = [
        max(len(cell) for cell in column) for column in zip(columns, *rows, strict=True)
    ]
    right = [
        all(row[i][:1] in "0123456789-+<>≤≥.(–" for row in rows if row[i])
        for i in range(len(columns))
    ]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(cells, widths, right, strict=True)
        )
        return "  ".join(padded).rstrip()

    click.echo(f"\n{title}")
    click.echo(line(columns))
    click.echo("  ".join("-" * width for width in widths))
    for row in rows:
        click.echo(line(row))


class Steps:
    """Progress of a long step, shown on a terminal only.

    Parameters
    ----------
    title : str
        What is being done.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._live = sys.stderr.isatty()

    def __enter__(self) -> "Steps":
        return self

    def say(self, what: str) -> None:
        """Replace the shown line by what is being done now."""
        if self._live:
            sys.stderr.write(f"\r\x1b[K{self._title}: {what}")
            sys.stderr.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
