"""Noise whose size is known exactly."""

import functools
import hashlib

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from .canvas import Pixels

Field = NDArray[np.float64]


@functools.lru_cache(maxsize=16)
def grain(key: str, count: int) -> Field:
    """Return `count` standard normal values in random order, of mean square 1.

    They are the quantiles of the normal distribution at the middles of `count` equal
    shares, put in the order of random words, so that no sample is noisier or
    quieter than another.
    """
    digest = hashlib.blake2b(key.encode(), digest_size=16).digest()
    words = np.frombuffer(digest, dtype="<u4").tolist()
    order = np.argsort(np.random.PCG64(words).random_raw(count), kind="stable")
    quantiles = ndtri((np.arange(count) + 0.5) / count)
    field: Field = (quantiles / np.sqrt(np.mean(quantiles**2)))[order]
    field.flags.writeable = False
    return field


def _size(field: Field, scale: float) -> float:
    return float(np.sqrt(np.mean(np.rint(scale * field) ** 2)))


@functools.lru_cache(maxsize=256)
def _scale(key: str, count: int, size: float) -> float:
    """Return what to multiply the grain by so that it has `size` after rounding."""
    field = grain(key, count)
    low, high = 0.0, size + 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if _size(field, middle) < size else (low, middle)
    return high


def add_noise(values: Pixels, size: float, key: str) -> Pixels:
    """Return 8-bit values with Gaussian noise of root mean square `size`.

    A value whose deviation would leave 0 to 255 deviates the other way by as
    much, so that black and white take as much noise as greys; only where
    neither way has room is it cut off.

    Parameters
    ----------
    values : (n, 3) uint8
        Pixels.
    size : float
        Root mean square deviation in levels, counted after rounding.
    key : str
        Which noise.
    """
    field = grain(key, values.size)
    steps = np.rint(_scale(key, values.size, size) * field).astype(np.int64)
    plain = values.astype(np.int64).ravel()
    there, back = plain + steps, plain - steps
    fits = (there >= 0) & (there <= 255)
    noisy = np.clip(np.where(fits, there, back), 0, 255)
    return noisy.astype(np.uint8).reshape(values.shape)
