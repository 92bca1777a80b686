"""Likelihoods of data sets by the thousand, each a column, with their derivatives."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .columns import Columns
from .scoring import Evaluated, Rows
from .sigmoid import Array, Family

# Keeps what is divided by it, twice, a number.
_LEAST = 1e-100


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """What all refits of a cell have in common.

    Attributes
    ----------
    bounds : (float, float)
        Lowest and highest floor.
    largest_rate : float
        Upper bound of the rate on the scaled axis.
    lapse : float
        Distance of the curve's upper end from 1.
    """

    family: Family
    bounds: tuple[float, float]
    largest_rate: float
    lapse: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedModel(Model):
    """A model whose curves pass a criterion, the total probability of an onset."""

    criterion: float

    def intercept(self, rate: Array, floor: Array, position: Array) -> Array:
        """Return the intercept with which P is the criterion at `position`."""
        share = (self.criterion - floor) / (1 - floor - self.lapse)
        return np.asarray(self.family.quantile(share) - rate * position)


@dataclass(frozen=True, slots=True)
class FreeColumns:
    """Likelihoods of (intercept, rate, floor)."""

    model: Model
    data: Columns

    @property
    def kind(self) -> Hashable:
        """What functions have in common that can be joined."""
        return FreeColumns, self.model.family, self.model.lapse

    @property
    def size(self) -> int:
        """How many magnitudes a problem has."""
        return len(self.data.x)

    def joined(self, parts: "Sequence[FreeColumns]") -> "FreeColumns":
        """Return functions of one kind side by side."""
        return FreeColumns(self.model, Columns.joined([part.data for part in parts]))

    def take(self, rows: Rows) -> "FreeColumns":
        """Return some of the functions."""
        return FreeColumns(self.model, self.data.take(rows))

    def evaluate(self, theta: Array) -> Evaluated:
        """Return the functions at `theta`, shape (3, r)."""
        data, family, x = self.data, self.model.family, self.data.x
        z, span = self._line(theta)
        rise, rest, density, bend = family.parts(z)
        p, q = self._chances(theta, span, rise, rest)
        hits, misses = data.below / p, data.passed / q
        score_p = hits - misses
        value = data.below * np.log(p)
        value += data.passed * np.log(q)
        more, slope, bent = _controls(data, theta[2])
        hits /= p
        misses /= q
        weight = np.add(hits, misses, out=hits)
        per_z = span * density
        score_z = score_p * per_z
        per_both = weight * per_z
        gradient = np.empty_like(theta)
        line = per_both * per_z - score_z * bend
        gradient[:2] = _moments(score_z, x, 2)
        gradient[2] = (score_p * rest).sum(axis=0) + slope
        observed = _symmetric(
            _moments(line, x, 3),
            _moments(per_both * rest + score_p * density, x, 2),
            (weight * rest**2).sum(axis=0) + bent,
        )
        return Evaluated(value.sum(axis=0) + more, gradient, observed)

    def expected(self, theta: Array) -> Array:
        """Return the expected information at `theta`, shape (3, 3, r)."""
        data, x = self.data, self.data.x
        z, span = self._line(theta)
        rise, rest, density, _ = self.model.family.parts(z)
        p, q = self._chances(theta, span, rise, rest)
        weight = (data.below + data.passed) / p / q
        per_z = span * density
        return _symmetric(
            _moments(weight * per_z**2, x, 3),
            _moments(weight * per_z * rest, x, 2),
            (weight * rest**2).sum(axis=0) + _controls(data, theta[2])[2],
        )

    def _line(self, theta: Array) -> tuple[Array, Array]:
        """Return z, shape (n, r), and the distance between the ends, shape (r,)."""
        low, high = self.model.family.reach
        z = self.data.x * theta[1]
        z += theta[0]
        np.clip(z, low, high, out=z)
        return z, 1 - theta[2] - self.model.lapse

    def _chances(
        self, theta: Array, span: Array, rise: Array, rest: Array
    ) -> tuple[Array, Array]:
        """Return the chances of being below ceiling and not, shape (n, r)."""
        p, q = span * rise, span * rest
        p += theta[2]
        q += self.model.lapse
        return np.maximum(p, _LEAST, out=p), np.maximum(q, _LEAST, out=q)


@dataclass(frozen=True, slots=True)
class PinnedColumns:
    """Likelihoods of (rate, floor), the onset of each at its `position`."""

    model: PinnedModel
    data: Columns
    position: Array

    @property
    def kind(self) -> Hashable:
        """What functions have in common that can be joined."""
        model = self.model
        return PinnedColumns, model.family, model.lapse, model.criterion

    @property
    def size(self) -> int:
        """How many magnitudes a problem has."""
        return len(self.data.x)

    def joined(self, parts: "Sequence[PinnedColumns]") -> "PinnedColumns":
        """Return functions of one kind side by side."""
        data = Columns.joined([part.data for part in parts])
        position = np.concatenate([part.position for part in parts])
        return PinnedColumns(self.model, data, position)

    def take(self, rows: Rows) -> "PinnedColumns":
        """Return some of the functions."""
        return PinnedColumns(self.model, self.data.take(rows), self.position[rows])

    def evaluate(self, theta: Array) -> Evaluated:
        """Return the functions at `theta`, shape (2, r)."""
        curve, moved, bent = self._curve(theta)
        value, slope, observed = FreeColumns(self.model, self.data).evaluate(curve)
        gradient = np.stack(
            [slope[1] - slope[0] * self.position, slope[2] + slope[0] * moved]
        )
        observed = _moved(observed, -self.position, moved)
        observed[1, 1] -= slope[0] * bent
        return Evaluated(value, gradient, observed)

    def expected(self, theta: Array) -> Array:
        """Return the expected information at `theta`, shape (2, 2, r)."""
        curve, moved, _ = self._curve(theta)
        expected = FreeColumns(self.model, self.data).expected(curve)
        return _moved(expected, -self.position, moved)

    def _curve(self, theta: Array) -> tuple[Array, Array, Array]:
        """Return the free parameters; how the intercept moves with the floor, bends."""
        rate, floor = theta
        model = self.model
        span = 1 - floor - model.lapse
        start = model.family.quantile((model.criterion - floor) / span)
        density, bend = model.family.density(start), model.family.bend(start)
        moved = (model.criterion - 1 + model.lapse) / span**2 / density
        bent = 2 * moved / span - bend * moved**2
        return np.stack([start - rate * self.position, rate, floor]), moved, bent


def _moments(values: Array, x: Array, number: int) -> Array:
    """Return the sums of values times 1, x, x², shape (number, r); spoils `values`."""
    found = np.empty((number, values.shape[1]))
    np.add.reduce(values, axis=0, out=found[0])
    for power in range(1, number):
        values *= x
        np.add.reduce(values, axis=0, out=found[power])
    return found


def _symmetric(line: Array, mixed: Array, floor: Array) -> Array:
    """Return a matrix a column from sums with 1, x, x² and from those of the floor."""
    matrix = np.empty((3, 3, len(floor)))
    matrix[0, 0], matrix[1, 1], matrix[2, 2] = line[0], line[2], floor
    matrix[0, 1] = matrix[1, 0] = line[1]
    matrix[0, 2] = matrix[2, 0] = mixed[0]
    matrix[1, 2] = matrix[2, 1] = mixed[1]
    return matrix


def _moved(information: Array, away: Array, moved: Array) -> Array:
    """Return the information in (rate, floor) when the intercept follows both."""
    h = information
    found = np.empty((2, 2, h.shape[2]))
    found[0, 0] = h[1, 1] + 2 * away * h[0, 1] + away**2 * h[0, 0]
    cross = h[1, 2] + away * h[0, 2] + moved * (h[0, 1] + away * h[0, 0])
    found[0, 1] = found[1, 0] = cross
    found[1, 1] = h[2, 2] + 2 * moved * h[0, 2] + moved**2 * h[0, 0]
    return found


def _controls(data: Columns, floor: Array) -> tuple[Array, Array, NDArray[np.float64]]:
    """Return the controls' log likelihood, its slope and its information."""
    k, passed = data.controls_below, data.controls_passed
    safe, rest = np.maximum(floor, _LEAST), 1 - floor
    value = k * np.log(safe) + passed * np.log(rest)
    hits, misses = k / safe, passed / rest
    return value, hits - misses, hits / safe + misses / rest
