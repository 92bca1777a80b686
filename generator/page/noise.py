"""Smooth noise: a lattice of random numbers, spread over a page by splines.

Lattices come from raw words of PCG64, as in `streams`, whole arrays at once.
Uniform cubic B-splines spread them: weights are cubic polynomials, so that no
function of a mathematical library is called.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

from .plate import Field, middles

_SUPPORT = 4
_EVEN_OUT = 1.5
"""A spline averages neighbours; this gives about the lattice's range back."""


def uniforms(seed: int, key: str, count: int) -> NDArray[np.float64]:
    """Return numbers in [-1, 1) on a grid of 2**-52."""
    digest = hashlib.blake2b(key.encode(), digest_size=16).digest()
    spawn = np.frombuffer(digest, dtype="<u4").tolist()
    bits = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=spawn))
    words = bits.random_raw(count) >> np.uint64(11)
    return words.astype(np.float64) * 2.0**-52 - 1.0


def _weights(places: NDArray[np.float64]) -> tuple[NDArray[np.intp], list[Field]]:
    """Return the first lattice point that reaches each place, and four weights."""
    start = np.floor(places)
    t = places - start
    s = 1.0 - t
    weights = [
        s * s * s / 6.0,
        (4.0 - 6.0 * t * t + 3.0 * t * t * t) / 6.0,
        (4.0 - 6.0 * s * s + 3.0 * s * s * s) / 6.0,
        t * t * t / 6.0,
    ]
    return start.astype(np.intp), weights


def spread(lattice: Field, rows: Field, columns: Field) -> Field:
    """Return the spline surface over a lattice.

    Parameters
    ----------
    lattice : (m, n) float64
        Point (i, j) stands at row i - 1, column j - 1.
    rows : (height,) float64
        From 0 to less than m - 3.
    columns : (width,) float64
        From 0 to less than n - 3.

    Returns
    -------
    (height, width) float64
        Where `rows` and `columns` cross.
    """
    start, weights = _weights(columns)
    wide = lattice[:, start] * weights[0]
    for k in range(1, _SUPPORT):
        wide += lattice[:, start + k] * weights[k]
    start, weights = _weights(rows)
    surface = np.empty((len(rows), len(columns)))
    for row, first in enumerate(start):
        line = surface[row]
        np.multiply(wide[first], weights[0][row], out=line)
        for k in range(1, _SUPPORT):
            line += wide[first + k] * weights[k][row]
    return surface


def noise(seed: int, key: str, rows: Field, columns: Field) -> Field:
    """Return smooth noise, about -1 to 1, one cell a unit of `rows` and `columns`.

    Parameters
    ----------
    seed : int
        Seed of the plate.
    key : str
        What the noise is for.
    rows, columns : (height,), (width,) float64
        Places in cells, 0 or more.
    """
    m = int(np.floor(rows.max())) + _SUPPORT
    n = int(np.floor(columns.max())) + _SUPPORT
    lattice = _EVEN_OUT * uniforms(seed, key, m * n).reshape(m, n)
    return spread(lattice, rows, columns)


def clouds(
    seed: int, key: str, size: tuple[int, int], cell: tuple[float, float], octaves: int
) -> Field:
    """Return noise with finer noise upon it, each octave half as large and strong.

    Parameters
    ----------
    seed, key
        As for `noise`.
    size : (width, height)
        Of the field, px.
    cell : (width, height)
        Of the coarsest octave's cells, px.
    octaves : int
        How many.
    """
    columns, rows = (
        middles(side) / length for side, length in zip(size, cell, strict=True)
    )
    field = noise(seed, f"{key} 0", rows, columns)
    for k in range(1, octaves):
        finer = float(1 << k)
        field += noise(seed, f"{key} {k}", rows * finer, columns * finer) / finer
    return field
