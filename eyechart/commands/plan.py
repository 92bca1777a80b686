"""``eyechart plan``: what would be rendered."""

import click


@click.command()
@click.argument("spec")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Processes; by default one a usable processor.",
)
def command(spec: str, workers: int | None) -> None:
    """Show the cells, counts and rejections of SPEC, a preset or a TOML file.

    Below the tables stands whatever else differs between tiers, such as pages of
    one difficulty that the largest errors do not fit.
    """
    from ..generator.plan import make_plan
    from ..generator.plan_table import plan_imbalances, plan_tables
    from ..generator.spec import read_spec
    from ..terminal import print_table, say, waiting

    asked = read_spec(spec)
    with waiting("Planning") as tell:
        plan = make_plan(asked, tell, workers)
    for table in plan_tables(plan):
        print_table(table.columns, table.rows, title=table.title)
    sentences = plan_imbalances(plan)
    if sentences:
        say("\nNot the same at every tier")
    for sentence in sentences:
        say(sentence)
    left = sum(plan.left.values())
    say(
        f"\n{asked.version}: {len(plan.stimuli)} stimuli; "
        f"{len(plan.refusals)} series fit no page; {left} more fitted and were left "
        "out, so that layouts, directions and properties stay even"
    )
