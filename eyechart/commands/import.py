"""Turn results of other harnesses into judgements."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..judging.importing.importer import Placed

_FILE = click.Path(path_type=Path)


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=_FILE)
@click.option(
    "-m",
    "--map",
    "mapping",
    metavar="NAME|FILE",
    help="How the results are laid out: a registered mapping or a file. Without it, "
    "FILE is a log of Inspect (.eval, .json).",
)
@click.option(
    "--judge", metavar="NAME", help="Who judged, where the mapping does not say it."
)
@click.option(
    "--protocol",
    metavar="NAME|FILE",
    help="What was asked, where results hold replies that are still to be read.",
)
@click.option(
    "-o", "--output", required=True, type=_FILE, help="Judgement file to be made."
)
def command(
    files: tuple[Path, ...],
    mapping: str | None,
    judge: str | None,
    protocol: str | None,
    output: Path,
) -> None:
    """Turn results of other harnesses into a judgement file.

    FILE is CSV, JSON, JSON Lines or Parquet, read by a mapping; or a log of Inspect.
    Nothing is clamped and nothing guessed: what is no score becomes a row with the
    reason.
    """
    from ..judging.importing.importer import write_judgements
    from ..judging.summary import levels, table
    from ..terminal import print_table, say

    count = write_judgements(_found(files, mapping, judge, protocol), output)
    print_table(*table(levels(output)))
    say(f"{count} judgements: {output}")


def _found(
    files: tuple[Path, ...],
    mapping: str | None,
    judge: str | None,
    protocol: str | None,
) -> "Iterator[Placed]":
    from ..judging.importing.importer import import_results
    from ..judging.importing.mapping import open_mapping
    from ..judging.inspecting.logs import import_logs
    from ..judging.protocol import open_protocol

    asked = open_protocol(protocol) if protocol else None
    if mapping is None:
        return import_logs(files, judge=judge, protocol=asked)
    return import_results(files, open_mapping(mapping), judge=judge, protocol=asked)
