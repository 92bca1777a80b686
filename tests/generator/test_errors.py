"""Errors: one base, fitting builtins, helpful names."""

import inspect

import pytest

from eyechart.generator import errors
from eyechart.generator.errors import EyechartError, suggest

CLASSES = [
    one
    for _, one in inspect.getmembers(errors, inspect.isclass)
    if issubclass(one, EyechartError) and one is not EyechartError
]


@pytest.mark.parametrize("one", CLASSES)
def test_errors_are_also_a_fitting_builtin(one: type[EyechartError]) -> None:
    builtins = [base for base in one.__mro__ if base.__module__ == "builtins"]
    assert {"ValueError", "LookupError"} & {base.__name__ for base in builtins}


def test_a_near_name_is_offered_before_the_others() -> None:
    told = suggest("positon", ["colour", "position"])
    assert told == "did you mean 'position'? (allowed: colour, position)"


def test_a_far_name_is_not_offered() -> None:
    assert suggest("zzz", ["colour", "position"]) == "allowed: colour, position"


def test_nothing_is_allowed() -> None:
    assert suggest("zzz", []) == "allowed: nothing"
