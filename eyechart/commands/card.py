"""``eyechart card``."""

from pathlib import Path

import click


@click.command("card")
@click.argument("corpus")
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
@click.option(
    "--revision", metavar="NAME", help="With --judge: tag or commit of a repository."
)
def command(
    corpus: str, given: Path | None, output: Path | None, revision: str | None
) -> None:
    """Write the card of CORPUS: README.md, its pictures and croissant.json.

    Every figure is measured from the corpus, which `eyechart verify` must have proven.
    With --judge, CORPUS may be a dataset repository USER/NAME.
    """
    if given is None:
        for name, value in (("-o", output), ("--revision", revision)):
            if value is not None:
                raise click.UsageError(
                    f"{name} goes with --judge; a corpus keeps its own card"
                )
        from ..cards.dataset.card import card_files, write_card

        folder = Path(corpus)
        click.echo(write_card(folder, card_files(folder)))
    else:
        from ..cards.hub.load import find
        from ..cards.judge.card import write_judge_card

        folder, commit = find(corpus, revision, ("metadata",))
        place = None if commit is None else (corpus, commit)
        click.echo(write_judge_card(folder, given, output, place=place))
