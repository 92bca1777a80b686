"""Examples in docstrings do what they show."""

import doctest
import importlib
import pkgutil

import eyechart


def test_every_example_holds():
    failed = []
    for module in pkgutil.walk_packages(eyechart.__path__, "eyechart."):
        if module.name.endswith("__main__"):
            continue
        found = doctest.testmod(importlib.import_module(module.name))
        failed += [module.name] * found.failed
    assert failed == []
