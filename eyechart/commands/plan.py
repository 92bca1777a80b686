"""``eyechart plan``: what would be rendered."""

import click


@click.command()
@click.argument("spec")
def command(spec: str) -> None:
    """Show the cells, counts and rejections of SPEC, a preset or a TOML file."""
    from ..generator.plan import make_plan
    from ..generator.plan_table import plan_tables
    from ..generator.spec import read_spec
    from ..terminal import Steps, print_table

    asked = read_spec(spec)
    with Steps("Planning") as steps:
        plan = make_plan(asked, steps.say)
    for table in plan_tables(plan):
        print_table(table.title, table.columns, table.rows)
    click.echo(f"{asked.version}: {len(plan.stimuli)} stimuli")
