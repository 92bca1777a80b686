"""All diagnostics of one cell."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import check_lapse
from ..model.cell import Cell, Places, distinct_tiers, group_places, make_cell
from ..model.sigmoid import Array
from ..results.onset_fit import OnsetFit
from .dispersion import Dispersion, dispersion, repeated
from .fitted import akaike, fitted_shares, parameters_of, smooth_curve
from .influence import influence
from .isotonic import isotonic_onset
from .residuals import deviance_residuals, residual_correlation
from .spearman_karber import Karber, spearman_karber

Blocks = tuple[Array, Array, Array]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One tier, or group of neighbouring magnitudes, against the curve.

    Attributes
    ----------
    tier : int or None
        None for a group of neighbouring magnitudes.
    magnitude : float
        Geometric mean of the answers' magnitudes.
    n, below : int
        Answers, and those below ceiling.
    predicted : float or None
        Mean probability below ceiling of the curve; None without a curve.
    residual : float or None
        Deviance residual; infinite when the curve rules the answers out.
    influence : float or None
        Change of the log onset when the group is left out, infinite when the rest has
        none in its range; None when no curve has a located onset.
    """

    tier: int | None
    magnitude: float
    n: int
    below: int
    predicted: float | None
    residual: float | None
    influence: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostics:
    """How a curve sits on its data.

    Attributes
    ----------
    groups : tuple of Group
        Ascending in magnitude.
    residual_correlation : float or None
        Correlation of deviance residuals with predicted shares.
    dispersion : float or None
        Pearson's chi-squared over its degrees of freedom.
    dispersion_df : int or None
        The degrees of freedom.
    dispersion_by : str
        "series" where series have several answers, else "tier".
    isotonic_onset : float
        Where a rise of no particular form passes the criterion; 0 and inf possible.
    spearman_karber : float or None
        Trimmed Spearman-Kaerber threshold, to be read against the curve's threshold.
    trim : float or None
        Share trimmed from each of its tails.
    aic : float or None
        Akaike's information criterion.
    """

    groups: tuple[Group, ...]
    residual_correlation: float | None
    dispersion: float | None
    dispersion_df: int | None
    dispersion_by: str
    isotonic_onset: float
    spearman_karber: float | None
    trim: float | None
    aic: float | None


def diagnose(
    magnitude: ArrayLike,
    below: ArrayLike,
    total: ArrayLike,
    fit: OnsetFit,
    *,
    controls: tuple[float, float] | None = None,
    floor: float | None = None,
    lapse: float | str = 0.0,
    tier: Sequence[int] | None = None,
    series: Sequence[Hashable | None] | None = None,
) -> Diagnostics:
    """Hold a fit against its data.

    Parameters
    ----------
    magnitude, below, total, controls, floor, lapse, tier
        As given to `eyechart.analysis.onset.fit_onset`.
    fit : OnsetFit
        What it returned.
    series : sequence, shape (n,), optional
        Series of each entry.

    Examples
    --------
    >>> from eyechart.analysis.onset import fit_onset
    >>> data = [2, 3, 4, 5, 6, 7, 8], [2, 6, 9, 12, 10, 12, 10], [12] * 7
    >>> found = diagnose(*data, fit_onset(*data, controls=(2, 84)), controls=(2, 84))
    >>> round(found.isotonic_onset, 2), round(found.aic, 2)
    (4.0, 96.93)
    """
    cell = make_cell(
        magnitude,
        below,
        total,
        controls=controls,
        floor=floor,
        lapse=check_lapse(lapse, fit.criterion),
    )
    tiers = distinct_tiers(magnitude, total, tier)
    place = _ascending(cell, group_places(cell, tiers))
    n, k = _sums(place, cell.total), _sums(place, cell.below)
    x = _sums(place, cell.total * cell.log_magnitude) / n
    p = fitted_shares(cell, fit)
    karber = _karber(x, k, n, fit, cell)
    scatter = by_series = None
    if p is not None:
        by_series = _series_blocks(magnitude, below, total, cell, p, series)
        scatter = _scatter(cell, fit, by_series or _group_blocks(cell, place, p))
    predicted = None if p is None else _sums(place, cell.total * p) / n
    residual = None if predicted is None else deviance_residuals(k, n, predicted)
    moved = _influence(cell, fit, place)
    return Diagnostics(
        groups=tuple(
            Group(
                tier=None if tiers is None else int(tiers[place == i][0]),
                magnitude=float(np.exp(x[i])),
                n=int(n[i]),
                below=int(k[i]),
                predicted=_at(predicted, i),
                residual=_at(residual, i),
                influence=_at(moved, i),
            )
            for i in range(len(n))
        ),
        residual_correlation=(
            None
            if predicted is None or residual is None
            else residual_correlation(residual, predicted)
        ),
        dispersion=None if scatter is None else scatter.ratio,
        dispersion_df=None if scatter is None else scatter.freedom,
        dispersion_by="series" if by_series else "tier",
        isotonic_onset=isotonic_onset(x, k, n, fit.criterion),
        spearman_karber=None if karber is None else karber.threshold,
        trim=None if karber is None else karber.trim,
        aic=akaike(cell, fit),
    )


