"""The curve pinned to one onset: rate and floor by maximum likelihood.

With P = criterion at position xi the curve is z = q(g) + b (x - xi), where
q(g) = F^-1((criterion - g) / (1 - g)); what is left free is b >= 0 and g.
"""

from dataclasses import dataclass

import numpy as np

from .ascent import Rows, ascend
from .cell import Cell
from .extremes import binomial
from .likelihood import Counts, log_likelihood, terms
from .sigmoid import Array, Family

_RATES = np.geomspace(0.05, 200.0, 11)
_FLOOR_SHARES = np.array([1.0, 0.5, 0.02])
_LARGEST_RATE = 1e7


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """The profile likelihood of the onset of one cell.

    Attributes
    ----------
    x : ndarray, shape (n,)
        Scaled log magnitudes.
    bounds : tuple of float
        Lowest and highest floor; the highest stays under the criterion.
    """

    family: Family
    cell: Cell
    x: Array
    criterion: float
    bounds: tuple[float, float]

    def profile(
        self, position: Array, starts: Array | None = None, *, enough: float
    ) -> tuple[Array, Array]:
        """Return the largest log likelihood with the onset at each position.

        Parameters
        ----------
        position : ndarray, shape (r,)
            Scaled log magnitudes.
        starts : ndarray, shape (r, s, 2), optional
            Rates and floors to climb from; by default the best of a grid.
        enough : float
            Gain of a step at which a climb may stop.

        Returns
        -------
        value : ndarray, shape (r,)
            The flat line through the criterion and the step included.
        theta : ndarray, shape (r, 2)
            Rate and floor of the climbed maximum.
        """
        if starts is None:
            starts = self._grid_starts(position)
        number = starts.shape[1]
        where = np.repeat(position, number)
        counts = self._counts(1)

        def evaluate(theta: Array, rows: Rows, /) -> tuple[Array, Array, Array]:
            away = self.x - where[rows, None]
            z, moved = self._line(theta, away)
            t = terms(self.family, z, theta[:, 1], counts)
            gradient = np.stack(
                [
                    (t.score_z * away).sum(axis=1),
                    t.score_g + t.score_z.sum(axis=1) * moved,
                ],
                axis=1,
            )
            roots = np.stack(
                [t.root_z * away, t.root_g + t.root_z * moved[:, None]], axis=1
            )
            information = np.einsum("rin,rjn->rij", roots, roots)
            information[:, 1, 1] += t.information_g
            return t.value, gradient, information

        lower = np.array([0.0, self.bounds[0]])
        upper = np.array([_LARGEST_RATE, self.bounds[1]])
        theta, value = ascend(
            evaluate, starts.reshape(-1, 2), lower, upper, enough=enough
        )
        theta = theta.reshape(len(position), number, 2)
        value = value.reshape(len(position), number)
        best = value.argmax(axis=1)
        each = np.arange(len(position))
        limit = np.maximum(self._flat(), self.steps(position))
        return np.maximum(value[each, best], limit), theta[each, best]

    def _line(self, theta: Array, away: Array) -> tuple[Array, Array]:
        """Return z (r, n) and dq/dg (r,)."""
        floor = theta[:, 1]
        start = self.family.quantile((self.criterion - floor) / (1 - floor))
        moved = -(1 - self.criterion) / (1 - floor) ** 2 / self.family.density(start)
        return start[:, None] + theta[:, :1] * away, moved

    def _counts(self, rows: int) -> Counts:
        return Counts(
            below=np.broadcast_to(self.cell.below, (rows, len(self.x))),
            total=self.cell.total,
            controls_below=np.full(rows, self.cell.controls_below),
            controls_total=self.cell.controls_total,
        )

    def _grid_starts(self, position: Array) -> Array:
        """Return the two best starts of a grid for each position."""
        low, high = self.bounds
        cell = self.cell
        guess = (cell.controls_below + 0.5) / (cell.controls_total + 1)
        floors = np.clip(guess * _FLOOR_SHARES, low, min(high, 0.98 * self.criterion))
        floors = np.clip(floors, low, high)
        rates = np.repeat(_RATES, len(floors))
        grid = np.stack([rates, np.tile(floors, len(_RATES))], axis=1)
        scale = 1 / np.maximum(1.0, np.abs(position))
        theta = np.repeat(grid[None], len(position), axis=0)
        theta[:, :, 0] *= scale[:, None]
        rows = theta.reshape(-1, 2)
        away = self.x - np.repeat(position, len(grid))[:, None]
        z, _ = self._line(rows, away)
        value = log_likelihood(self.family, z, rows[:, 1], self._counts(1))
        value = value.reshape(len(position), len(_RATES), len(floors))
        best_floor = value.argmax(axis=2)
        per_rate = np.take_along_axis(value, best_floor[:, :, None], axis=2)[:, :, 0]
        chosen = np.argsort(-per_rate, axis=1, kind="stable")[:, :2]
        floor = floors[np.take_along_axis(best_floor, chosen, axis=1)]
        return np.stack([_RATES[chosen] * scale[:, None], floor], axis=2)

    def _flat(self) -> float:
        """Return the value at rate 0: every stimulus at the criterion."""
        cell = self.cell
        value = binomial(cell.below.sum(), cell.total.sum(), self.criterion)
        return float(value) + self._controls_alone()

    def _controls_alone(self) -> float:
        cell = self.cell
        if cell.floor is not None:
            return 0.0
        floor = min(cell.controls_below / cell.controls_total, self.bounds[1])
        return float(binomial(cell.controls_below, cell.controls_total, floor))

    def steps(self, position: Array) -> Array:
        """Return the value of the step at each position: the floor, then 1.

        A stimulus exactly there has the criterion's probability; -inf where a
        stimulus above the step is not below ceiling.
        """
        cell = self.cell
        start = np.searchsorted(self.x, position, side="left")
        end = np.searchsorted(self.x, position, side="right")
        k = _running(cell.below)[start] + cell.controls_below
        n = _running(cell.total)[start] + cell.controls_total
        if cell.floor is None:
            floor = np.minimum(k / np.maximum(n, 1), self.bounds[1])
        else:
            floor = np.full(len(position), cell.floor)
        upright = _running(binomial(cell.below, cell.total, self.criterion))
        value = binomial(k, n, floor) + upright[end] - upright[start]
        short = np.flatnonzero(cell.below < cell.total)
        last = short[-1] if len(short) else -1
        return np.where(end > last, value, -np.inf)


def _running(values: Array) -> Array:
    return np.concatenate([[0.0], np.cumsum(values)])
