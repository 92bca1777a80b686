"""Gaussian blur of coverage masks, in integers."""

import functools
import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import ive

from .mask import Mask

Levels = NDArray[np.int64]

_SHIFT = 20
"""Bits of a kernel's weights."""


def reach(sigma: float) -> int:
    """Return how many px farther than before a blurred mask covers something."""
    return math.ceil(4 * sigma) + 1


@functools.lru_cache(maxsize=64)
def _kernel(sigma: float) -> NDArray[np.int64]:
    """Return the discrete Gaussian of variance ``sigma ** 2``, scaled by 2**20.

    ``T(n) = exp(-t) I_n(t)`` with ``t = sigma ** 2`` has this variance exactly, at
    every size, which a sampled Gaussian has not: Lindeberg (1990), "Scale-space for
    discrete signals", IEEE PAMI 12:234, doi:10.1109/34.49051.
    """
    offsets = np.abs(np.arange(-reach(sigma), reach(sigma) + 1))
    weights = np.rint(ive(offsets, sigma**2) * (1 << _SHIFT)).astype(np.int64)
    weights[len(weights) // 2] += (1 << _SHIFT) - weights.sum()
    return weights


def _along_rows(levels: Levels, kernel: NDArray[np.int64]) -> Levels:
    width = levels.shape[1] + len(kernel) - 1
    spread = np.zeros((levels.shape[0], width), dtype=np.int64)
    for offset, weight in enumerate(kernel):
        spread[:, offset : offset + levels.shape[1]] += weight * levels
    return spread


def blurred(mask: Mask, sigma: float) -> Mask:
    """Return a mask blurred by a Gaussian, larger by `reach` on every side.

    Parameters
    ----------
    mask : Mask
        What to blur.
    sigma : float
        Standard deviation in px, more than 0.
    """
    kernel = _kernel(sigma)
    rows = _along_rows(mask.levels.astype(np.int64), kernel)
    both = _along_rows(np.ascontiguousarray(rows.T), kernel).T
    half = 1 << (2 * _SHIFT - 1)
    levels = ((both + half) >> (2 * _SHIFT)).astype(np.uint16)
    margin = reach(sigma)
    return Mask(
        x=mask.x - margin, y=mask.y - margin, levels=np.ascontiguousarray(levels)
    )
