"""The command `eyechart fit`."""

from pathlib import Path

import click


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
    from ..analysis.audit import fit
    from ..analysis.results.summary import (
        criteria_sentence,
        missing_sentence,
        onset_lines,
    )
    from ..generator.files import FileWriteError
    from ..terminal import print_table, say, waiting

    if Path(output).exists() and not Path(output).is_dir():
        raise FileWriteError(f"{output}: is a file; allowed: a folder")
    with waiting("Fitting curves"):
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
    columns, *rows = onset_lines(audit)
    print_table(columns, rows)
    say(criteria_sentence(audit))
    say(missing_sentence(audit))
    say(str(path))
