"""Where a corpus is published, and under which name."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A revision of a dataset repository.

    Attributes
    ----------
    repo : str
        Such as ``"user/name"``.
    tag : str
        Name of the revision.
    url : str
        Page of the repository.
    earlier : tuple of (str, str)
        Tag and commit of the revisions that were there before, sorted.
    """

    repo: str
    tag: str
    url: str
    earlier: tuple[tuple[str, str], ...] = ()
