"""``eyechart check``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..cards.check import Panel


@click.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--corpus",
    required=True,
    metavar="CORPUS",
    help="Folder, table without pictures, or dataset repository USER/NAME.",
)
@click.option("--revision", metavar="NAME", help="Tag or commit of a repository.")
@click.option(
    "--scale", metavar="LOW-HIGH", help="Scale of scores that do not state theirs."
)
def command(file: Path, corpus: str, revision: str | None, scale: str | None) -> None:
    """Check the judgements in FILE against the corpus that was judged.

    Ends with 0 when every stimulus has an answer, with 1 when some have none, and with
    2 when a row is no judgement, comes twice, is out of range, or is about another
    corpus.
    """
    from ..cards.check import check
    from ..cards.hub.load import find
    from ..terminal import print_table, say

    folder, _ = find(corpus, revision, ("metadata",))
    found = check(file, folder, scale=scale)
    columns = ("judge", "framing", "criterion", "scored", "unscored", "absent")
    print_table(columns, [_line(panel) for panel in found.panels])
    for panel in found.panels:
        if panel.absent:
            say(_absent(panel))
    pictures = f"{found.named} of {found.rows} rows name the picture that was judged"
    say(pictures + (", and it is the corpus' own" if found.named else ""))
    say("complete" if found.complete else "incomplete: some stimuli have no answer")
    if not found.complete:
        sys.exit(1)


def _line(panel: "Panel") -> tuple[str, ...]:
    unscored = ", ".join(f"{n} {status}" for status, n in panel.unscored.items())
    return (
        panel.judge,
        panel.framing,
        panel.criterion,
        str(panel.n),
        unscored or "0",
        str(len(panel.absent)),
    )


def _absent(panel: "Panel") -> str:
    from ..cards.check import SHOWN

    named = ", ".join(panel.absent[:SHOWN])
    more = len(panel.absent) - SHOWN
    rest = f" and {more} more" if more > 0 else ""
    return (
        f"{panel.judge}, {panel.framing}, {panel.criterion}: no answer on {named}{rest}"
    )
