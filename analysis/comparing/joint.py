"""Two curves over one floor: the likelihood of the difference of their onsets.

Curve k is z_k = q(g, l_k) + b_k (x - xi_k) with q(g, l) = F^-1((criterion - g) /
(1 - g - l)), so that both have the total probability `criterion` at xi_k; xi_2 = xi_1 +
difference. Each has a lapse l_k of its own when it is estimated.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..curve import NARROWEST
from ..intervals.condensed import gathered, places
from ..model.ascent import Rows, ascend
from ..model.cell import Cell
from ..model.ends import floor_bounds, lapse_bounds
from ..model.likelihood import Counts, Shape, ascent, log_likelihood, log_prior
from ..model.sigmoid import Array, Family, spread

# Columns: xi_1, b_1, difference, b_2, floor, lapse_1, lapse_2.
_SIZE = 7
_DIFFERENCE, _FLOOR, _LAPSE = 2, 4, 5
_RATES = (0.5, 2.0, 6.0, 20.0)
_SHIFTS = (-0.5, 0.0, 0.5)
_FLOOR_SHARES = (0.3, 1.0)
_STARTS = 2
_MOST_MAGNITUDES = 128
_ROUGHLY = 48
"""Starts are chosen with so many groups where more magnitudes are distinct."""
_LARGEST_RATE = 1e4
_LAPSE_SHARES = (0.02, 0.4)
_ENOUGH = 1e-8


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
        starts = self._starts(difference)
        columns = np.delete(self._columns(), _DIFFERENCE, axis=0)
        _, value = self._climb(starts, columns, _LARGEST_RATE)
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
        starts = self._starts(np.linspace(apart - 0.6, apart + 0.6, 5))
        most = spread(self.family) / (2 * NARROWEST) if resolved else _LARGEST_RATE
        columns = self._columns()
        if shared_rate:
            columns = np.delete(columns, 3, axis=0)
            columns[1, 3] = 1
            starts[:, 3] = 0.0
        full, value = self._climb(starts, columns, most)
        best = int(value.argmax())
        return float(value[best]), float(full[best, _DIFFERENCE])

    def _columns(self) -> Array:
        """Return the parameters that are free, one unit vector a row."""
        return np.eye(_SIZE)[: _SIZE if self._lapse_free else _LAPSE]

    def _climb(self, starts: Array, columns: Array, most: float) -> tuple[Array, Array]:
        """Climb from full parameters along `columns`; what they leave out stays."""
        first = columns.argmax(axis=1)
        offset = starts.copy()
        offset[:, first] = 0.0

        def evaluate(theta: Array, rows: Rows, /) -> tuple[Array, Array, Array]:
            value, gradient, information = self._evaluate(
                offset[rows] + theta @ columns
            )
            return (
                value,
                gradient @ columns.T,
                np.einsum("pi,rij,qj->rpq", columns, information, columns),
            )

        floor, lapse = self._floors(), self._lapses()
        low = np.array([-np.inf, 0.0, -np.inf, 0.0, floor[0], lapse[0], lapse[0]])
        high = np.array([np.inf, most, np.inf, most, floor[1], lapse[1], lapse[1]])
        theta, value = ascend(
            evaluate, starts[:, first], low[first], high[first], enough=_ENOUGH
        )
        return offset + theta @ columns, value

    def _evaluate(self, full: Array) -> tuple[Array, Array, Array]:
        """Return value (r,), gradient (r, 7) and information (r, 7, 7)."""
        value = np.zeros(len(full))
        gradient = np.zeros((len(full), _SIZE))
        information = np.zeros((len(full), _SIZE, _SIZE))
        for k in range(2):
            own = np.arange(_LAPSE)
            if self._lapse_free:
                own = np.append(own, _LAPSE + k)
            shape = self._shape(full, k, own)
            found = ascent(self.family, shape, self._counts(k), exact=False)
            value += found.value
            gradient[:, own] += found.gradient
            information[:, own[:, None], own] += found.expected
        return value, gradient, information

    def _shape(self, full: Array, k: int, own: NDArray[np.intp]) -> Shape:
        """Return the curves of one cell, and how they move with its parameters."""
        rate, floor, lapse = full[:, 1 + 2 * k], full[:, _FLOOR], full[:, _LAPSE + k]
        place = full[:, 0] + k * full[:, _DIFFERENCE]
        height = 1 - floor - lapse
        share = (self.criterion - floor) / height
        start = self.family.quantile(share)
        away = self.x[k] - place[:, None]
        slopes = np.zeros((len(full), _SIZE, len(self.x[k])))
        slopes[:, 0] = -rate[:, None]
        slopes[:, _DIFFERENCE] = -k * rate[:, None]
        slopes[:, 1 + 2 * k] = away
        moved = 1 / (height * self.family.density(start))
        slopes[:, _FLOOR] = ((share - 1) * moved)[:, None]
        slopes[:, _LAPSE + k] = (share * moved)[:, None]
        return Shape(
            z=start[:, None] + rate[:, None] * away,
            slopes=slopes[:, own],
            bends=None,
            floor=floor,
            lapse=lapse,
            lapse_free=self._lapse_free,
        )

    @property
    def _lapse_free(self) -> bool:
        return self.cells[0].lapse is None

    def _floors(self) -> tuple[float, float]:
        return floor_bounds(self.cells[0], self.criterion)

    def _lapses(self) -> tuple[float, float]:
        return lapse_bounds(self.cells[0], self.criterion)

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

    def _starts(self, difference: Array) -> Array:
        """Return the best starts of a grid for each difference, shape (2 r, 7)."""
        first, second = self.peaks
        cell = self.cells[0]
        guess = (cell.controls_below + 0.5) / (cell.controls_total + 1)
        low, high = self._floors()
        floors = np.clip(np.array(_FLOOR_SHARES) * guess, low, min(high, 0.98 * high))
        floors = np.clip(floors, low, high)
        lapses = np.array(self._lapses()[:1])
        if self._lapse_free:
            lapses = self._lapses()[1] * np.array(_LAPSE_SHARES)
        axes = (_SHIFTS, (0.0, 0.5, 1.0), _RATES, _RATES, floors, lapses)
        shift, share, rate_1, rate_2, floor, lapse = (
            v.ravel() for v in np.meshgrid(*axes)
        )
        r = len(difference)
        apart = difference[:, None]
        xi = (first + shift) * (1 - share) + (second + shift - apart) * share
        b_1 = rate_1 / np.maximum(1.0, np.abs(xi))
        b_2 = rate_2 / np.maximum(1.0, np.abs(xi + apart))
        columns = (xi, b_1, apart, b_2, floor, lapse, lapse)
        full = np.stack(np.broadcast_arrays(*columns), axis=2).reshape(-1, _SIZE)
        value = self._value(full).reshape(r, -1)
        order = np.argsort(-value, axis=1, kind="stable")[:, :_STARTS]
        chosen = (order + np.arange(r)[:, None] * len(floor)).ravel()
        return np.asarray(full[chosen])

    def _value(self, full: Array) -> Array:
        floor = full[:, _FLOOR]
        value = np.zeros(len(full))
        for k in range(2):
            x, counts = self._rough(k)
            lapse = full[:, _LAPSE + k]
            share = (self.criterion - floor) / (1 - floor - lapse)
            away = x - (full[:, 0] + k * full[:, _DIFFERENCE])[:, None]
            z = self.family.quantile(share)[:, None] + full[:, 1 + 2 * k, None] * away
            value += log_likelihood(self.family, z, floor, counts, lapse)
            if self._lapse_free:
                value += log_prior(lapse)
        return value

    def _rough(self, k: int) -> tuple[Array, Counts]:
        """Return places and answers of one cell, neighbours together where many."""
        cell, counts = self.cells[k], self._counts(k)
        if len(cell.total) <= _MOST_MAGNITUDES:
            return self.x[k], counts
        group = places(cell, _ROUGHLY)
        total = gathered(group, cell.total)
        below = gathered(group, cell.below)[None, :]
        x = gathered(group, cell.total * self.x[k]) / total
        return x, replace(counts, below=below, total=total)
