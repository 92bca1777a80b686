"""Show a fitted audit as one HTML page."""

from pathlib import Path

import click


@click.command("report")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--corpus",
    type=click.Path(path_type=Path),
    help="Rendered corpus folder; adds crops of what the tiers look like.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Where to write the page (default: DIR/report.html).",
)
def command(folder: Path, corpus: Path | None, output: Path | None) -> None:
    """Write one self-contained HTML page with tables and figures.

    DIR is the folder that `eyechart fit` wrote.
    """
    from ..analysis.report import build_report

    click.echo(build_report(folder, corpus=corpus, output=output))
