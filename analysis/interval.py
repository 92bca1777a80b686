"""Profile likelihood limits of the onset.

The limits are where the log likelihood, maximised over the rate (>= 0) and the
floor, has dropped by half the chi-squared quantile (Venzon and Moolgavkar 1988).
A side on which it never drops that far has no limit: 0 or inf, decided by the
closed-form likelihood at infinity and never by the end of a search.

The drop is measured from the best curve that is at least a fifth of the tested log
range wide. For most data that is the fitted curve itself. It is not where the fit is
a step or nearly one: measured from there, 95 % limits of 50 stimuli held the true
onset of a judge with floor .2 in 83 (steep) to 89 of 100 data sets; measured so, in
92 to 98.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import chi2

from ..generator.errors import AnalysisError, suggest
from .curve import Curve, highest_floor, lowest_floor, resolved_loglik
from .model.cell import Cell
from .model.extremes import flat
from .model.pinned import Pinned
from .model.scaled import Axis
from .model.sigmoid import Array

INTERVALS = ("profile",)
_INNER = np.linspace(-1.2, 1.2, 25)
_OUTER = np.array([1.35, 1.6, 2.0, 2.6, 3.5, 5.0, 8.0, 14.0, 30.0, 80.0, 300.0, 1e3])
_SECTIONS = 9
_ROUNDS = 10
_JUMP = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Lower and upper confidence limit of an onset, in its unit; 0 and inf possible."""

    low: float
    high: float


def check_interval(name: str) -> None:
    """Refuse an unknown kind of interval.

    Raises
    ------
    AnalysisError
        When `name` is not one of `INTERVALS`.
    """
    if name not in INTERVALS:
        raise AnalysisError(f"interval {name!r} is unknown; {suggest(name, INTERVALS)}")


def profile_limits(cell: Cell, curve: Curve, criterion: float, level: float) -> Limits:
    """Return the profile likelihood limits of the onset.

    Parameters
    ----------
    cell : Cell
        The data.
    curve : Curve
        Their maximum likelihood curve.
    criterion : float
        Total probability below ceiling that defines the onset.
    level : float
        Confidence level.

    Returns
    -------
    Limits
        The smallest interval that holds every onset not rejected.

    Notes
    -----
    Agrees with BMDS (pybmds 25.2) within 3e-4 on published data.
    """
    axis = Axis.of(cell.log_magnitude)
    top = highest_floor(cell, criterion)
    pinned = Pinned(
        family=curve.family,
        cell=cell,
        x=axis.scaled(cell.log_magnitude),
        criterion=criterion,
        bounds=(lowest_floor(cell), top),
    )
    cut = resolved_loglik(cell, curve, criterion) - float(chi2.ppf(level, 1)) / 2
    position = _grid(curve, axis, criterion, pinned, cut)
    value, theta = pinned.profile(position, enough=1e-6)
    inside = value >= cut
    # The ends of the grid are a factor e**1000 beyond the tested range: inside
    # there, the likelihood does not drop on that side of any finite magnitude.
    no_low = bool(inside[0]) or flat(cell, criterion, 1.0, top)[0] >= cut
    no_high = bool(inside[-1]) or flat(cell, 0.0, criterion, top)[0] >= cut
    held = np.flatnonzero(inside)
    if len(held) == 0:
        low, high = _nothing_but(curve, criterion)
        return Limits(low=0.0 if no_low else low, high=np.inf if no_high else high)
    pairs = [] if no_low else [(int(held[0]), int(held[0]) - 1)]
    pairs += [] if no_high else [(int(held[-1]), int(held[-1]) + 1)]
    edges = _refine(pinned, cut, position, theta, pairs)
    return Limits(
        low=0.0 if no_low else _exact(cell, axis.magnitude(float(edges[0]))),
        high=np.inf if no_high else _exact(cell, axis.magnitude(float(edges[-1]))),
    )


def _nothing_but(curve: Curve, criterion: float) -> tuple[float, float]:
    """Return the onset as both limits: a tiny level rejects all that rounding finds."""
    if curve.step is not None:
        ends = np.array([curve.step.last_low, curve.step.first_high])
    else:
        ends = np.full(2, curve.log_onset(criterion))
    with np.errstate(over="ignore", under="ignore"):
        low, high = np.exp(ends)
    return float(low), float(high)


def _exact(cell: Cell, magnitude: float) -> float:
    """Return the tested magnitude at which the profile jumps, if this is one."""
    near = cell.magnitude[np.argmin(np.abs(cell.magnitude - magnitude))]
    return float(near) if abs(near - magnitude) <= _JUMP * near else magnitude


def _grid(
    curve: Curve, axis: Axis, criterion: float, pinned: Pinned, cut: float
) -> Array:
    """Return positions that cover the line, the maximum and the steps not rejected."""
    if curve.step is not None:
        ends = axis.scaled(np.array([curve.step.last_low, curve.step.first_high]))
        peak = [float(v) for v in ends if np.isfinite(v)]
        peak += [float(ends.mean())] if np.isfinite(ends).all() else []
    else:
        peak = [float(axis.scaled(np.array(curve.log_onset(criterion))))]
    middles = (pinned.x[1:] + pinned.x[:-1]) / 2
    kept = middles[pinned.steps(middles) >= cut]
    peak = [p for p in peak if abs(p) < _OUTER[-1]]
    return np.unique(
        np.concatenate([-_OUTER, _INNER, _OUTER, peak, kept[:1], kept[-1:]])
    )


def _refine(
    pinned: Pinned,
    cut: float,
    position: Array,
    theta: Array,
    pairs: list[tuple[int, int]],
) -> Array:
    """Return where the profile crosses the cut between each (inside, outside) pair."""
    if not pairs:
        return np.array([])
    index = np.array(pairs)
    ends, guesses = position[index], theta[index]
    share = np.arange(1, _SECTIONS) / _SECTIONS
    each = np.arange(len(pairs))
    for _ in range(_ROUNDS):
        points = ends[:, :1] + (ends[:, 1:] - ends[:, :1]) * share
        starts = np.repeat(guesses, len(share), axis=0)
        value, found = pinned.profile(points.ravel(), starts, enough=1e-11)
        kept = (value >= cut).reshape(points.shape)
        found = found.reshape(len(pairs), len(share), 2)
        line = np.concatenate([ends[:, :1], points, ends[:, 1:]], axis=1)
        thetas = np.concatenate([guesses[:, :1], found, guesses[:, 1:]], axis=1)
        within = np.concatenate([np.ones((len(pairs), 1), bool), kept], axis=1)
        last = within.shape[1] - 1 - within[:, ::-1].argmax(axis=1)
        ends = np.stack([line[each, last], line[each, last + 1]], axis=1)
        guesses = np.stack([thetas[each, last], thetas[each, last + 1]], axis=1)
    return np.asarray(ends.mean(axis=1))
