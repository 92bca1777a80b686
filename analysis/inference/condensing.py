"""Neighbours put together, so that refits by the thousand stay small."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..model.sigmoid import Array

MOST = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Condensed:
    """Places on an axis, each of at least one answer.

    Attributes
    ----------
    x : ndarray, shape (k,)
        Mean of the answers' places, ascending.
    order, starts : ndarray of int, shape (n,) and (k,)
        Answers sorted by place, and where each place begins among them.
    """

    x: Array
    order: NDArray[np.intp]
    starts: NDArray[np.intp]

    def summed(self, values: Array) -> Array:
        """Return the sums of `values`, shape (r, n), at each place, (r, k)."""
        sums = np.add.reduceat(values[:, self.order], self.starts, axis=1)
        return np.asarray(sums, dtype=np.float64)


def condense(x: Array, most: int = MOST) -> Condensed:
    """Put answers together: equal places always, neighbours where there are many.

    Parameters
    ----------
    x : ndarray, shape (n,)
        Places of n > 0 answers.
    most : int
        Where more places are distinct, so many groups of about equally many answers.

    Examples
    --------
    >>> found = condense(np.array([2.0, 1.0, 2.0]))
    >>> found.x, found.summed(np.array([[1.0, 5.0, 3.0]]))
    (array([1., 2.]), array([[5., 4.]]))
    >>> condense(np.arange(1000.0)).x.shape
    (128,)
    """
    distinct, place, size = np.unique(x, return_inverse=True, return_counts=True)
    if len(distinct) > most:
        upto = np.cumsum(size) - size / 2
        group = np.minimum(most * upto / len(x), most - 1).astype(np.intp)
        place = np.unique(group, return_inverse=True)[1][place]
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    means = np.add.reduceat(x[order], starts) / np.diff(np.append(starts, len(x)))
    return Condensed(
        x=distinct if len(distinct) <= most else means, order=order, starts=starts
    )
