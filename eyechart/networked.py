"""The command ``judge`` for models that are asked over the network."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from .generator.corpus.reading import open_corpus
from .judging.asking.judge import Hosted, hosted
from .judging.asking.plan import Plan, plan_run
from .judging.batches.export import export_batches
from .judging.batches.results import import_batches
from .judging.choices import judged_pairs
from .judging.forecast import forecast
from .judging.hosted import Manner, Report, run_hosted
from .judging.protocol import open_protocol
from .judging.sending.prices import read_prices
from .judging.sending.retry import Retry
from .judging.summary import levels, table
from .judging.vision.rule import find_rule
from .terminal import noted_progress, print_table, say


def ask(
    corpus: Path,
    judge: str,
    output: Path,
    limit: int | None,
    repeat: int,
    seed: int,
    options: dict[str, Any],
) -> None:
    """Have a model score a corpus, or tell, export or take in what that takes.

    Parameters
    ----------
    corpus : Path
        Folder of the corpus.
    judge : str
        Such as ``"openai:MODEL"``.
    output : Path
        Judgement file.
    limit, repeat, seed
        What is asked, as the command has them.
    options : dict
        The other options of the command, by name.

    Raises
    ------
    EyechartError
        When the run cannot be.
    """
    asked = _judge(judge, options)
    manner = _manner(asked, options)
    opened = open_corpus(corpus)
    plan = plan_run(asked, opened, repeats=repeat, limit=limit, seed=seed)
    if options["dry_run"]:
        _foretell(plan, output, manner)
        return
    if options["export_batch"]:
        done = export_batches(plan, opened, output, options["export_batch"])
        files = ", ".join(map(str, done.files)) or "nothing to ask"
        click.echo(f"{done.requests} requests: {files}")
        return
    if options["import_batch"]:
        _import(plan, output, options["import_batch"])
        return
    with noted_progress(asked.name) as tell:
        report = run_hosted(
            plan,
            opened,
            output,
            environment=os.environ,
            manner=manner,
            tell=tell,
        )
    _tell(plan, output, report, manner)
    if report.stopped == "interrupted":
        raise KeyboardInterrupt
    if report.unanswered:
        raise click.exceptions.Exit(1)


def _judge(text: str, options: dict[str, Any]) -> Hosted:
    rule = options["resize_rule"]
    return hosted(
        text,
        open_protocol(options["protocol"] or "audit"),
        base_url=options["base_url"],
        name=options["name"],
        rule=None if rule is None else find_rule(rule),
    )


def _manner(judge: Hosted, options: dict[str, Any]) -> Manner:
    given = {
        "concurrency": options["concurrency"],
        "seconds": options["timeout"],
        "requests_per_minute": options["rpm"],
        "tokens_per_minute": options["tpm"],
        "budget": options["budget"],
        "retry": options["tries"] and Retry(tries=options["tries"]),
        "prices": options["prices"] and read_prices(options["prices"], judge.model),
    }
    return Manner(**{name: value for name, value in given.items() if value is not None})


def _foretell(plan: Plan, output: Path, manner: Manner) -> None:
    found = forecast(plan, output, manner.prices)
    say(f"{found.questions} questions, {found.kept} answered: {output}")
    say(f"requests to send: {found.requests}")
    say(f"input tokens, reckoned: {found.input_tokens}")
    say(f"output tokens, at most: {found.output_tokens}")
    if found.cost is not None and manner.prices is not None:
        low, high = found.cost
        say(f"cost: {low:.4f} to {high:.4f} {manner.prices.currency}")
    for sent, seen in found.seen:
        say(f"pictures of {sent} px are seen at: {seen}")


def _import(plan: Plan, output: Path, files: tuple[Path, ...]) -> None:
    done = import_batches(plan, output, files)
    click.echo(f"{done.taken} answers taken in, {done.unanswered} open: {output}")
    for kind, count in sorted(done.failures.items()):
        click.echo(f"without an answer: {count} {kind}", err=True)
    if done.unanswered:
        raise click.exceptions.Exit(1)


def _tell(plan: Plan, output: Path, report: Report, manner: Manner) -> None:
    kept = report.kept
    say(
        f"{report.answered} answers by {plan.judge.name}"
        + (f", {kept} kept from before" if kept else "")
        + f": {output}"
    )
    columns, cells = table(levels(output))
    if cells:
        print_table(columns, cells, title="Use of the scale")
    if plan.judge.protocol.framing == "pairwise" and cells:
        _tell_pairs(plan, output)
    for line in _remarks(report, manner):
        click.echo(line, err=True)


def _remarks(report: Report, manner: Manner) -> Iterator[str]:
    tally = report.tally
    if tally.failures:
        yield f"failed requests, by kind: {tally.failed()}"
    if tally.dropped:
        names = ", ".join(sorted(tally.dropped))
        yield f"refused by the model and left out: {names}"
    if tally.disagreeing:
        yield (
            f"{tally.disagreeing} of {tally.checked} answers report prompt tokens that "
            "do not fit the published price of these pictures: the model may see "
            "them at another size"
        )
    if manner.prices is not None:
        yield f"spent: {report.spent:.4f} {manner.prices.currency}"
    if report.stopped == "budget":
        yield "stopped before the budget would be exceeded"
    if report.unanswered:
        yield f"{report.unanswered} questions are open; run the same command again"


def _tell_pairs(plan: Plan, output: Path) -> None:
    kinds = {asked.question.stimulus_id: asked.row["kind"] for asked in plan.asked}
    order, found = judged_pairs(output, kinds)
    say(f"\nPairs answered in both orders: {order.n}")
    told = {
        "same verdict in both orders": order.same,
        "opposite verdicts": order.strict_flip,
        "picture shown first preferred": order.first,
        "same verdict when asked again": order.repeated,
    }
    for words, share in told.items():
        if share is not None:
            say(f"{words}: {share:.3f}")
    for way, one in found.items():
        right = one.accuracy_decided
        told_right = "" if right is None else f", right of these {right:.3f}"
        told_all = f", right of all {one.accuracy_all:.3f}"
        say(f"{way}: decided {one.coverage:.3f}{told_right}{told_all}")
