"""What likelihoods need of every answer, added up over each column.

Everything that is as large as the data is done here, in blocks of columns that stay in
the processor's cache; what is left has one number a column.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .columns import Columns
from .sigmoid import Array, Family

# Numbers in a block.
_BLOCK = 24_576
# Keeps what is divided by it, twice, a number, and the product of three one as well.
LEAST = 1e-100


class Information(NamedTuple):
    """Sums over the answers of each of r columns, by pairs of z and floor.

    Attributes
    ----------
    line : ndarray, shape (3, r)
        Of pairs of z, times 1, x and x².
    mixed : ndarray, shape (2, r)
        Of z and the floor, times 1 and x.
    floor : ndarray, shape (r,)
    """

    line: Array
    mixed: Array
    floor: Array


class Answered(NamedTuple):
    """The log likelihood of the answers and its derivatives.

    Attributes
    ----------
    value : ndarray, shape (r,)
    line : ndarray, shape (2, r)
        Derivatives in z, times 1 and x.
    floor : ndarray, shape (r,)
        Derivatives in the floor.
    observed : Information
        Second derivatives, their sign changed.
    """

    value: Array
    line: Array
    floor: Array
    observed: Information


def answered(family: Family, lapse: float, data: Columns, theta: Array) -> Answered:
    """Return the log likelihood of the answers in each column at `theta`, (3, r)."""
    found = np.empty((10, theta.shape[1]))
    for some in _blocks(data, theta):
        part, at, to = data.part(some), theta[:, some], found[:, some]
        rise, rest, density, bend, span = _parts(family, lapse, part, at)
        p, q = _chances(lapse, at, span, rise, rest)
        to[0], score_p, weight = _scores(part, p, q)
        per_z = span * density
        score_z = score_p * per_z
        per_both = weight * per_z
        mixed = per_both * rest
        per_both *= per_z
        bend *= score_z
        per_both -= bend
        density *= score_p
        mixed += density
        _moments(score_z, part.x, to[1:3])
        score_p *= rest
        np.add.reduce(score_p, axis=0, out=to[3])
        _informations(per_both, mixed, weight, rest, part.x, to[4:])
    return Answered(found[0], found[1:3], found[3], _information(found[4:]))


def expected(family: Family, lapse: float, data: Columns, theta: Array) -> Information:
    """Return the expected information in each column at `theta`, shape (3, r)."""
    found = np.empty((6, theta.shape[1]))
    for some in _blocks(data, theta):
        part, at = data.part(some), theta[:, some]
        rise, rest, density, _, span = _parts(family, lapse, part, at)
        p, q = _chances(lapse, at, span, rise, rest)
        weight = (part.below + part.passed) / p / q
        per_z = span * density
        mixed = weight * per_z
        line = mixed * per_z
        mixed *= rest
        _informations(line, mixed, weight, rest, part.x, found[:, some])
    return _information(found)


def _blocks(data: Columns, theta: Array) -> Iterator[slice]:
    """Yield columns in blocks, never one alone unless there is only one."""
    columns = theta.shape[1]
    width = max(_BLOCK // len(data.x), 3)
    number = -(-columns // width)
    for i in range(number):
        yield slice(columns * i // number, columns * (i + 1) // number)


def _parts(
    family: Family, lapse: float, data: Columns, theta: Array
) -> tuple[Array, Array, Array, Array, Array]:
    """Return the sigmoid's parts, shape (n, r), and the ends' distance, shape (r,)."""
    low, high = family.reach
    z = data.x * theta[1]
    z += theta[0]
    np.clip(z, low, high, out=z)
    return *family.parts(z), 1 - theta[2] - lapse


def _chances(
    lapse: float, theta: Array, span: Array, rise: Array, rest: Array
) -> tuple[Array, Array]:
    """Return the chances of being below ceiling and not, shape (n, r)."""
    p, q = span * rise, span * rest
    p += theta[2]
    q += lapse
    return np.maximum(p, LEAST, out=p), np.maximum(q, LEAST, out=q)


def _scores(data: Columns, p: Array, q: Array) -> tuple[Array, Array, Array]:
    """Return log likelihoods, (r,), and d/dp and -d²/dp² of each answer's, (n, r)."""
    if data.single:
        return _single_scores(data, p, q)
    value = data.below * np.log(p)
    value += data.passed * np.log(q)
    hits, misses = data.below / p, data.passed / q
    score_p = hits - misses
    hits /= p
    misses /= q
    hits += misses
    return value.sum(axis=0), score_p, hits


def _single_scores(data: Columns, p: Array, q: Array) -> tuple[Array, Array, Array]:
    """Return the same of single answers, with a sixth of the logarithms."""
    p *= data.below
    q *= data.passed
    p += q
    absent = np.subtract(1, data.below, out=q)
    absent -= data.passed
    chance = np.maximum(p, absent, out=p)
    score_p = data.below - data.passed
    score_p /= chance
    product = chance[::3].copy()
    for following in (chance[1::3], chance[2::3]):
        product[: len(following)] *= following
    np.log(product, out=product)
    return product.sum(axis=0), score_p, np.square(score_p, out=chance)


def _informations(
    line: Array, mixed: Array, weight: Array, rest: Array, x: Array, out: Array
) -> None:
    """Write the sums of an information, shape (6, r); spoils what it is given."""
    _moments(line, x, out[:3])
    _moments(mixed, x, out[3:5])
    weight *= rest
    weight *= rest
    np.add.reduce(weight, axis=0, out=out[5])


def _information(sums: Array) -> Information:
    return Information(sums[:3], sums[3:5], sums[5])


def _moments(values: Array, x: Array, out: Array) -> None:
    """Write the sums of values times 1, x, x² and so on; spoils `values`."""
    np.add.reduce(values, axis=0, out=out[0])
    for power in range(1, len(out)):
        values *= x
        np.add.reduce(values, axis=0, out=out[power])
