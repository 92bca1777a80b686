"""Data sets by the thousand, each a column."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from .likelihood import Counts
from .scoring import Rows
from .sigmoid import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Data sets, one a column.

    Sums over a column do not depend, to the last bit, on which columns stand beside
    it, as long as one does: NumPy then adds up rows in their order.

    Attributes
    ----------
    x : ndarray, shape (n, r), or (n, 1) when all share them
        Scaled log magnitudes.
    below, passed : ndarray, shape (n, r)
        Answers below ceiling, and the others.
    controls_below, controls_passed : ndarray, shape (r,)
        The same of the controls.
    single : bool
        Whether each magnitude has one whole answer at most in each data set.
    """

    x: Array
    below: Array
    passed: Array
    controls_below: Array
    controls_passed: Array
    single: bool

    @classmethod
    def of(cls, x: Array, counts: Counts) -> Self:
        """Return data sets at the same scaled log magnitudes `x` as columns."""
        below = np.ascontiguousarray(counts.below.T)
        total = counts.total if counts.total.ndim == 2 else counts.total[None]
        passed = total.T - below
        return cls(
            x=x[:, None],
            below=below,
            passed=passed,
            controls_below=counts.controls_below,
            controls_passed=counts.controls_total - counts.controls_below,
            single=_single(below) and _single(passed) and bool(np.all(total <= 1)),
        )

    @classmethod
    def joined(cls, parts: "Sequence[Columns]") -> Self:
        """Return all data sets side by side; no answers fill up the shorter ones."""
        rows = max(len(part.x) for part in parts)

        def beside(name: str) -> Array:
            return np.concatenate([_filled(part, name, rows) for part in parts], axis=1)

        return cls(
            x=beside("x"),
            below=beside("below"),
            passed=beside("passed"),
            controls_below=np.concatenate([part.controls_below for part in parts]),
            controls_passed=np.concatenate([part.controls_passed for part in parts]),
            single=all(part.single for part in parts),
        )

    def take(self, rows: Rows) -> Self:
        """Return some of the data sets."""
        return type(self)(
            x=self.x if self.x.shape[1] == 1 else self.x.take(rows, axis=1),
            below=self.below.take(rows, axis=1),
            passed=self.passed.take(rows, axis=1),
            controls_below=self.controls_below[rows],
            controls_passed=self.controls_passed[rows],
            single=self.single,
        )

    def part(self, some: slice) -> Self:
        """Return neighbouring data sets, their arrays not copied."""
        return type(self)(
            x=self.x if self.x.shape[1] == 1 else self.x[:, some],
            below=self.below[:, some],
            passed=self.passed[:, some],
            controls_below=self.controls_below[some],
            controls_passed=self.controls_passed[some],
            single=self.single,
        )


def _single(answers: Array) -> bool:
    return bool(np.all((answers == 0) | (answers == 1)))


def _filled(data: Columns, name: str, rows: int) -> Array:
    """Return one array of the data sets with rows of zeros below, shape (rows, r)."""
    values = getattr(data, name)
    found = np.zeros((rows, len(data.controls_below)))
    found[: len(values)] = values
    return found
