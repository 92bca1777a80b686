"""Let a judge score a corpus."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ..generator.errors import SpecError, UnknownNameError, suggest

_FILE = click.Path(path_type=Path)
_Function = TypeVar("_Function", bound=Callable[..., Any])

_OBSERVERS_ONLY = ("framing",)
_HOSTED_ONLY = (
    "protocol",
    "base_url",
    "name",
    "resize_rule",
    "concurrency",
    "tries",
    "timeout",
    "rpm",
    "tpm",
    "prices",
    "budget",
    "dry_run",
    "export_batch",
    "import_batch",
)


def _hosted_options(function: _Function) -> _Function:
    """Add the options of judges that are asked over the network."""
    count, amount = click.IntRange(min=1), click.FloatRange(min=0, min_open=True)
    options = (
        click.option(
            "--protocol",
            metavar="NAME|FILE",
            help="What is asked: a registered protocol or a file. [default: audit]",
        ),
        click.option(
            "--base-url", help="Where the model is asked, such as a server's."
        ),
        click.option("--name", help="Name of the judge in the file. [default: JUDGE]"),
        click.option(
            "--resize-rule", help="What the server does to pictures, if it is known."
        ),
        click.option(
            "--concurrency", type=count, help="Requests at a time. [default: 8]"
        ),
        click.option("--tries", type=count, help="Of each request. [default: 8]"),
        click.option(
            "--timeout", type=amount, help="Seconds of silence to wait. [default: 120]"
        ),
        click.option("--rpm", type=amount, help="Requests a minute at most."),
        click.option("--tpm", type=amount, help="Tokens a minute at most."),
        click.option("--prices", type=_FILE, help="Table of prices (TOML)."),
        click.option(
            "--budget", type=amount, help="What may be spent, earlier runs included."
        ),
        click.option(
            "--dry-run",
            is_flag=True,
            default=None,
            help="Print requests, tokens and cost; send nothing.",
        ),
        click.option(
            "--export-batch",
            type=_FILE,
            metavar="FOLDER",
            help="Write batch files (OpenAI, vLLM) instead of sending.",
        ),
        click.option(
            "--import-batch",
            type=_FILE,
            multiple=True,
            default=None,
            metavar="FILE",
            help="Take in what a batch brought; may be repeated.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command("judge")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option(
    "-j",
    "--judge",
    required=True,
    metavar="JUDGE",
    help="simulated, simulated:FILE.toml, pixel, instrument, openai:MODEL, "
    "anthropic:MODEL or gemini:MODEL.",
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
    help="Of judges that compute: show the source and the instruction, or the correct "
    "edit. [default: both]",
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
    help="Chance of the simulated judge, or the order in which a model is asked.",
)
@_hosted_options
def command(
    corpus: Path,
    judge: str,
    output: Path,
    limit: int | None,
    repeat: int,
    seed: int | None,
    **options: Any,
) -> None:
    """Let JUDGE score the stimuli of the folder CORPUS.

    Started again, the command asks only what the file does not hold yet. Keys of
    providers are read from the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY,
    GEMINI_API_KEY, and EYECHART_API_KEY for any other address.
    """
    from ..judging.clients import provider_names
    from ..judging.observers import observer_names

    which = judge.partition(":")[0]
    known = (*observer_names(), *provider_names())
    if which not in known:
        raise UnknownNameError(f"unknown judge {which!r}; {suggest(which, known)}")
    networked = which in provider_names()
    for option in _OBSERVERS_ONLY if networked else _HOSTED_ONLY:
        if options[option] not in (None, ()):
            raise SpecError(
                f"option --{option.replace('_', '-')} is of no use to judge {judge!r}; "
                + (
                    "allowed: with judges that compute, such as simulated"
                    if networked
                    else "allowed: with openai:MODEL, anthropic:MODEL and gemini:MODEL"
                )
            )
    if networked:
        from ..networked import ask

        ask(corpus, judge, output, limit, repeat, seed or 0, options)
    else:
        _compute(corpus, judge, output, limit, repeat, seed, options["framing"])


def _compute(
    corpus: Path,
    judge: str,
    output: Path,
    limit: int | None,
    repeat: int,
    seed: int | None,
    framing: str | None,
) -> None:
    from ..generator.corpus.reading import open_corpus
    from ..judging.observers import open_observer
    from ..judging.runner import FRAMINGS, Questions, run
    from ..terminal import progress

    observer = open_observer(judge, seed=seed)
    answered = tuple(name for name in FRAMINGS if name in observer.criteria)
    both = framing in (None, "both")
    questions = Questions(
        framings=answered if both else (str(framing),), repeats=repeat
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
