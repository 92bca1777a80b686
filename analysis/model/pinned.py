"""The curve pinned to one onset: rate, floor and lapse by maximum likelihood.

With P = criterion at position xi the curve is z = q + b (x - xi), where
q = F^-1((criterion - g) / (1 - g - l)); what is left free is b >= 0, g and, when it
is estimated, l.
"""

from dataclasses import dataclass

import numpy as np

from .ascent import Rows, ascend
from .cell import Cell
from .ends import lapse_bounds
from .extremes import BESIDE, binomial, steps
from .likelihood import Ascent, Shape, ascent, log_prior, log_shares
from .problems import PinnedModel
from .refit import refit_pinned, repeated
from .scoring import USUAL
from .sigmoid import Array, Family, as_wide

# On a scaled axis, for the logistic; other families get the same widths. Slow and steep
# curves, and two kinds in between, may each have a summit of their own.
_RATES = np.geomspace(0.05, 200.0, 11)
_RANGES = (slice(0, 5), slice(5, 7), slice(7, 9), slice(9, 11))
_FLOOR_SHARES = np.array([1.2, 0.8, 0.02, 4.0])
_LAPSE_SHARES = np.array([0.02, 0.4, 0.98])
# Log likelihood, where it is of usual size, by which a start is hopelessly behind.
_FAR = 30.0
# Shares of the way up that answers all alike are taken for.
_SEEN = (0.02, 0.98)
LARGEST_RATE = 1e7


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

    @property
    def lapse(self) -> tuple[float, float]:
        """Lowest and highest lapse; the curve's upper end stays over the criterion."""
        return lapse_bounds(self.cell, self.criterion)

    def profile(
        self, position: Array, starts: Array | None = None, *, enough: float
    ) -> tuple[Array, Array]:
        """Return the largest log likelihood with the onset at each position.

        Parameters
        ----------
        position : ndarray, shape (r,)
            Scaled log magnitudes.
        starts : ndarray, shape (r, s, 2) or (r, s, 3), optional
            Rates, floors and estimated lapses to climb from, where they are numbers;
            by default the best of a grid.
        enough : float
            Gain of a step at which a climb may stop.

        Returns
        -------
        value : ndarray, shape (r,)
            The flat line through the criterion and the step included.
        theta : ndarray, shape (r, 2) or (r, 3)
            Rate, floor and estimated lapse of the climbed maximum.
        """
        if starts is None:
            starts = self.starts(position)
        free = self.cell.lapse is None
        climbed = self._traced if free else self._refitted
        value, theta = climbed(position, starts, enough)
        limit = np.maximum(self._flat(), self.steps(position))
        return np.maximum(value, limit), theta

    def _refitted(
        self, position: Array, starts: Array, enough: float
    ) -> tuple[Array, Array]:
        """Climb with the lapse that is given."""
        model = PinnedModel(
            family=self.family,
            criterion=self.criterion,
            bounds=self.bounds,
            largest_rate=LARGEST_RATE,
            lapse=self.lapse[0],
        )
        theta, value = refit_pinned(
            model,
            self.x,
            repeated(self.cell, len(position)),
            position,
            np.moveaxis(starts, 2, 0),
            enough=enough,
        )
        return value, theta.T

    def _traced(
        self, position: Array, starts: Array, enough: float
    ) -> tuple[Array, Array]:
        """Climb with the lapse as a third parameter."""
        rows, number, size = starts.shape
        begin, counts = starts.reshape(-1, size), repeated(self.cell, 1)
        given = np.flatnonzero(~np.isnan(begin).any(axis=1))
        where = np.repeat(position, number)[given]

        def evaluate(theta: Array, rows: Rows, /) -> Ascent:
            away = self.x - where[rows, None]
            return ascent(self.family, self.shape(theta, away), counts)

        lower = np.array([0.0, self.bounds[0], self.lapse[0]])
        upper = np.array([LARGEST_RATE, self.bounds[1], self.lapse[1]])
        theta, value = np.empty_like(starts), np.full((rows, number), -np.inf)
        theta.reshape(-1, size)[given], value.reshape(-1)[given] = ascend(
            evaluate, begin[given], lower, upper, enough=enough
        )
        best = value.argmax(axis=1)
        each = np.arange(rows)
        return value[each, best], theta[each, best]

    def shape(self, theta: Array, away: Array) -> Shape:
        """Return the curves that pass the criterion where `away` is 0."""
        free = theta.shape[1] == 3
        floor = theta[:, 1]
        lapse = theta[:, 2] if free else np.full(len(theta), self.lapse[0])
        height = 1 - floor - lapse
        share = (self.criterion - floor) / height
        start = self.family.quantile(share)
        density = self.family.density(start)
        moves, turns = _share_derivatives(share, height, theta.shape[1] - 1)
        first = moves / density[:, None]
        bends = np.zeros((len(theta), theta.shape[1], theta.shape[1]))
        bends[:, 1:, 1:] = turns / density[:, None, None]
        bend = self.family.bend(start)[:, None, None]
        bends[:, 1:, 1:] -= bend * first[:, :, None] * first[:, None, :]
        slopes = np.empty((*theta.shape, away.shape[1]))
        slopes[:, 0] = away
        slopes[:, 1:] = first[:, :, None]
        return Shape(
            z=start[:, None] + theta[:, :1] * away,
            slopes=slopes,
            bends=bends,
            floor=floor,
            lapse=lapse,
            lapse_free=free,
        )

    def starts(self, position: Array) -> Array:
        """Return the best curves of a grid, from slow to steep, of each lapse.

        Parameters
        ----------
        position : ndarray, shape (r,)
            Scaled log magnitudes.

        Returns
        -------
        ndarray, shape (r, 4, 2) or (r, 12, 3)
            Rates, floors and estimated lapses; NaN where one is hopelessly behind.
        """
        rate = as_wide(self.family, _RATES) / np.maximum(1.0, np.abs(position))[:, None]
        floor, lapse = self._ends()
        value = self._on_grid(position, rate, floor, lapse)
        best, found = [], []
        for part in _RANGES:
            some = np.moveaxis(value[:, part], 3, 1).reshape(*value.shape[::3], -1)
            row, column = np.divmod(some.argmax(axis=2), len(floor))
            steep = np.take_along_axis(rate, part.start + row, axis=1)
            ends = floor[column, 0], np.broadcast_to(lapse[0], row.shape)
            best.append(some.max(axis=2))
            found.append(np.stack([steep, *ends], axis=2))
        height = np.concatenate(best, axis=1)
        top = height.max(axis=1, keepdims=True)
        behind = (top - height) / np.maximum(1.0, np.abs(top) / USUAL)
        starts = np.concatenate(found, axis=1)
        starts = starts if self.cell.lapse is None else starts[:, :, :2]
        return np.where(behind[:, :, None] <= _FAR, starts, np.nan)

    def _on_grid(
        self, position: Array, rate: Array, floor: Array, lapse: Array
    ) -> Array:
        """Return log likelihoods, shape (r, rates, floors, lapses)."""
        cell = self.cell
        first = self.family.quantile((self.criterion - floor) / (1 - floor - lapse))
        climbs = rate[:, :, None, None] * (self.x - position[:, None])[:, None, None]
        z = first[:, :, None] + climbs[:, :, None]
        shape = z.shape[:-1]
        hit, missed = log_shares(
            self.family,
            z.reshape(-1, len(self.x)),
            np.broadcast_to(floor, shape).ravel(),
            np.broadcast_to(lapse, shape).ravel(),
        )
        value = (hit @ cell.below + missed @ (cell.total - cell.below)).reshape(shape)
        value += binomial(cell.controls_below, cell.controls_total, floor)
        return value + (log_prior(lapse) if cell.lapse is None else 0.0)

    def beside(self, position: Array) -> Array:
        """Return curves that follow the answers just before and just after.

        Where many answers stand at one magnitude, an onset next to it is likeliest
        with a curve so steep that it passes them: its rate grows as the onset nears.

        Parameters
        ----------
        position : ndarray, shape (r,)
            Scaled log magnitudes.

        Returns
        -------
        ndarray, shape (r, 2, 2) or (r, 2, 3)
            Rates, floors and estimated lapses; NaN where no such curve passes the
            answers and the criterion.
        """
        cell, x = self.cell, self.x
        floor, lapse = (float(end[0, 0]) for end in self._ends())
        height = 1 - floor - lapse
        seen = np.clip((cell.below / cell.total - floor) / height, *_SEEN)
        onset = self.family.quantile(np.array((self.criterion - floor) / height))
        last = np.searchsorted(x, position - BESIDE, side="left") - 1
        first = np.searchsorted(x, position + BESIDE, side="right")
        near = np.stack([last, first], axis=1)
        there = near.clip(0, len(x) - 1)
        away = np.where(near == there, x[there] - position[:, None], np.inf)
        rate = (self.family.quantile(seen)[there] - onset) / away
        rate = np.where(rate > 0, rate, np.nan)
        ends = [np.full_like(rate, floor), np.full_like(rate, lapse)]
        return np.stack([rate, *ends][: 3 if cell.lapse is None else 2], axis=2)

    def _ends(self) -> tuple[Array, Array]:
        """Return the floors and lapses of a grid, one of each a row and a column."""
        cell, (low, high) = self.cell, self.bounds
        guess = (cell.controls_below + 0.5) / (cell.controls_total + 1)
        floors = np.clip(guess * _FLOOR_SHARES, low, min(high, 0.98 * self.criterion))
        shares = _LAPSE_SHARES if cell.lapse is None else np.ones(1)
        floor, lapse = np.meshgrid(
            np.clip(floors, low, high), self.lapse[1] * shares, indexing="ij"
        )
        return floor, lapse

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
        """Return the value of the likeliest step at each position."""
        return steps(
            self.cell, self.x, position, self.criterion, self.bounds[1], self.lapse[1]
        )


def _share_derivatives(share: Array, height: Array, ends: int) -> tuple[Array, Array]:
    """Return first and second derivatives of (c - g) / (1 - g - l) in g and l."""
    first = np.stack([share - 1, share], axis=1) / height[:, None]
    mixed = 2 * share - 1
    second = np.array([[2 * share - 2, mixed], [mixed, 2 * share]]).transpose(2, 0, 1)
    second = second / np.square(height)[:, None, None]
    return first[:, :ends], second[:, :ends, :ends]
