"""Likelihoods of data sets by the thousand, each a column, with their derivatives."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .columns import Columns
from .scoring import Evaluated, Rows
from .sigmoid import Array, Family
from .sums import LEAST, Information, answered, expected


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
        return FreeColumns, self.model.family, self.model.lapse, self.data.single

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
        found = answered(self.model.family, self.model.lapse, self.data, theta)
        more, slope, bent = _controls(self.data, theta[2])
        gradient = np.empty_like(theta)
        gradient[:2], gradient[2] = found.line, found.floor + slope
        observed = _symmetric(found.observed, bent)
        return Evaluated(found.value + more, gradient, observed)

    def expected(self, theta: Array) -> Array:
        """Return the expected information at `theta`, shape (3, 3, r)."""
        found = expected(self.model.family, self.model.lapse, self.data, theta)
        return _symmetric(found, _controls(self.data, theta[2])[2])


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
        return (
            PinnedColumns,
            model.family,
            model.lapse,
            model.criterion,
            self.data.single,
        )

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
        found = FreeColumns(self.model, self.data).expected(curve)
        return _moved(found, -self.position, moved)

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


def _symmetric(sums: Information, controls: Array) -> Array:
    """Return a matrix a column, (intercept, rate, floor), with the controls' part."""
    matrix = np.empty((3, 3, len(controls)))
    matrix[0, 0], matrix[1, 1], matrix[2, 2] = *sums.line[::2], sums.floor + controls
    matrix[0, 1] = matrix[1, 0] = sums.line[1]
    matrix[0, 2], matrix[1, 2] = sums.mixed
    matrix[2, 0], matrix[2, 1] = sums.mixed
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
    safe, rest = np.maximum(floor, LEAST), 1 - floor
    value = k * np.log(safe) + passed * np.log(rest)
    hits, misses = k / safe, passed / rest
    return value, hits - misses, hits / safe + misses / rest
