"""The package that may be missing."""

import importlib.util

from ...generator.errors import EyechartError


class InspectMissingError(EyechartError, ImportError):
    """The package that runs tasks and reads their logs is not installed."""


def has_inspect() -> bool:
    """Tell whether Inspect AI is installed."""
    return importlib.util.find_spec("inspect_ai") is not None


def need_inspect() -> None:
    """Refuse to go on without Inspect AI.

    Raises
    ------
    InspectMissingError
        When it is not installed.
    """
    if not has_inspect():
        raise InspectMissingError(
            "Inspect AI is not installed; allowed: after pip install "
            "'eyechart[inspect]'"
        )
