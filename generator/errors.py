"""What can go wrong, told in one sentence each.

Every error that a user can cause descends from `EyechartError` and also from
the builtin that fits, so that callers may catch either.
"""

import difflib
from collections.abc import Iterable


class EyechartError(Exception):
    """Base of every error that bad input can cause."""


class SpecError(EyechartError, ValueError):
    """A spec, layout or other settings file says something not allowed."""


class TextError(EyechartError, ValueError):
    """A text cannot be typeset as asked."""


class GeometryError(EyechartError, ValueError):
    """A drawing does not fit its page."""


class CorpusError(EyechartError, ValueError):
    """A corpus folder or its metadata table is not what it should be."""


class VerificationError(EyechartError, ValueError):
    """A stimulus does not show what its row says."""


class JudgementError(EyechartError, ValueError):
    """A judgement file holds something that is no judgement."""


class AnalysisError(EyechartError, ValueError):
    """A question that the given judgements cannot answer."""


class UnknownNameError(EyechartError, LookupError):
    """A name that is not registered."""


def suggest(name: str, allowed: Iterable[str]) -> str:
    """Return a sentence part that names the allowed values, nearest first.

    Parameters
    ----------
    name : str
        What was given.
    allowed : iterable of str
        What would have been accepted.

    Returns
    -------
    str
        For example ``"did you mean 'colour'? (allowed: colour, scale)"``.

    Examples
    --------
    >>> suggest("color", ["colour", "scale"])
    "did you mean 'colour'? (allowed: colour, scale)"
    >>> suggest("xyz", ["colour", "scale"])
    'allowed: colour, scale'
    """
    names = list(allowed)
    everything = "allowed: " + (", ".join(names) or "nothing")
    near = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {near[0]!r}? ({everything})" if near else everything
