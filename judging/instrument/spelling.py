"""How far texts are from each other, as far as a reader can tell."""

import unicodedata
from dataclasses import dataclass

_ALIKE = str.maketrans(
    '‘’‛`´“”„‟"‐‑‒–—−·•∙×，：；！？（）', "''''''''''------...x,:;!?()"
)


def plain(text: str) -> str:
    """Return a text without white space, case and typographic variants.

    Readers confuse what differs in these alone.

    Examples
    --------
    >>> plain("The Carpenter’s  Almanac – ½")
    "thecarpenter'salmanac-1/2"
    """
    folded = unicodedata.normalize("NFKC", text.translate(_ALIKE)).casefold()
    return "".join(folded.translate(_ALIKE).replace("⁄", "/").split())


@dataclass(frozen=True, slots=True)
class Match:
    """Where one text stands in another, and how many characters differ."""

    errors: int
    start: int
    end: int


def matches(part: str, whole: str) -> list[Match]:
    """Return the places of `whole` that are nearest to `part`.

    Edit distance of `part` to any stretch of `whole` (Sellers 1980, J. Algorithms
    1:359); of all stretches that are equally near, one for each end.

    Examples
    --------
    >>> matches("due", "total dve")
    [Match(errors=1, start=6, end=9)]
    """
    # Each cell holds the fewest errors and, among those, the latest start.
    row = [(0, -j) for j in range(len(whole) + 1)]
    for i, letter in enumerate(part, 1):
        above, row = row, [(i, 0)]
        for j, other in enumerate(whole, 1):
            same = above[j - 1][0] + (letter != other), above[j - 1][1]
            dropped = above[j][0] + 1, above[j][1]
            added = row[j - 1][0] + 1, row[j - 1][1]
            row.append(min(same, dropped, added))
    least = min(errors for errors, _ in row)
    found = [
        Match(errors, -start, end)
        for end, (errors, start) in enumerate(row)
        if errors == least
    ]
    return [match for match in found if match.end > match.start]


def distance(first: str, second: str) -> int:
    """Return the edit distance of two texts.

    Examples
    --------
    >>> distance("Rose & rooibos", "Rose rooibus")
    3
    """
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        above, row = row, [i]
        for j, other in enumerate(second, 1):
            row.append(
                min(above[j - 1] + (letter != other), above[j] + 1, row[j - 1] + 1)
            )
    return row[-1]
