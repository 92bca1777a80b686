"""``eyechart verify``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..generator.corpus.verified import Verified


def _lines(report: "Verified") -> list[str]:
    lines = [f"{'axis':<16}{'worst':>12}{'bound':>10}  stimulus"]
    for axis, one in sorted(report.worst.items()):
        size, bound = f"{one.size:.3g}", f"{one.bound:g}"
        name = f"{axis} ({one.unit})"
        lines.append(f"{name:<16}{size:>12}{bound:>10}  {one.stimulus_id}")
    kinds = ", ".join(f"{n} {kind}" for kind, n in sorted(report.kinds.items()))
    lines.append(f"verified {report.stimuli} stimuli ({kinds}), {report.images} images")
    return lines


@click.command("verify")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Processes; by default one a usable processor.",
)
def command(corpus: Path, workers: int | None) -> None:
    """Verify CORPUS: every digest, and every magnitude measured from pixels.

    What was found is kept in the corpus, in verified.json, with the digest of every
    file; `eyechart card` and `eyechart publish` ask for it.
    """
    from ..generator.corpus.verified import write_verified
    from ..generator.files import FileWriteError
    from ..generator.verify import verify
    from ..terminal import progress, say

    try:
        with progress("verifying") as tell:
            report = verify(corpus, workers=workers, progress=tell)
    except KeyboardInterrupt:
        click.echo(f"{corpus}: interrupted; nothing was changed", err=True)
        sys.exit(130)
    for line in _lines(report):
        say(line)
    try:
        write_verified(corpus, report)
    except FileWriteError as error:
        click.echo(f"the proof is not recorded: {error}", err=True)
