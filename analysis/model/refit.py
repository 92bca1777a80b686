"""Refits of simulated or resampled data, free or pinned to an onset."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from .scoring import Evaluated, Rows, score
from .sigmoid import Array, Family

# Beyond, the logarithms of P and 1 - P could not tell rounding from chance.
_LEAST = 1e-14
_BLOCK = 1024
_MOST = 60
# A climb that lies as far behind after as many steps has never come first.
_FEW, _FAR = 5, 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """Data sets that share their magnitudes, one a row.

    Attributes
    ----------
    x : ndarray, shape (n,)
        Scaled log magnitudes.
    below : ndarray, shape (r, n)
        Answers below ceiling.
    total : ndarray, shape (n,) or (r, n)
        All answers.
    controls_below : ndarray, shape (r,)
    controls_total : float
    """

    x: Array
    below: Array
    total: Array
    controls_below: Array
    controls_total: float

    def take(self, rows: Rows | slice) -> Self:
        """Return some of the data sets."""
        return replace(
            self,
            below=self.below[rows],
            total=self.total if self.total.ndim == 1 else self.total[rows],
            controls_below=self.controls_below[rows],
        )


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
class _Free:
    """Likelihoods of (intercept, rate, floor)."""

    model: Model
    draws: Draws

    def take(self, rows: Rows) -> "_Free":
        return _Free(self.model, self.draws.take(rows))

    def evaluate(self, theta: Array) -> Evaluated:
        d, family = self.draws, self.model.family
        floor = theta[2]
        span = 1 - floor - self.model.lapse
        z = np.clip(theta[0][:, None] + theta[1][:, None] * d.x, *family.reach)
        density, rest = family.density(z), 1 - family.cdf(z)
        p = np.clip(1 - self.model.lapse - span[:, None] * rest, _LEAST, 1 - _LEAST)
        q = 1 - p
        passed = d.total - d.below
        per_z = span[:, None] * density
        hits, misses = d.below / p, passed / q
        score_p = hits - misses
        weight = d.total / (p * q)
        powers = np.stack([np.ones_like(d.x), d.x, d.x**2], axis=1)
        value = (d.below * np.log(p) + passed * np.log(q)).sum(axis=1)
        more, slope, bend = _controls(d, floor)
        first = (score_p * per_z) @ powers[:, :2]
        last = (score_p * rest).sum(axis=1) + slope
        expected = _information(weight, per_z, rest, powers)
        observed = _information(hits / p + misses / q, per_z, rest, powers)
        bent = (score_p * per_z * family.bend(z)) @ powers
        mixed = (score_p * density) @ powers[:, :2]
        observed -= _symmetric(bent, -mixed, 0.0)
        expected[2, 2] += bend
        observed[2, 2] += bend
        gradient = np.stack([first[:, 0], first[:, 1], last])
        return Evaluated(value + more, gradient, expected, observed)


@dataclass(frozen=True, slots=True)
class _Pinned:
    """Likelihoods of (rate, floor), the onset of each at its `position`."""

    model: PinnedModel
    draws: Draws
    position: Array

    def take(self, rows: Rows) -> "_Pinned":
        return _Pinned(self.model, self.draws.take(rows), self.position[rows])

    def evaluate(self, theta: Array) -> Evaluated:
        rate, floor = theta
        model = self.model
        span = 1 - floor - model.lapse
        start = model.family.quantile((model.criterion - floor) / span)
        density = model.family.density(start)
        # How the intercept moves with the floor, and how that bends.
        moved = (model.criterion - 1 + model.lapse) / span**2 / density
        bent = 2 * moved / span - model.family.bend(start) * moved**2
        curve = np.stack([start - rate * self.position, rate, floor])
        value, slope, expected, observed = _Free(model, self.draws).evaluate(curve)
        gradient = np.stack(
            [slope[1] - slope[0] * self.position, slope[2] + slope[0] * moved]
        )
        expected = _moved(expected, -self.position, moved)
        observed = _moved(observed, -self.position, moved)
        observed[1, 1] -= slope[0] * bent
        return Evaluated(value, gradient, expected, observed)


def _information(weight: Array, per_z: Array, per_g: Array, powers: Array) -> Array:
    """Return the information in (intercept, rate, floor), shape (3, 3, r)."""
    weighed = weight * per_z
    return _symmetric(
        (weighed * per_z) @ powers,
        (weighed * per_g) @ powers[:, :2],
        (weight * per_g**2).sum(axis=1),
    )


def _symmetric(line: Array, mixed: Array, floor: Array | float) -> Array:
    """Return a matrix a row from sums with 1, x, x² and from those of the floor."""
    matrix = np.empty((3, 3, len(line)))
    matrix[0, 0], matrix[1, 1], matrix[2, 2] = line[:, 0], line[:, 2], floor
    matrix[0, 1] = matrix[1, 0] = line[:, 1]
    matrix[0, 2] = matrix[2, 0] = mixed[:, 0]
    matrix[1, 2] = matrix[2, 1] = mixed[:, 1]
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


def refit_best(
    model: Model, draws: Draws, starts: Array, *, enough: float
) -> tuple[Array, Array]:
    """Return the best of several climbs of each data set, as `refit` does.

    Parameters
    ----------
    model, draws, enough
        As for `refit`.
    starts : ndarray, shape (3, r, s)
        Where the s climbs of each data set begin. After a few steps, those that
        are far behind are given up.
    """
    rows, number = starts.shape[1:]
    owner = np.repeat(np.arange(rows), number)
    theta, value = refit(
        model, draws.take(owner), starts.reshape(3, -1), enough=enough, steps=_FEW
    )
    behind = value.reshape(rows, number).max(axis=1)[owner] - value
    near = np.flatnonzero(behind <= _FAR)
    theta[:, near], value[near] = refit(
        model, draws.take(owner[near]), theta[:, near], enough=enough
    )
    best = value.reshape(rows, number).argmax(axis=1) + number * np.arange(rows)
    return theta[:, best], value[best]


def refit(
    model: Model, draws: Draws, start: Array, *, enough: float, steps: int = _MOST
) -> tuple[Array, Array]:
    """Return (intercept, rate, floor), shape (3, r), and the values, shape (r,).

    Parameters
    ----------
    model : Model
        Family and bounds.
    draws : Draws
        The data sets.
    start : ndarray, shape (3, r)
        Where each climb begins.
    enough : float
        Gain of a step at which a climb stops.
    steps : int
        Most steps taken.
    """
    lower = np.array([-np.inf, 0.0, model.bounds[0]])
    upper = np.array([np.inf, model.largest_rate, model.bounds[1]])
    found = [
        score(
            _Free(model, draws.take(s)),
            start[:, s],
            lower,
            upper,
            enough=enough,
            steps=steps,
        )
        for s in _blocks(len(draws.below))
    ]
    return _joined(found)


def refit_pinned(
    model: PinnedModel, draws: Draws, position: Array, start: Array, *, enough: float
) -> tuple[Array, Array]:
    """Return (rate, floor), shape (2, r), with the onset at `position`, and the values.

    Parameters
    ----------
    model, draws, enough
        As for `refit`.
    position : ndarray, shape (r,)
        Scaled log magnitude of each onset.
    start : ndarray, shape (2, r)
        Where each climb begins.
    """
    lower = np.array([0.0, model.bounds[0]])
    upper = np.array([model.largest_rate, model.bounds[1]])
    found = []
    for s in _blocks(len(draws.below)):
        problems = _Pinned(model, draws.take(s), position[s])
        found.append(score(problems, start[:, s], lower, upper, enough=enough))
    return _joined(found)


def _controls(draws: Draws, floor: Array) -> tuple[Array, Array, Array]:
    """Return the controls' log likelihood, its slope and its information."""
    k, passed = draws.controls_below, draws.controls_total - draws.controls_below
    safe = np.maximum(floor, _LEAST)
    value = k * np.log(safe) + passed * np.log1p(-floor)
    hits, rest = k / safe, passed / (1 - floor)
    return value, hits - rest, hits / safe + rest / (1 - floor)


def _blocks(rows: int) -> list[slice]:
    """Return slices small enough to stay in the processor's cache."""
    return [slice(i, i + _BLOCK) for i in range(0, rows, _BLOCK)]


def _joined(found: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    thetas, values = zip(*found, strict=True)
    return np.concatenate(thetas, axis=1), np.concatenate(values)
