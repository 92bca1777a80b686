"""The command line: one group, its commands found by file name."""

import importlib
import os
import pkgutil
import sys
from typing import Any

import click

from . import __version__, commands
from .generator.errors import EyechartError, UnknownNameError, suggest

_INTERRUPTED = 130
# Older releases of click show the help of a group without an error.
_HELP: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())


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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command.

        Raises
        ------
        UnknownNameError
            When there is none of that name; the nearest is named.
        """
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            raise UnknownNameError(
                f"command {args[0]!r} is unknown; {suggest(args[0], names)}"
            )
        return super().resolve_command(ctx, args)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="eyechart")
def cli() -> None:
    """Measure how wrong an image edit must be before a judge notices."""


def main() -> None:
    """Run the command line; bad input ends in one sentence and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = cli.main(prog_name="eyechart", standalone_mode=False)
    except EyechartError as error:
        _say(f"eyechart: {error}")
        sys.exit(2)
    except _HELP as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        _say(_sentence(error))
        sys.exit(2)
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


def _sentence(error: click.ClickException) -> str:
    """Return what was wrong with how a command was called, on one line."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = "eyechart" if context is None else context.command_path
    if isinstance(error, click.NoSuchOption):
        said = f"no such option {error.option_name!r}"
        if error.possibilities:
            near = " or ".join(repr(name) for name in error.possibilities)
            said += f"; did you mean {near}?"
    else:
        said = " ".join(error.format_message().split()).removesuffix(".")
        said = said.replace(". Choose from:", "; allowed:")
        said = said[:1].lower() + said[1:]
    return f"{path}: {said} (see {path} --help)"


def _say(sentence: str) -> None:
    shown = sentence.encode("utf-8", "backslashreplace").decode()
    click.echo(shown, err=True)
