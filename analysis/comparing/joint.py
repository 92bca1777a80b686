"""Two curves over one floor: the likelihood of the difference of their onsets.

Curve k is z_k = q(g) + b_k (x - xi_k) with q(g) = F^-1((criterion - g) / (1 - g)), so
that both have the total probability `criterion` at xi_k; xi_2 = xi_1 + difference.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..curve import NARROWEST
from ..intervals.condensed import gathered, places
from ..model.ascent import Rows, ascend
from ..model.cell import Cell
from ..model.likelihood import Counts, Terms, log_likelihood, terms
from ..model.sigmoid import Array, Family, spread

Places = NDArray[np.intp]
# Columns: xi_1, b_1, difference, b_2, floor.
_FREE = np.eye(5)
_PINNED = np.delete(_FREE, 2, axis=0)
_SHARED_RATE = np.delete(_FREE, 3, axis=0)
_SHARED_RATE[1, 3] = 1
_DIFFERENCE = 2
_RATES = (0.5, 2.0, 6.0, 20.0)
_SHIFTS = (-0.5, 0.0, 0.5)
_FLOOR_SHARES = (0.3, 1.0)
_STARTS = 2
_MOST_MAGNITUDES = 128
"""Starts are chosen with neighbours together where more magnitudes are distinct."""
_LARGEST_RATE = 1e4
_ENOUGH = 1e-8
_UNDER_CRITERION = 1 - 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """Two cells of one judge, with one scaled axis and the controls of the first.

    Attributes
    ----------
    cells : (Cell, Cell)
        Both rest on the same controls, or on the same given floor.
    x : (ndarray, ndarray)
        Their scaled log magnitudes.
    peaks : (float, float)
        About where the onset of each lies.
    """

    family: Family
    cells: tuple[Cell, Cell]
    x: tuple[Array, Array]
    criterion: float
    peaks: tuple[float, float]

    def profile(self, difference: Array) -> Array:
        """Return the largest log likelihood at each difference, shape (r,)."""
        starts, owner = self._starts(difference)
        offset = np.zeros((len(starts), 5))
        offset[:, _DIFFERENCE] = difference[owner]
        kept = np.delete(starts, _DIFFERENCE, axis=1)
        _, value = self._climb(kept, _PINNED, offset, _LARGEST_RATE)
        return np.asarray(value.reshape(len(difference), -1).max(axis=1))

    def largest(
        self, *, shared_rate: bool = False, resolved: bool = False
    ) -> tuple[float, float]:
        """Return the largest log likelihood over all differences, and its difference.

        Parameters
        ----------
        shared_rate : bool
            Whether both curves have one rate.
        resolved : bool
            Whether only curves at least a fifth of the tested range wide count.
        """
        apart = self.peaks[1] - self.peaks[0]
        starts, _ = self._starts(np.linspace(apart - 0.6, apart + 0.6, 5))
        most = spread(self.family) / (2 * NARROWEST) if resolved else _LARGEST_RATE
        if shared_rate:
            starts = np.delete(starts, 3, axis=1)
        map_ = _SHARED_RATE if shared_rate else _FREE
        offset = np.zeros((len(starts), 5))
        theta, value = self._climb(starts, map_, offset, most)
        best = int(value.argmax())
        return float(value[best]), float(theta[best, _DIFFERENCE])

    def _climb(
        self, starts: Array, columns: Array, offset: Array, most: float
    ) -> tuple[Array, Array]:
        """Climb with full parameters ``offset + theta @ columns``."""

        def evaluate(theta: Array, rows: Rows, /) -> tuple[Array, Array, Array]:
            value, gradient, information = self._evaluate(
                offset[rows] + theta @ columns
            )
            return (
                value,
                gradient @ columns.T,
                np.einsum("pi,rij,qj->rpq", columns, information, columns),
            )

        low = np.array([-np.inf, 0.0, -np.inf, 0.0, self._floors()[0]])
        high = np.array([np.inf, most, np.inf, most, self._floors()[1]])
        first = columns.argmax(axis=1)
        return ascend(evaluate, starts, low[first], high[first], enough=_ENOUGH)

    def _evaluate(self, full: Array) -> tuple[Array, Array, Array]:
        """Return value (r,), gradient (r, 5) and information (r, 5, 5)."""
        g = full[:, 4]
        start, moved = self._line(g)
        value = np.zeros(len(full))
        gradient = np.zeros((len(full), 5))
        information = np.zeros((len(full), 5, 5))
        for k, place in enumerate((full[:, 0], full[:, 0] + full[:, _DIFFERENCE])):
            rate, at = full[:, 1 + 2 * k], 1 + 2 * k
            away = self.x[k] - place[:, None]
            z = start[:, None] + rate[:, None] * away
            t = terms(self.family, z, g, self._counts(k))
            value += t.value
            slopes = np.zeros((len(full), 5, len(self.x[k])))
            slopes[:, 0] = -rate[:, None]
            slopes[:, _DIFFERENCE] = -k * rate[:, None]
            slopes[:, at] = away
            slopes[:, 4] = moved[:, None]
            gradient += np.einsum("rn,rpn->rp", t.score_z, slopes)
            gradient[:, 4] += t.score_g
            information += _information(t, slopes)
        return value, gradient, information

    def _line(self, floor: Array) -> tuple[Array, Array]:
        """Return q(g) and dq/dg."""
        start = self.family.quantile((self.criterion - floor) / (1 - floor))
        moved = -(1 - self.criterion) / (1 - floor) ** 2 / self.family.density(start)
        return start, moved

    def _floors(self) -> tuple[float, float]:
        given = self.cells[0].floor
        top = self.criterion * _UNDER_CRITERION
        return (0.0, top) if given is None else (given, given)

    def _counts(self, k: int) -> Counts:
        """Return the answers of one cell; the controls go with the first."""
        cell = self.cells[k]
        own = k == 0
        return Counts(
            below=cell.below[None, :],
            total=cell.total,
            controls_below=np.array([cell.controls_below if own else 0.0]),
            controls_total=cell.controls_total if own else 0.0,
        )

    def _starts(self, difference: Array) -> tuple[Array, Places]:
        """Return the best starts of a grid for each difference, and their owners."""
        first, second = self.peaks
        cell = self.cells[0]
        guess = (cell.controls_below + 0.5) / (cell.controls_total + 1)
        low, high = self._floors()
        floors = np.clip(np.array(_FLOOR_SHARES) * guess, low, min(high, 0.98 * high))
        floors = np.clip(floors, low, high)
        grids = np.meshgrid(_SHIFTS, (0.0, 0.5, 1.0), _RATES, _RATES, floors)
        shift, share, rate_1, rate_2, floor = (v.ravel() for v in grids)
        r = len(difference)
        apart = difference[:, None]
        xi = (first + shift) * (1 - share) + (second + shift - apart) * share
        b_1 = rate_1 / np.maximum(1.0, np.abs(xi))
        b_2 = rate_2 / np.maximum(1.0, np.abs(xi + apart))
        g = np.broadcast_to(floor, xi.shape)
        full = np.stack(
            [xi, b_1, np.broadcast_to(apart, xi.shape), b_2, g], axis=2
        ).reshape(-1, 5)
        value = self._value(full).reshape(r, -1)
        order = np.argsort(-value, axis=1, kind="stable")[:, :_STARTS]
        chosen = (order + np.arange(r)[:, None] * len(floor)).ravel()
        return full[chosen], np.repeat(np.arange(r), _STARTS)

    def _value(self, full: Array) -> Array:
        start, _ = self._line(full[:, 4])
        value = np.zeros(len(full))
        for k, place in enumerate((full[:, 0], full[:, 0] + full[:, _DIFFERENCE])):
            x, counts = self._rough(k)
            z = start[:, None] + full[:, 1 + 2 * k, None] * (x - place[:, None])
            value += log_likelihood(self.family, z, full[:, 4], counts)
        return value

    def _rough(self, k: int) -> tuple[Array, Counts]:
        """Return places and answers of one cell, neighbours together where many."""
        cell, counts = self.cells[k], self._counts(k)
        if len(cell.total) <= _MOST_MAGNITUDES:
            return self.x[k], counts
        group = places(cell, _MOST_MAGNITUDES)
        total = gathered(group, cell.total)
        below = gathered(group, cell.below)[None, :]
        x = gathered(group, cell.total * self.x[k]) / total
        return x, replace(counts, below=below, total=total)


def _information(t: Terms, slopes: Array) -> Array:
    roots = t.root_z[:, None, :] * slopes
    roots[:, 4] += t.root_g
    found = np.einsum("rpn,rqn->rpq", roots, roots)
    found[:, 4, 4] += t.information_g
    return np.asarray(found)
