"""What publishing would send, without asking the Hub or changing a file."""

from pathlib import Path

from ...generator.corpus.verified import check_verified
from ..dataset.card import card_files
from ..dataset.edition import Edition
from .files import Sent, sent_files
from .limits import check_rows
from .repository import Repository
from .revisions import chosen_tag


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
        When `repo` is no name of a repository, or `tag` none of a revision.
    """
    verified = check_verified(folder)
    tag = chosen_tag(folder, verified, tag)
    check_rows(folder)
    edition = Edition(
        repo=repo,
        tag=tag,
        url=Repository(repo).url,
    )
    return sent_files(folder, verified, card_files(folder, edition))
