"""``eyechart render``."""

import sys
from pathlib import Path

import click


@click.command("render")
@click.argument("spec")
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="CORPUS",
    help="Folder of the corpus; made when missing.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Processes; by default one a usable processor.",
)
def command(spec: str, folder: Path, workers: int | None) -> None:
    """Render SPEC, a preset or a TOML file, to a corpus.

    What is already in the folder is kept: after an interruption, run the same
    command again to go on.
    """
    from ..generator.render import render
    from ..generator.spec import read_spec
    from ..terminal import progress

    wanted = read_spec(spec)
    try:
        with progress("rendering") as tell:
            render(wanted, folder, workers=workers, progress=tell)
    except KeyboardInterrupt:
        click.echo(
            f"{folder}: interrupted; run the same command again to go on", err=True
        )
        sys.exit(130)
    click.echo(f"rendered {folder}")
