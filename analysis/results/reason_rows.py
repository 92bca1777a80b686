"""Rows that tell which answers are missing, criterion by criterion."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonRow:
    """How many answers on one criterion a judge did not give, and why.

    Attributes
    ----------
    kind : str
        Kind of the stimuli: degraded, or a control's name.
    status : str
        Status of the failed answer, or "absent" when the criterion was left out.
    n : int
        Number of stimuli.
    """

    judge: str
    framing: str
    criterion: str
    kind: str
    status: str
    n: int
