"""What commands show: text, tables and progress."""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

_SPELLED = {0xB0: "deg", 0x394: "d", 0x3C3: "sigma", 0x201C: '"', 0x201D: '"'}


def printable(text: str) -> str:
    """Return text in what of it standard output's encoding can show."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        plain = text.translate(_SPELLED)
        return plain.encode(encoding, "backslashreplace").decode(encoding)
    return text


def say(text: str) -> None:
    """Print a line."""
    click.echo(printable(text))


def print_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], *, title: str = ""
) -> None:
    """Print a table: drawn on a terminal that is wide enough, else aligned text."""
    if title:
        say(f"\n{title}")
    lines = [columns, *rows]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    room = shutil.get_terminal_size().columns
    if sys.stdout.isatty() and sum(widths) + 3 * len(widths) <= room:
        _draw_table(columns, rows)
        return
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        say("  ".join(cells).rstrip())


def _draw_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD)
    for name in columns:
        table.add_column(name)
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    Console().print(table)


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Show that something goes on, on a terminal only.

    Yields
    ------
    callable
        To be told what is being done now.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield lambda now: status.update(f"{what}: {now}")


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on standard error while something is done.

    Yields
    ------
    callable or None
        To be called with what is done and the total; None when standard error
        is not a terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield tell


@contextmanager
def noted_progress(what: str) -> Iterator[Callable[[int, int, str], None] | None]:
    """Show a bar with a note on standard error, on a terminal only.

    Yields
    ------
    callable or None
        To be called with what is done, the total, and how things stand; None
        when standard error is not a terminal.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[note]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, note="")

        def tell(done: int, total: int, note: str) -> None:
            bar.update(task, completed=done, total=total, note=note)

        yield tell