def _group_blocks(cell: Cell, place: Places, p: Array) -> Blocks:
    """Return below, expected and variance of each group."""
    parts = (cell.below, cell.total * p, cell.total * p * (1 - p))
    return (_sums(place, parts[0]), _sums(place, parts[1]), _sums(place, parts[2]))


def _series_blocks(
    magnitude: ArrayLike,
    below: ArrayLike,
    total: ArrayLike,
    cell: Cell,
    p: Array,
    series: Sequence[Hashable | None] | None,
) -> Blocks | None:
    """Return below, expected and variance of each series, where series repeat."""
    if series is None or not repeated(series):
        return None
    m, k, n = (np.asarray(v, dtype=np.float64) for v in (magnitude, below, total))
    share = p[np.minimum(np.searchsorted(cell.magnitude, m), len(p) - 1)]
    names = {name: i for i, name in enumerate(dict.fromkeys(series))}
    place = np.array([names[name] for name in series], dtype=np.intp)
    parts = (k, n * share, n * share * (1 - share))
    return (_sums(place, parts[0]), _sums(place, parts[1]), _sums(place, parts[2]))


def _scatter(cell: Cell, fit: OnsetFit, blocks: Blocks) -> Dispersion | None:
    """Add the controls as a block when they decide the floor, and test all."""
    if cell.floor is None and fit.floor is not None:
        n, g = cell.controls_total, fit.floor
        own = (cell.controls_below, n * g, n * g * (1 - g))
        blocks = (
            np.append(blocks[0], own[0]),
            np.append(blocks[1], own[1]),
            np.append(blocks[2], own[2]),
        )
    return dispersion(*blocks, parameters=parameters_of(cell))


def _karber(x: Array, k: Array, n: Array, fit: OnsetFit, cell: Cell) -> Karber | None:
    lapse = fit.lapse if fit.lapse is not None else cell.lapse or 0.0
    if fit.floor is None or fit.floor + lapse >= 1:
        return None
    return spearman_karber(x, k, n, floor=fit.floor, lapse=lapse)


def _influence(cell: Cell, fit: OnsetFit, place: Places) -> Array | None:
    curve = smooth_curve(fit)
    if fit.status != "located" or curve is None:
        return None
    return influence(cell, curve, fit.criterion, place)


def _ascending(cell: Cell, place: Places) -> Places:
    """Return groups numbered by their mean log magnitude."""
    mean = _sums(place, cell.total * cell.log_magnitude) / _sums(place, cell.total)
    return np.asarray(np.argsort(np.argsort(mean, kind="stable"))[place])


def _sums(place: Places, values: Array) -> Array:
    return np.asarray(np.bincount(place, values), dtype=np.float64)


def _at(values: Array | None, i: int) -> float | None:
    """Return one value as a number; None where it says nothing."""
    if values is None or np.isnan(values[i]):
        return None
    return float(values[i])
