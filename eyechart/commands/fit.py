"""The command `eyechart fit`."""

import shutil
import sys
from contextlib import AbstractContextManager, nullcontext

import click

_SPELLED = {0xB0: "deg", 0x394: "d", 0x3C3: "sigma"}


@click.command(name="fit")
@click.argument("corpus")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("-o", "--output", required=True, metavar="DIR", help="Folder to write.")
@click.option(
    "--criterion",
    type=float,
    default=0.75,
    show_default=True,
    help="Probability below ceiling at the onset.",
)
@click.option(
    "--level", type=float, default=0.95, show_default=True, help="Confidence level."
)
@click.option(
    "--score",
    default="any",
    show_default=True,
    help="What counts as below ceiling: any criterion, their mean, or one by name.",
)
@click.option(
    "--scale", metavar="LOW-HIGH", help="Scale of files that do not state theirs."
)
@click.option("--family", default="logistic", show_default=True, help="Sigmoid.")
@click.option(
    "--interval", default="profile", show_default=True, help="Kind of interval."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed of the Monte Carlo p values.",
)
def command(
    corpus: str,
    files: tuple[str, ...],
    output: str,
    criterion: float,
    level: float,
    score: str,
    scale: str | None,
    family: str,
    interval: str,
    seed: int,
) -> None:
    """Fit floors, curves and onsets to judgements.

    CORPUS is a corpus folder or a metadata table; each FILE holds judgements (JSON
    Lines, CSV or Parquet). Writes onsets.csv, onsets.json, floors.csv, tiers.csv,
    missing.csv and settings.json into DIR.
    """
    from eyechart.analysis.audit import fit
    from eyechart.analysis.results.summary import missing_sentence, onset_lines

    with _waiting():
        audit = fit(
            list(files),
            corpus,
            criterion=criterion,
            level=level,
            family=family,
            interval=interval,
            score=score,
            scale=scale,
            seed=seed,
        )
    path = audit.save(output)
    _show(onset_lines(audit))
    _say(missing_sentence(audit))
    _say(str(path))


def _waiting() -> AbstractContextManager[object]:
    """Return a sign of work in progress, on a terminal only."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status("Fitting curves")


def _show(lines: list[tuple[str, ...]]) -> None:
    """Print a table: drawn on a terminal that is wide enough, else aligned text."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    wide = sum(widths) + 3 * len(widths) <= shutil.get_terminal_size().columns
    if sys.stdout.isatty() and wide:
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=SIMPLE_HEAD)
        for name in lines[0]:
            table.add_column(name)
        for line in lines[1:]:
            table.add_row(*(Text(_printable(cell)) for cell in line))
        Console().print(table)
        return
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        _say("  ".join(cells).rstrip())


def _say(text: str) -> None:
    click.echo(_printable(text))


def _printable(text: str) -> str:
    """Return text in what of it the encoding of the output can show."""
    encoding = sys.stdout.encoding or "ascii"
    plain = text.translate(_SPELLED)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return plain.encode(encoding, "backslashreplace").decode(encoding)
    return text
