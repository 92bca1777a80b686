"""The command `eyechart fit`."""

from pathlib import Path

import click

from ..options import curve_options, draw_options, judged_corpus


@click.command(name="fit")
@judged_corpus
@curve_options
@click.option(
    "--interval",
    default="calibrated",
    show_default=True,
    help="Calibrated or profile likelihood; parametric, percentile or cluster "
    "bootstrap.",
)
@draw_options(1999)
@click.option(
    "--preset",
    metavar="NAME",
    help="published-audit: percentile bootstrap of the onset at 75 %.",
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
        corpus_sentence,
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
    say(corpus_sentence(audit))
    say(criteria_sentence(audit))
    say(missing_sentence(audit))
    for sentence in (*excluded_sentences(audit), *caution_sentences(audit)):
        say(sentence)
    say(str(path))
