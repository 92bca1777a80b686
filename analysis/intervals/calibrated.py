"""Profile likelihood limits whose cut-off is found by simulation, not by theory.

A limit is the onset that a test at level 1 - `level` just does not reject (test
inversion). The statistic is the drop of the profile log likelihood, and its cut-off is
the quantile of the drops that such an onset has in data simulated under it: with the
rate and floor that fit best given the onset, controls drawn again, and both refitted.
At a few dozen answers that quantile is 3.3 to 5 where chi-squared says 3.84.

What had to be chosen:

- Simulations stand at three onsets a side: at the plain profile limit and where the
  drop is a fifth and two fifths deeper. The quantile of all three together is used;
  over so short a way it hardly changes.
- The simulated curve is at least two fifths of the tested log range wide. Given an
  onset, few answers make the rate look too steep, and steep curves have small
  quantiles.
- The cut-off is never under that of chi-squared: these limits contain the plain
  ones.
- Simulated data stand at no more than ten magnitudes, the means of neighbours. The
  quantile does not change measurably, and the refits take a tenth of the time.
- Quantiles are simulated between levels of 50 and 98 %. Outside, their ratio to
  chi-squared is that of the nearest of the two.

As for plain limits, a side has no limit (0 or inf) when the drop of what curves become
as their onset moves away does not pass the cut-off (`infinity.py`).
"""

import math
from collections.abc import Sequence

import numpy as np

from ..curve import NARROWEST, highest_floor, lowest_floor
from ..model.cell import Cell
from ..model.chance import generator
from ..model.likelihood import Counts
from ..model.problems import PinnedModel
from ..model.refit import FEW_STEPS, refit, refit_pinned, repeated
from ..model.scaled import Axis
from ..model.sigmoid import Array, spread
from .chi_squared import chi_squared
from .condensed import condensed, places
from .landscape import Landscape
from .limits import Fitted, Limits

SIMULATIONS = 300
"""Data sets simulated at each onset."""

_DEPTHS = (1.0, 1.2, 1.4)
_NARROWEST_SIMULATED = 0.4
_MOST_MAGNITUDES = 10
_LEVELS = (0.5, 0.98)
_RATES = (0.1, 0.4, 1.2, 3.0, 7.0)
_FLOOR_SHARES = (1.0, 0.4, 0.02)
_ENOUGH = 1e-4
_ABOUT = 0.1


def limits(fitted: Fitted) -> Limits:
    """Return the calibrated profile likelihood limits of the onset.

    Parameters
    ----------
    fitted : Fitted
        Cell, curve, criterion, level and seed.

    Returns
    -------
    Limits
        The smallest interval that holds every onset not rejected; the same for the
        same seed.
    """
    plain = chi_squared(fitted.level)
    depths = [depth * plain for depth in _DEPTHS]
    landscape = Landscape.of(fitted.cell, fitted.curve, fitted.criterion, depths)
    sides = landscape.borders(depths, depths, close=_ABOUT)
    cuts = _cut_offs(fitted, sides, plain)
    low, high = landscape.borders([cuts[0]], [cuts[1]])
    return Limits(
        low=landscape.magnitude(float(low[0])), high=landscape.magnitude(float(high[0]))
    )


def _cut_offs(
    fitted: Fitted, sides: Sequence[Array], plain: float
) -> tuple[float, float]:
    """Return the cut-off of each side; the plain one where there is no limit."""
    onsets = [side[np.isfinite(side)] for side in sides]
    if not any(len(side) for side in onsets):
        return plain, plain
    low, high = (
        _cut_off(drops, fitted.level, plain)
        for drops in simulated_drops(fitted, onsets)
    )
    return low, high


def _cut_off(drops: Array, level: float, plain: float) -> float:
    if len(drops) == 0:
        return plain
    simulated = min(max(level, _LEVELS[0]), _LEVELS[1])
    rank = min(math.ceil(simulated * (len(drops) + 1)), len(drops))
    ratio = float(np.sort(drops)[rank - 1] / chi_squared(simulated))
    return plain * max(1.0, ratio)


