"""What publishing would send, without asking the Hub or changing a file."""

from pathlib import Path

from ...generator.corpus.verified import check_verified
from ..dataset.card import card_files
from ..dataset.edition import Edition
from .files import Sent, sent_files
from .limits import check_rows
from .publish import default_tag
from .repository import Repository


def rehearse(folder: Path, repo: str, tag: str | None = None) -> tuple[Sent, ...]:
    """Return the files that `publish` would send to a new repository.

    Parameters
    ----------
    folder : Path
        The corpus.
    repo : str
        Such as ``"user/name"``.
    tag : str, optional
        Name of the revision.

    Raises
    ------
    VerificationError, CorpusError
        When `publish` would refuse the corpus.
    HubError
        When `repo` is no name of a repository.
    """
    verified = check_verified(folder)
    check_rows(folder)
    edition = Edition(
        repo=repo,
        tag=default_tag(folder, verified) if tag is None else tag,
        url=Repository(repo).url,
    )
    return sent_files(folder, verified, card_files(folder, edition))
