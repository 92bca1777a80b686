"""Every example in a docstring shows what really comes out."""

import doctest
import importlib
import pkgutil

import pytest

import eyechart

MODULES = [
    "eyechart",
    *(
        module.name
        for module in pkgutil.walk_packages(eyechart.__path__, "eyechart.")
        if not module.name.endswith(".__main__")
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples() -> None:
    found = [importlib.import_module(name) for name in MODULES]
    finder = doctest.DocTestFinder()
    examples = sum(len(test.examples) for one in found for test in finder.find(one))
    assert examples > 40
