"""The profile likelihood of the magnitude at a share corrected for the floor."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..inference.condensing import condense
from ..model.ascent import Rows, ascend
from ..model.cell import Cell
from ..model.likelihood import Counts, log_likelihood, terms
from ..model.sigmoid import Array, Family

HIGHEST_FLOOR = 1 - 1e-9
"""No floor is too high for a corrected criterion, except 1 itself."""

_LARGEST_RATE = 1e4
_RATES = np.geomspace(0.05, 200.0, 15)
_FLOOR_SHARES = (0.02, 0.5, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedShare:
    """The curve with F = share at one place: rate and floor are free."""

    family: Family
    cell: Cell
    x: Array
    share: float

    def profile(self, place: Array) -> Array:
        """Return the largest log likelihood with the onset at each place, (r,)."""
        start = float(self.family.quantile(np.array(self.share)))
        theta, owner = self._starts(place)
        where = place[owner]

        def evaluate(theta: Array, rows: Rows, /) -> tuple[Array, Array, Array]:
            away = self.x - where[rows, None]
            z = start + theta[:, :1] * away
            t = terms(self.family, z, theta[:, 1], self._counts())
            gradient = np.stack([(t.score_z * away).sum(axis=1), t.score_g], axis=1)
            roots = np.stack([t.root_z * away, t.root_g], axis=1)
            information = np.einsum("rin,rjn->rij", roots, roots)
            information[:, 1, 1] += t.information_g
            return t.value, gradient, information

        low, high = self._floors()
        lower, upper = np.array([0.0, low]), np.array([_LARGEST_RATE, high])
        _, value = ascend(evaluate, theta, lower, upper, enough=1e-10)
        return np.asarray(value.reshape(len(place), -1).max(axis=1))

    def _floors(self) -> tuple[float, float]:
        given = self.cell.floor
        return (0.0, HIGHEST_FLOOR) if given is None else (given, given)

    def _counts(self) -> Counts:
        return Counts(
            below=self.cell.below[None, :],
            total=self.cell.total,
            controls_below=np.array([self.cell.controls_below]),
            controls_total=self.cell.controls_total,
        )

    def _starts(self, place: Array) -> tuple[Array, NDArray[np.intp]]:
        """Return the two best starts of a grid for each place, and their places."""
        guess = (self.cell.controls_below + 0.5) / (self.cell.controls_total + 1)
        floors = np.clip(np.array(_FLOOR_SHARES) * guess, *self._floors())
        rates, floor = (v.ravel() for v in np.meshgrid(_RATES, floors))
        scale = 1 / np.maximum(1.0, np.abs(place))
        rate = (scale[:, None] * rates).ravel()
        owner = np.repeat(np.arange(len(place)), len(rates))
        floor = np.tile(floor, len(place))
        near = condense(self.x)
        counts = replace(
            self._counts(),
            below=near.summed(self.cell.below[None, :]),
            total=near.summed(self.cell.total[None, :])[0],
        )
        z = rate[:, None] * (near.x - place[owner, None])
        z += float(self.family.quantile(np.array(self.share)))
        value = log_likelihood(self.family, z, floor, counts)
        order = np.argsort(-value.reshape(len(place), -1), axis=1, kind="stable")[:, :2]
        chosen = (order + np.arange(len(place))[:, None] * len(rates)).ravel()
        theta = np.stack([rate[chosen], floor[chosen]], axis=1)
        return theta, owner[chosen]
