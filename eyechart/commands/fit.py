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
    "--lapse",
    default="0",
    show_default=True,
    metavar="SHARE|estimated",
    help="Distance of a curve's upper end from 1.",
)
@click.option(
    "--interval",
    default="calibrated",
    show_default=True,
    help="Calibrated or profile likelihood; parametric, percentile or cluster "
    "bootstrap.",
)
@click.option(
    "--replicates",
    type=int,
    default=1999,
    show_default=True,
    help="Data sets of a bootstrap.",
)
@click.option(
    "--preset",
    metavar="NAME",
    help="published-audit: percentile bootstrap of the onset at 75 %.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed of everything that is drawn.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Processes; by default one a usable processor.",
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
    lapse: str,
    interval: str,
    replicates: int,
    preset: str | None,
    seed: int,
    workers: int | None,
) -> None:
    """Fit floors, curves and onsets to judgements.

    CORPUS is a corpus folder or a metadata table; each FILE holds judgements (JSON
    Lines, CSV or Parquet). Writes onsets.csv, onsets.json, floors.csv, tiers.csv,
    missing.csv, diagnostics.csv, residuals.csv and settings.json into DIR.
    """
    from ..analysis.arguments import lapse_of
    from ..analysis.audit import fit
    from ..analysis.results.summary import (
        caution_sentences,
        criteria_sentence,
        excluded_sentences,
        missing_sentence,
        onset_lines,
    )
    from ..generator.files import FileWriteError
    from ..terminal import print_table, progress, say

    if Path(output).exists() and not Path(output).is_dir():
        raise FileWriteError(f"{output}: is a file; allowed: a folder")
    with progress("Fitting curves") as tell:
        audit = fit(
            list(files),
            corpus,
            criterion=criterion,
            level=level,
            family=family,
            lapse=lapse_of(lapse),
            interval=interval,
            replicates=replicates,
            preset=preset,
            score=score,
            scale=scale,
            seed=seed,
            workers=workers,
            progress=tell,
        )
    path = audit.save(output)
    columns, *rows = onset_lines(audit)
    print_table(columns, rows)
    say(criteria_sentence(audit))
    say(missing_sentence(audit))
    for sentence in (*excluded_sentences(audit), *caution_sentences(audit)):
        say(sentence)
    say(str(path))
