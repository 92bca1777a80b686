"""Scores that are computed from answers instead of asked for."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ..generator.errors import SpecError
from ..generator.read import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Composite:
    """The geometric mean of the lowest scores of some groups of criteria.

    With two groups it is the overall score of VIEScore, the root of
    (lowest of one group times lowest of the other): Ku et al., ACL 2024,
    arXiv:2312.14867, section 3.

    Attributes
    ----------
    name : str
        Of the score.
    groups : tuple of tuple of str
        Names of the criteria.
    """

    name: str
    groups: tuple[tuple[str, ...], ...]

    def score(self, scores: Mapping[str, float]) -> float:
        """Return the score, on the scale of those that it is computed from.

        Examples
        --------
        >>> both = Composite(name="overall", groups=(("a", "b"), ("c",)))
        >>> both.score({"a": 9, "b": 4, "c": 9})
        6.0
        """
        lowest = [min(scores[name] for name in group) for group in self.groups]
        product, count = math.prod(lowest), len(lowest)
        root = float(product ** (1 / count))
        # A root in floats misses whole numbers: 1000 ** (1 / 3) is below 10.
        whole = round(root)
        return float(whole) if whole**count == product else root


def read_composite(
    table: Table, scored: Collection[str], taken: Collection[str]
) -> Composite:
    """Read the composite of a protocol.

    Parameters
    ----------
    table : Table
        Its table.
    scored : collection of str
        Criteria that are answered on the scale.
    taken : collection of str
        Names of all criteria.

    Raises
    ------
    SpecError
        When it says something that is not allowed.
    """
    name = table.text("name")
    if not name or name in taken:
        raise SpecError(
            f"{table.place}: name = {name!r}; allowed: one that no criterion has"
        )
    groups = tuple(_group(group, scored) for group in table.tables("groups"))
    table.done()
    if not groups:
        raise SpecError(f"{table.place}: groups is empty; allowed: one or more")
    return Composite(name=name, groups=groups)


def _group(table: Table, scored: Collection[str]) -> tuple[str, ...]:
    criteria = table.texts("criteria", allowed=scored)
    table.done()
    if not criteria:
        raise SpecError(f"{table.place}: criteria is empty; allowed: one or more")
    return criteria
