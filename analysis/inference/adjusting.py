"""False discovery rates over a family that is stated, missing p values included."""

import math
from collections.abc import Sequence

from statsmodels.stats.multitest import multipletests

from ...generator.errors import AnalysisError


def adjust(
    p: Sequence[float | None], size: int | None = None
) -> tuple[float | None, ...]:
    """Return p values adjusted after Benjamini and Hochberg (1995).

    Parameters
    ----------
    p : sequence of float or None
        None or NaN where a test could not be made.
    size : int, optional
        Number of tests that were planned; by default the length of `p`.

    Returns
    -------
    tuple of float or None
        A test that could not be made counts as one that found nothing: it stays in
        the family, which keeps its size, and its own entry is None. It neither
        makes the others significant by vanishing nor turns them into NaN.

    Raises
    ------
    AnalysisError
        When a p is no probability, or the family is smaller than `p` is long.

    Examples
    --------
    >>> adjust([0.125, None, 0.25])
    (0.375, None, 0.375)
    >>> adjust([0.01, 0.04])
    (0.02, 0.04)
    >>> adjust([0.0625, 0.125], size=4)
    (0.25, 0.25)
    """
    planned = len(p) if size is None else size
    if planned < len(p):
        raise AnalysisError(
            f"size = {planned} is smaller than the {len(p)} p values; allowed: at "
            f"least {len(p)}"
        )
    known = [one for one in p if one is not None and not math.isnan(one)]
    for one in known:
        if not 0 <= one <= 1:
            raise AnalysisError(f"p = {one!r} is no probability; allowed: from 0 to 1")
    if not known:
        return (None,) * len(p)
    padded = [*known, *[1.0] * (planned - len(known))]
    found = iter(multipletests(padded, method="fdr_bh")[1])
    return tuple(
        None if one is None or math.isnan(one) else float(next(found)) for one in p
    )
