"""The command `eyechart compare`."""

from pathlib import Path

import click

from ..options import curve_options, draw_options, judged_corpus


@click.command(name="compare")
@judged_corpus
@curve_options
@click.option(
    "--area",
    type=float,
    default=0.75,
    show_default=True,
    help="Area under the ROC curve where seeing begins.",
)
@draw_options(499)
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
    area: float,
    replicates: int,
    seed: int,
) -> None:
    """Compare roles, judges and framings, and tell seeing from docking.

    CORPUS is a corpus folder or a metadata table; each FILE holds judgements (JSON
    Lines, CSV or Parquet). Writes comparison_roles.csv, comparison_judges.csv,
    comparison_framings.csv, comparison_unedited.csv, comparison_spread.csv,
    comparison_missing.csv, sensitivity.csv and sensitivity_tiers.csv into DIR, and what
    they were made with into comparison_settings.json and sensitivity_settings.json. The
    criterion and the lapse are of onsets that are compared; none enters sensitivity.
    """
    from ..analysis.arguments import check_area, lapse_of
    from ..analysis.asked import Asked, read_asked
    from ..analysis.comparing.compare import TABLES, compare_table
    from ..analysis.sensitivity.table import sensitivity_of
    from ..generator.files import FileWriteError
    from ..terminal import print_table, say, waiting

    if Path(output).exists() and not Path(output).is_dir():
        raise FileWriteError(f"{output}: is a file; allowed: a folder")
    check_area("area", area)
    asked = Asked(
        criterion=criterion,
        level=level,
        family=family,
        lapse=lapse_of(lapse),
        score=score,
        scale=scale,
        replicates=replicates,
        seed=seed,
    )
    with waiting("Reading"):
        table = read_asked(files, corpus, score, scale)
    with waiting("Comparing"):
        compared = compare_table(table, asked)
    with waiting("Measuring sensitivity"):
        seen = sensitivity_of(table, asked, target=area)
    folder = compared.save(output)
    counts = {name: len(getattr(compared, name)) for name in TABLES}
    rows = [(f"comparison_{name}.csv", str(n)) for name, n in counts.items()]
    rows.append((seen.save(output).name, str(len(seen.cells))))
    rows.append(("sensitivity_tiers.csv", str(len(seen.tiers))))
    print_table(("file", "rows"), rows)
    say(str(folder))
