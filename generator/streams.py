"""Random streams keyed by name.

A stream depends on the corpus seed and on its key, never on how many streams
were opened before it, so adding a stimulus moves no other stimulus. Values are
taken from `PCG64.random_raw`: NumPy promises more for the raw words of its bit
generators from version to version than for the methods of `Generator`.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

_SEPARATOR = "\x1f"
T = TypeVar("T")


class Stream:
    """A reproducible stream of numbers.

    Parameters
    ----------
    seed : int
        Seed of the corpus, 0 or more.
    *key : str
        What the stream is for, from the general to the special.

    Examples
    --------
    >>> Stream(0, "poster/price", "jitter").uniform() == Stream(
    ...     0, "poster/price", "jitter"
    ... ).uniform()
    True
    """

    __slots__ = ("_bits",)

    def __init__(self, seed: int, *key: str) -> None:
        digest = hashlib.blake2b(_SEPARATOR.join(key).encode(), digest_size=16).digest()
        words = np.frombuffer(digest, dtype="<u4").tolist()
        self._bits = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=words))

    def _word(self) -> int:
        return int(self._bits.random_raw())

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return a float in [low, high), on a grid of 2**-53 of the range."""
        return low + (high - low) * ((self._word() >> 11) * 2.0**-53)

    def below(self, n: int) -> int:
        """Return an integer in [0, n), each equally likely."""
        limit = (1 << 64) - (1 << 64) % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def choice(self, options: Sequence[T]) -> T:
        """Return one of `options`, each equally likely."""
        return options[self.below(len(options))]
