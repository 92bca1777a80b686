"""Let a judge score a corpus."""

from pathlib import Path

import click


@click.command("judge")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option(
    "-j",
    "--judge",
    required=True,
    metavar="JUDGE",
    help="NAME or NAME:SETTINGS, such as simulated, simulated:FILE.toml or pixel.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="Judgement file (JSON Lines); continued when it exists.",
)
@click.option(
    "--framing",
    type=click.Choice(["instruction", "reference", "both"]),
    default="both",
    show_default=True,
    help="Show the source and the instruction, or the correct edit; both: every "
    "framing that the judge knows.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), help="Judge the first so many stimuli only."
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How often each question is asked.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    help="Chance of the simulated judge, instead of that of its settings.",
)
def command(
    corpus: Path,
    judge: str,
    output: Path,
    framing: str,
    limit: int | None,
    repeat: int,
    seed: int | None,
) -> None:
    """Let JUDGE score the stimuli of the folder CORPUS.

    Started again, the command asks only what the file does not hold yet.
    """
    from ..generator.corpus.reading import open_corpus
    from ..judging.observers import open_observer
    from ..judging.runner import FRAMINGS, Questions, run
    from ..terminal import progress

    observer = open_observer(judge, seed=seed)
    answered = tuple(name for name in FRAMINGS if name in observer.criteria)
    questions = Questions(
        framings=answered if framing == "both" else (framing,), repeats=repeat
    )
    with progress(observer.name) as tell:
        tally = run(
            observer,
            open_corpus(corpus),
            output,
            questions=questions,
            limit=limit,
            progress=tell,
        )
    click.echo(
        f"{tally.asked} answers by {observer.name}"
        + (f", {tally.kept} kept from before" if tally.kept else "")
        + f": {output}"
    )
