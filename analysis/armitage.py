"""Does a judge respond at all: Cochran and Armitage's trend in its answers."""

from collections.abc import Sequence

from .model.cell import distinct_tiers, grouped, make_cell
from .model.chance import armitage_p, generator


def trend_p(
    magnitude: Sequence[float],
    below: Sequence[float],
    tier: Sequence[int] | None,
    seed: int,
) -> float:
    """Return the two-sided p of Cochran and Armitage's trend in the answers.

    Whether larger errors are below ceiling more, or less, often: the only columns
    that enter are the log magnitude and below ceiling or not.

    Parameters
    ----------
    magnitude, below : sequence of float, shape (n,)
        Answered stimuli of one cell, and whether each is below ceiling (0 or 1).
    tier : sequence of int or None, shape (n,)
        What they are grouped by, as for the test of a rise.
    seed : int
        Seed of the draws.

    Returns
    -------
    float
        1 without a trend to test: no answers, or all magnitudes or all answers
        alike. The cell then stays in its family of tests as one that found nothing.
    """
    if len(set(magnitude)) < 2 or len(set(below)) < 2:
        return 1.0
    ones = [1.0] * len(below)
    cell = make_cell(magnitude, below, ones, controls=None, floor=0.0)
    tiers = distinct_tiers(magnitude, ones, tier)
    return armitage_p(grouped(cell, tiers), generator(seed, "trend"))
