"""``eyechart card``."""

from pathlib import Path

import click


@click.command("card")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option(
    "--judge",
    "given",
    type=click.Path(path_type=Path),
    metavar="FILE|DIR",
    help="Write the card of a judge instead: from its judgement file, or from the "
    "folder that `eyechart fit` wrote.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Where to write the card of a judge (default: DIR/JUDGE.md, or beside FILE).",
)
def command(corpus: Path, given: Path | None, output: Path | None) -> None:
    """Write the card of CORPUS: README.md, its pictures and croissant.json.

    Every figure is measured from the corpus, which `eyechart verify` must have proven.
    """
    if given is None:
        if output is not None:
            raise click.UsageError("-o goes with --judge; a corpus keeps its own card")
        from ..cards.dataset.card import card_files, write_card

        click.echo(write_card(corpus, card_files(corpus)))
    else:
        from ..cards.judge.card import write_judge_card

        click.echo(write_judge_card(corpus, given, output))
