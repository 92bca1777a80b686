"""How cells are shared out, and what the processes that fit them load."""

import subprocess
import sys
from itertools import chain

import pytest

from eyechart.analysis.cells import _shares

HEAVY = ("scipy.optimize", "scipy.stats", "pandas", "pyarrow", "matplotlib")
CODE = f"""
import sys
import eyechart.analysis.cell_fits
print(*[name for name in {HEAVY} if name in sys.modules])
"""


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
@pytest.mark.parametrize("cells", [0, 1, 5, 11, 40, 120, 1000])
def test_shares_hold_every_cell_once_and_grow_smaller(cells, workers):
    shares = _shares(range(cells), workers)
    sizes = [len(share) for share in shares]
    assert list(chain.from_iterable(shares)) == list(range(cells))
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes, default=0) <= 40
    assert len(sizes) >= min(cells, workers)


def test_the_last_shares_of_many_cells_are_small():
    sizes = [len(share) for share in _shares(range(120), 2)]
    assert sizes[0] == 30
    assert max(sizes[-4:]) == 10


def test_processes_that_fit_cells_load_little():
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
