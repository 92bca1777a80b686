"""``eyechart demo``: the whole path on a small corpus."""

import importlib
import importlib.util
from pathlib import Path

import click


def _run(context: click.Context, name: str, *arguments: str) -> None:
    """Run another command and show how it would be typed."""
    click.echo(f"\n$ eyechart {name} {' '.join(arguments)}")
    command: click.Command = importlib.import_module(f"{__package__}.{name}").command
    with command.make_context(name, list(arguments), parent=context) as inner:
        command.invoke(inner)


def _can_read() -> bool:
    """Tell whether the judge that reads is installed, without loading it."""
    names = ("rapidocr", "onnxruntime")
    return all(importlib.util.find_spec(name) is not None for name in names)


@click.command()
@click.option(
    "-o",
    "--output",
    default="demo",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Folder to work in.",
)
@click.pass_context
def command(context: click.Context, output: Path) -> None:
    """Render a small corpus, verify it, judge it, fit onsets, report.

    Uses judges that need no network; the one that reads texts takes part when it is
    installed, and takes some minutes. Started again, it goes on where it stopped.
    """
    corpus, audit = str(output / "corpus"), str(output / "audit")
    answers = [str(output / f"{judge}.jsonl") for judge in ("simulated", "pixel")]
    _run(context, "render", "smoke", "-o", corpus)
    _run(context, "verify", corpus)
    _run(context, "judge", corpus, "-j", "simulated", "-o", answers[0])
    full_reference = ("-j", "pixel", "--framing", "reference", "-o", answers[1])
    _run(context, "judge", corpus, *full_reference)
    if _can_read():
        answers.append(str(output / "instrument.jsonl"))
        _run(context, "judge", corpus, "-j", "instrument", "-o", answers[2])
    else:
        click.echo("\nJudge instrument is left out: pip install 'eyechart[instrument]'")
    _run(context, "fit", corpus, *answers, "-o", audit)
    _run(context, "report", audit, "--corpus", corpus)
