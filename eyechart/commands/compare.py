"""The command `eyechart compare`."""

from pathlib import Path

import click


@click.command(name="compare")
@click.argument("corpus")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("-o", "--output", required=True, metavar="DIR", help="Folder to write.")
@click.option(
    "--criterion",
    type=float,
    default=0.75,
    show_default=True,
    help="Probability below ceiling at an onset.",
)
@click.option(
    "--area",
    type=float,
    default=0.75,
    show_default=True,
    help="Area under the ROC curve where seeing begins.",
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
    "--replicates",
    type=click.IntRange(min=99),
    default=499,
    show_default=True,
    help="Bootstrap replicates.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seed of every draw.",
)
def command(
    corpus: str,
    files: tuple[str, ...],
    output: str,
    criterion: float,
    area: float,
    level: float,
    score: str,
    scale: str | None,
    family: str,
    replicates: int,
    seed: int,
) -> None:
    """Compare roles, judges and framings, and tell seeing from docking.

    CORPUS is a corpus folder or a metadata table; each FILE holds judgements (JSON
    Lines, CSV or Parquet). Writes comparison_roles.csv, comparison_judges.csv,
    comparison_framings.csv, comparison_unedited.csv, comparison_spread.csv,
    comparison_missing.csv, sensitivity.csv and sensitivity_tiers.csv into DIR.
    """
    from ..analysis.arguments import check_area
    from ..analysis.comparing.compare import TABLES, compare
    from ..analysis.sensitivity.table import sensitivity
    from ..generator.files import FileWriteError
    from ..terminal import print_table, say, waiting

    if Path(output).exists() and not Path(output).is_dir():
        raise FileWriteError(f"{output}: is a file; allowed: a folder")
    check_area("area", area)
    with waiting("Comparing"):
        compared = compare(
            list(files),
            corpus,
            criterion=criterion,
            level=level,
            family=family,
            score=score,
            scale=scale,
            replicates=replicates,
            seed=seed,
        )
    with waiting("Measuring sensitivity"):
        seen = sensitivity(
            list(files),
            corpus,
            target=area,
            level=level,
            family=family,
            score=score,
            scale=scale,
            replicates=replicates,
            seed=seed,
        )
    folder = compared.save(output)
    counts = {name: len(getattr(compared, name)) for name in TABLES}
    rows = [(f"comparison_{name}.csv", str(n)) for name, n in counts.items()]
    rows.append((seen.save(output).name, str(len(seen.cells))))
    rows.append(("sensitivity_tiers.csv", str(len(seen.tiers))))
    print_table(("file", "rows"), rows)
    say(str(folder))
