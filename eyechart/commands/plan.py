"""``eyechart plan``: what would be rendered."""

import click


@click.command()
@click.argument("spec")
def command(spec: str) -> None:
    """Show the cells, counts and rejections of SPEC, a preset or a TOML file."""
    from ..generator.plan import make_plan
    from ..generator.plan_table import plan_tables
    from ..generator.spec import read_spec
    from ..terminal import print_table, say, waiting

    asked = read_spec(spec)
    with waiting("Planning") as tell:
        plan = make_plan(asked, tell)
    for table in plan_tables(plan):
        print_table(table.columns, table.rows, title=table.title)
    say(f"{asked.version}: {len(plan.stimuli)} stimuli")
