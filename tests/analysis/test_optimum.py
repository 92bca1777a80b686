"""The fit is never caught in a local optimum: against a dense search."""

import importlib.util
from pathlib import Path

import pytest

from eyechart.analysis.families import family_names

PATH = Path(__file__).parents[2] / "benchmarks" / "global_optimum.py"


@pytest.fixture(scope="module")
def study():
    spec = importlib.util.spec_from_file_location("global_optimum", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", family_names())
@pytest.mark.parametrize(("floor", "sets"), [(0.02, 20), (0.5, 80)])
def test_no_curve_is_likelier(study, name, floor, sets):
    # The study of 2,000 has other seeds: even ones have few points, and are quick.
    gaps = [study.gap(name, 10_000 + 2 * i, floor) for i in range(sets)]
    assert max(gaps) < 1e-6
    # Where the maximum is no step, the search finds it too.
    assert sum(gap > -1e-5 for gap in gaps) > 0.4 * sets


def test_two_summits_of_which_the_lower_attracts(study):
    # The best starts of a grid all lie under the lower summit.
    assert study.gap("gumbel", 77, 0.02) < 1e-6
