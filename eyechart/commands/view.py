"""``eyechart view``."""

from pathlib import Path

import click


@click.command("view")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="view.html",
    show_default=True,
    help="Where to write the page.",
)
@click.option(
    "--per-cell",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many stimuli of each kind, dimension, role and tier.",
)
@click.option("--kind", help="Only this kind.")
@click.option("--dimension", help="Only this dimension.")
@click.option("--role", help="Only this role.")
@click.option("--tier", type=click.IntRange(min=1), help="Only this tier.")
@click.option("--layout", help="Only this layout.")
def command(
    corpus: Path,
    output: Path,
    per_cell: int,
    kind: str | None,
    dimension: str | None,
    role: str | None,
    tier: int | None,
    layout: str | None,
) -> None:
    """Write one self-contained page to browse stimuli of CORPUS in.

    It shows source, ground truth and result side by side, in turn, or as their
    difference, and every column.
    """
    from ..cards.viewing.choice import Choice
    from ..cards.viewing.page import write_page
    from ..terminal import say

    asked = {
        "kind": kind,
        "dimension": dimension,
        "role": role,
        "tier": tier and str(tier),
        "layout": layout,
    }
    wanted = {name: value for name, value in asked.items() if value}
    shown = write_page(corpus, output, Choice(per_cell=per_cell, wanted=wanted))
    say(f"{output} shows {shown} stimuli")
