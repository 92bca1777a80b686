"""The files of a publication, and how the Hub names their content."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ...generator.corpus.names import CROISSANT, PICTURES, README, VERIFIED
from ...generator.corpus.schema import TABLES
from ...generator.corpus.verified import Verified

_ROOT = (README, CROISSANT, VERIFIED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """One file of a publication.

    Attributes
    ----------
    path : str
        In the corpus and in the repository.
    size : int
        Bytes.
    sha256, git : str
        SHA-256, and Git's name of its content.
    """

    path: str
    size: int
    sha256: str
    git: str

    def is_in(self, remote: Mapping[str, str]) -> bool:
        """Tell whether a repository's files hold this one as it is."""
        return remote.get(self.path) in (self.sha256, self.git)


def sent_files(
    folder: Path, verified: Verified, card: Mapping[str, bytes]
) -> tuple[Sent, ...]:
    """Return every file of a publication, sorted by path.

    Parameters
    ----------
    folder : Path
        The corpus.
    verified : Verified
        What verifying found; its digests are not computed again.
    card : mapping of str to bytes
        Files of the card by path.
    """
    record = (folder / VERIFIED).read_bytes()
    small = [_of_bytes(name, data) for name, data in card.items()]
    small.append(_of_bytes(VERIFIED, record))
    large = [
        Sent(
            path=name,
            size=(folder / name).stat().st_size,
            sha256=digest,
            git=_git_name(folder / name),
        )
        for name, digest in verified.files.items()
    ]
    return tuple(sorted([*small, *large], key=lambda one: one.path))


def _of_bytes(path: str, data: bytes) -> Sent:
    git = hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False)
    return Sent(
        path=path,
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        git=git.hexdigest(),
    )


def is_ours(path: str) -> bool:
    """Tell whether a path in a repository can only be from an earlier publication."""
    return path in _ROOT or path.split("/", 1)[0] in (*TABLES, PICTURES)


def _git_name(path: Path) -> str:
    digest = hashlib.sha1(b"blob %d\0" % path.stat().st_size, usedforsecurity=False)
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
