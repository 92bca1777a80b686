"""The command line: one group, its commands found by file name."""

import importlib
import os
import pkgutil
import sys

import click

from . import __version__, commands
from .generator.errors import EyechartError

_INTERRUPTED = 130


class _Group(click.Group):
    """Loads a command's module when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{commands.__name__}.{cmd_name}")
        command: click.Command = module.command
        return command


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="eyechart")
def cli() -> None:
    """Measure how wrong an image edit must be before a judge notices."""


def main() -> None:
    """Run the command line; bad input ends in one sentence and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = cli.main(standalone_mode=False)
    except EyechartError as error:
        _say(f"eyechart: {error}")
        sys.exit(2)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code if error.exit_code != 1 else 2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _say(f"eyechart: {error.strerror or error}")
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        _say("eyechart: interrupted; what was written whole is kept")
        sys.exit(_INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _say(sentence: str) -> None:
    shown = sentence.encode("utf-8", "backslashreplace").decode()
    click.echo(shown, err=True)
