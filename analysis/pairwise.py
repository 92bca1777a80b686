"""Choices between two edits, shown in both orders.

A verdict is about content, whatever the order in which the pictures were shown: 1
when the result is preferred to the correct edit, 0 for a tie, -1 when it is not.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..generator.errors import AnalysisError

VERDICTS = (1, 0, -1)
Key = tuple[str, int]
"""Stimulus and repeat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What was said of one pair in its two orders.

    Attributes
    ----------
    ab, ba : int or None
        Verdicts when the result was shown first, and when it was shown second;
        None without a usable answer.
    """

    ab: int | None = None
    ba: int | None = None

    def __post_init__(self) -> None:
        """Refuse what is no verdict."""
        for value in (self.ab, self.ba):
            if value is not None and value not in VERDICTS:
                raise AnalysisError(
                    f"verdict {value!r} on a pair; allowed: 1, 0, -1 or nothing"
                )


def strict(pair: Pair) -> int | None:
    """Return the verdict of a pair when both orders agree, else None.

    Examples
    --------
    >>> strict(Pair(ab=-1, ba=-1)), strict(Pair(ab=-1, ba=0)), strict(Pair(ab=0, ba=0))
    (-1, None, 0)
    """
    return pair.ab if pair.ab == pair.ba else None


def lenient(pair: Pair) -> int | None:
    """Return the verdict of a pair; a tie yields to the order that decides.

    None when the orders contradict each other or one has no answer.

    Examples
    --------
    >>> lenient(Pair(ab=-1, ba=0)), lenient(Pair(ab=-1, ba=1))
    (-1, None)
    """
    if pair.ab is None or pair.ba is None:
        return None
    decided = {pair.ab, pair.ba} - {0}
    return None if len(decided) > 1 else next(iter(decided), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """How well reconciled verdicts do against what is true.

    Attributes
    ----------
    coverage : float
        Share of the pairs that are decided.
    accuracy_decided : float or None
        Share of the decided pairs that are right; None when none is.
    accuracy_all : float
        Share of all pairs that are decided and right.
    """

    coverage: float
    accuracy_decided: float | None
    accuracy_all: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Consistency:
    """How the order of two pictures sways a judge.

    Attributes
    ----------
    n : int
        Pairs with a usable answer in both orders.
    same : float or None
        Share with the same verdict in both orders, a tie being one ("robustness
        rate", Ye et al., arXiv:2410.02736); None without pairs, like the others.
    strict_flip : float or None
        Share whose orders decide for different edits.
    soft_flip : float or None
        Share whose verdicts differ: ``1 - same``.
    first : float or None
        Share of all decided answers that prefer the picture shown first.
    asked_twice : int
        Answers that were given to the same question in the first and in the
        second repeat.
    repeated : float or None
        Share of these that were the same ("consistency rate", as above).
    """

    n: int
    same: float | None
    strict_flip: float | None
    soft_flip: float | None
    first: float | None
    asked_twice: int
    repeated: float | None


def consistency(pairs: Mapping[Key, Pair]) -> Consistency:
    """Return how the order sways a judge.

    Parameters
    ----------
    pairs : mapping
        By stimulus and repeat; orders are compared within the first repeat.

    Examples
    --------
    >>> swayed = {("s", 0): Pair(ab=1, ba=-1), ("t", 0): Pair(ab=-1, ba=-1)}
    >>> found = consistency(swayed)
    >>> found.same, found.strict_flip, found.first
    (0.5, 0.5, 0.75)
    """
    base = [pair for (_, repeat), pair in pairs.items() if repeat == 0]
    both = [p for p in base if p.ab is not None and p.ba is not None]
    same = _share(p.ab == p.ba for p in both)
    given = [v for p in base for v in (p.ab, p.ba and -p.ba) if v]
    again = list(_again(pairs))
    return Consistency(
        n=len(both),
        same=same,
        strict_flip=_share((p.ab or 0) * (p.ba or 0) < 0 for p in both),
        soft_flip=None if same is None else _share(p.ab != p.ba for p in both),
        first=_share(v > 0 for v in given),
        asked_twice=len(again),
        repeated=_share(again),
    )


def reconciled(
    verdicts: Mapping[str, int | None], truth: Mapping[str, int]
) -> Reconciled:
    """Return how well reconciled verdicts do.

    Parameters
    ----------
    verdicts : mapping
        By stimulus, from `strict` or `lenient`; None counts as undecided.
    truth : mapping
        What is right, by stimulus: -1 for an error, 0 for a flawless control.

    Raises
    ------
    AnalysisError
        When there are no verdicts, or one of an unknown stimulus.

    Examples
    --------
    >>> reconciled({"s": -1, "t": None}, {"s": -1, "t": -1})
    Reconciled(coverage=0.5, accuracy_decided=1.0, accuracy_all=0.5)
    """
    if not verdicts:
        raise AnalysisError("no verdicts on pairs; allowed: at least one")
    for name in verdicts:
        if name not in truth:
            raise AnalysisError(f"verdict on {name!r}, which is not among the stimuli")
    counts = Counter(
        "open" if v is None else "right" if v == truth[name] else "wrong"
        for name, v in verdicts.items()
    )
    decided = counts["right"] + counts["wrong"]
    return Reconciled(
        coverage=decided / len(verdicts),
        accuracy_decided=counts["right"] / decided if decided else None,
        accuracy_all=counts["right"] / len(verdicts),
    )


def _again(pairs: Mapping[Key, Pair]) -> Iterable[bool]:
    for (name, repeat), pair in pairs.items():
        other = pairs.get((name, 1))
        if repeat != 0 or other is None:
            continue
        for first, second in ((pair.ab, other.ab), (pair.ba, other.ba)):
            if first is not None and second is not None:
                yield first == second


def _share(found: Iterable[bool]) -> float | None:
    values = list(found)
    return sum(values) / len(values) if values else None
