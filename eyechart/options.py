"""Arguments and options that several commands of the analysis share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def judged_corpus(function: F) -> F:
    """Take CORPUS, FILE... and the folder to write into."""
    for decorate in reversed(
        (
            click.argument("corpus"),
            click.argument("files", metavar="FILE...", nargs=-1, required=True),
            click.option(
                "-o", "--output", required=True, metavar="DIR", help="Folder to write."
            ),
        )
    ):
        function = decorate(function)
    return function


def curve_options(function: F) -> F:
    """Take what decides which curve is fitted to what."""
    for decorate in reversed(
        (
            click.option(
                "--criterion",
                type=float,
                default=0.75,
                show_default=True,
                help="Probability below ceiling at the onset.",
            ),
            click.option(
                "--level",
                type=float,
                default=0.95,
                show_default=True,
                help="Confidence level.",
            ),
            click.option(
                "--score",
                default="any",
                show_default=True,
                help="What counts as below ceiling: any criterion, their mean, or one "
                "by name.",
            ),
            click.option(
                "--scale",
                metavar="LOW-HIGH",
                help="Scale of files that do not state theirs.",
            ),
            click.option(
                "--family", default="logistic", show_default=True, help="Sigmoid."
            ),
            click.option(
                "--lapse",
                default="0",
                show_default=True,
                metavar="SHARE|estimated",
                help="Distance of a curve's upper end from 1.",
            ),
        )
    ):
        function = decorate(function)
    return function


def draw_options(replicates: int) -> Callable[[F], F]:
    """Take how many data sets are drawn, by default `replicates`, and the seed."""

    def decorated(function: F) -> F:
        seed = click.option(
            "--seed",
            type=click.IntRange(min=0),
            default=0,
            show_default=True,
            help="Seed of everything that is drawn.",
        )
        number = click.option(
            "--replicates",
            type=click.IntRange(min=99),
            default=replicates,
            show_default=True,
            help="Data sets of a bootstrap.",
        )
        return number(seed(function))

    return decorated