def simulated_drops(fitted: Fitted, sides: Sequence[Array]) -> list[Array]:
    """Return the drops of true onsets in data simulated under each of them.

    Parameters
    ----------
    fitted : Fitted
        The cell whose magnitudes, controls, rate and floor are taken.
    sides : sequence of ndarray, shape (k,)
        Positions of onsets on the scaled axis.

    Returns
    -------
    list of ndarray, shape (k * SIMULATIONS,)
        The drops of each side.
    """
    cell = condensed(fitted.cell, places(fitted.cell, _MOST_MAGNITUDES))
    x = Axis.of(fitted.cell.log_magnitude).scaled(cell.log_magnitude)
    onsets = np.concatenate(sides)
    truth = _nuisance(_model(fitted, _NARROWEST_SIMULATED), cell, x, onsets)
    model = _model(fitted, NARROWEST)
    position = np.repeat(onsets, SIMULATIONS)
    start = np.repeat(truth, SIMULATIONS, axis=1)
    counts = _drawn(model, cell, x, position, start, generator(fitted.seed, "drops"))
    pinned, value = refit_pinned(model, x, counts, position, start, enough=_ENOUGH)
    intercept = model.intercept(pinned[0], pinned[1], position)
    start = np.stack([intercept, pinned[0], pinned[1]])
    free = refit(model, x, counts, start, enough=_ENOUGH, steps=FEW_STEPS)[1]
    drops = 2 * np.maximum(free - value, 0.0)
    ends = np.cumsum([len(side) * SIMULATIONS for side in sides])
    return np.split(drops, ends[:-1])


def _model(fitted: Fitted, narrowest: float) -> PinnedModel:
    curve, cell = fitted.curve, fitted.cell
    return PinnedModel(
        family=curve.family,
        criterion=fitted.criterion,
        bounds=(lowest_floor(cell), highest_floor(cell, fitted.criterion)),
        largest_rate=spread(curve.family) / (2 * narrowest),
        lapse=curve.lapse,
    )


def _nuisance(model: PinnedModel, cell: Cell, x: Array, onsets: Array) -> Array:
    """Return the likeliest rate and floor with each onset, shape (2, k)."""
    guess = (cell.controls_below + 0.5) / (cell.controls_total + 1)
    floors = np.minimum(guess * np.array(_FLOOR_SHARES), 0.95 * model.bounds[1])
    scale = 1 / np.maximum(1.0, np.abs(onsets))
    rate = np.multiply.outer(scale, np.repeat(_RATES, len(floors)))
    floor = np.tile(floors, (len(onsets), len(_RATES)))
    counts = repeated(cell, len(onsets))
    start = np.stack([rate, floor])
    return refit_pinned(model, x, counts, onsets, start, enough=_ENOUGH)[0]


def _drawn(
    model: PinnedModel,
    cell: Cell,
    x: Array,
    position: Array,
    truth: Array,
    rng: np.random.Generator,
) -> Counts:
    """Draw stimuli and controls under (rate, floor) and an onset, row by row."""
    rate, floor = truth
    z = model.intercept(rate, floor, position)[:, None] + np.outer(rate, x)
    rise = model.family.cdf(np.clip(z, *model.family.reach))
    p = np.clip(
        floor[:, None] + (1 - floor - model.lapse)[:, None] * rise,
        0.0,
        1.0 - model.lapse,
    )
    controls = rng.binomial(int(cell.controls_total), np.clip(floor, 0.0, 1.0))
    return Counts(
        below=rng.binomial(cell.total.astype(np.int64), p).astype(np.float64),
        total=cell.total,
        controls_below=controls.astype(np.float64),
        controls_total=cell.controls_total,
    )
